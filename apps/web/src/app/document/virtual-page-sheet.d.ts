/** Module that `page-sheets-plugin.ts` generates. */
declare module 'virtual:page-sheet/*' {
  /** Where the sheet is served; `null` in tests. */
  export const sheetUrl: string | null
  /** Classes of the CSS module by their names. */
  export const classes: Readonly<Record<string, string>>
}
