/** The part of the operators' document for staff, see `handbook-plugin.ts`. */
declare module 'virtual:handbook' {
  /** Markdown: sections with `###`. */
  export const handbook: string
}
