/** Module that `feature-sheets-plugin.ts` generates. */
declare module 'virtual:feature-sheets' {
  /** The hash in the names of all sheets of features; `null` where the styles are in scripts. */
  export const sheetsHash: string | null
}
