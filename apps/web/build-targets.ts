/**
 * Vite's targets for entries of `browserslist` such as `ios_saf 15.4`: `ios15.4`. Entries are least versions by name, so that
 * the same list serves the check of built files (`tests/browsers`).
 */
export function buildTargets(browserslist: readonly string[]): string[] {
  return browserslist.map((entry) => entry.replace('ios_saf', 'ios').replace(' ', ''))
}
