/** The document for partners, see `partner-guide-plugin.ts`. */
declare module 'virtual:partner-guide' {
  export const guideHtml: string
}
