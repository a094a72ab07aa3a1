/** Module that `part-files-plugin.ts` generates. */
declare module 'virtual:part-files' {
  /** The hash in the names of sheets of features and of single drawings; `null` where there are no such files. */
  export const partsHash: string | null
}
