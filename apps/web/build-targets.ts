/**
 * Converts entries of `browserslist` such as `ios_saf 15.4` to Vite's targets: `ios15.4`. Entries name the lowest
 * version of each browser, so that the check of built files (`tests/browsers`) can use the same list.
 */
export function buildTargets(browserslist: readonly string[]): string[] {
  return browserslist.map((entry) => entry.replace('ios_saf', 'ios').replace(' ', ''))
}
