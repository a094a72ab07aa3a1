/** One width of a picture of this site, as `srcset` offers it. */
const WIDTH = /^(\/file\/img\/[\w./-]+) [1-9]\d{0,4}w$/

/** Whether a `srcset` offers pictures of this site only. @param isSafe checks an address */
export function areSafeWidths(srcSet: string, isSafe: (address: string) => boolean): boolean {
  return srcSet.split(', ').every((one) => isSafe(WIDTH.exec(one)?.[1] ?? ''))
}
