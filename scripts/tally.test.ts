import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './repository.ts'
import { NOTHING, sumTallies, tallyLine, tallyOf } from './tally.ts'
import { failuresOf, tallyReport, withSecondTry } from './vitest-report.ts'

const file = path.join(root, 'apps/bff/src/shared-state/redis.test.ts')

function report(status: string, ...statuses: string[]) {
  const assertionResults = statuses.map((each) => ({ status: each, title: 'works', ancestorTitles: ['with Redis'] }))
  return { testResults: [{ name: file, status, assertionResults }] }
}

describe('the last line', () => {
  it('names skipped tests only when there are any', () => {
    expect(tallyLine({ ...NOTHING, passed: 3 })).toBe('3 passed, 0 failed')
    expect(tallyLine({ ...NOTHING, passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped')
  })

  it('adds up checks and test runs', () => {
    const sum = sumTallies([tallyOf(true), tallyOf(false), tallyReport(report('passed', 'passed', 'passed'), 0)])
    expect(tallyLine(sum)).toBe('3 passed, 1 failed')
  })
})

describe('a run of vitest', () => {
  it('tells which suites were skipped, and how many tests they have', () => {
    const tally = tallyReport(report('passed', 'passed', 'skipped', 'pending'), 0)
    expect(tally).toMatchObject({ passed: 1, failed: 0, skipped: 2 })
    expect([...tally.skippedSuites]).toEqual([['apps/bff/src/shared-state/redis.test.ts › with Redis', 2]])
  })

  it('counts a file that could not be loaded as a failure', () => {
    expect(tallyReport(report('failed'), 1).failed).toBe(1)
  })

  it('counts what failed outside of every test, and a run that ended without a report', () => {
    expect(tallyReport(report('passed', 'passed'), 1)).toMatchObject({ passed: 1, failed: 1 })
    expect(tallyReport(null, 1).failed).toBe(1)
  })

  it('names what failed: a test by its titles, a file that could not be loaded by its own', () => {
    expect(failuresOf(report('failed', 'passed', 'failed'))).toEqual([
      { file: 'apps/bff/src/shared-state/redis.test.ts', test: 'with Redis › works', message: '' },
    ])
    expect(failuresOf(report('failed'))).toMatchObject([{ test: '' }])
  })

  it('counts the second try of a file in the place of the first', () => {
    const both = withSecondTry(report('failed', 'failed', 'passed'), report('passed', 'passed', 'passed'))
    expect(tallyReport(both, 0)).toMatchObject({ passed: 2, failed: 0 })
    expect(tallyReport(withSecondTry(report('failed', 'failed'), report('failed', 'failed')), 1).failed).toBe(1)
  })
})
