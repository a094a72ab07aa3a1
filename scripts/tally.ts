/** Outcomes of checks and tests. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
  /** Names of what was skipped, with how many tests each has. */
  skippedSuites: ReadonlyMap<string, number>
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0, skippedSuites: new Map() }

/** A check that is not a test of its own counts as one. */
export function tallyOf(hasPassed: boolean): Tally {
  return { ...NOTHING, passed: hasPassed ? 1 : 0, failed: hasPassed ? 0 : 1 }
}

export function sumTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, tally) => ({
      passed: sum.passed + tally.passed,
      failed: sum.failed + tally.failed,
      skipped: sum.skipped + tally.skipped,
      skippedSuites: new Map([...sum.skippedSuites, ...tally.skippedSuites]),
    }),
    NOTHING,
  )
}

/** The last line of `npm test`. Others read it: `N passed, N failed`, and skipped ones only where there are any. */
export function tallyLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
