/** The staff's part of the operators' document, see `handbook-plugin.ts`. */
declare module 'virtual:handbook' {
  /** Markdown: sections with `###`. */
  export const handbook: string
}
