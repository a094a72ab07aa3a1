/**
 * `b71e40…55a9f2`: both ends of a hash.
 * @param count number of digits at each end
 */
export const shortenHash = (hex: string, count: number): string =>
  hex.length > 2 * count ? `${hex.slice(0, count)}…${hex.slice(-count)}` : hex
