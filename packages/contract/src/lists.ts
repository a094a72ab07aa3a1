/**
 * Reads `loginTypeList` and `showList`, which upstreams send as `"1,2"`, `["1", "2"]` or `[1, 2]`. Parts that are no numbers are
 * left out.
 */
export function readNumberList(wire: string | readonly (string | number)[] | null | undefined): number[] {
  if (wire === null || wire === undefined) return []
  const parts = typeof wire === 'string' ? wire.split(',') : wire
  return parts
    .filter((part) => String(part).trim() !== '')
    .map(Number)
    .filter(Number.isFinite)
}

/** Reads a flag sent as boolean, 0/1 or left out. */
export function readFlag(wire: boolean | number | null | undefined): boolean {
  return wire === true || wire === 1
}
