/** Pairs of characters that are easily confused. */
const ALIKE_IN_CODE = ['2Z', '5S', '6G', '8B', 'UV', 'DQ']

/** Positions of a code that are easily misread, from 0. */
export function findDoubtfulPlaces(code: string): number[] {
  return [...code].flatMap((sign, place) => (ALIKE_IN_CODE.some((pair) => pair.includes(sign)) ? [place] : []))
}
