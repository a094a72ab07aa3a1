import path from 'node:path'
import { root } from './repository.ts'
import type { Tally } from './tally.ts'

/** What we read of the report that vitest's `json` reporter writes. */
export interface VitestReport {
  testResults: {
    /** Path of the file. */
    name: string
    /** `failed` without a failed test: the file could not be loaded, or a hook failed. */
    status: string
    assertionResults: { status: string; title: string; ancestorTitles: string[] }[]
  }[]
}

/**
 * Counts a run of vitest.
 *
 * @param report `null` when vitest ended before it wrote one
 * @param exitCode of vitest, which also knows of errors that belong to no test
 */
export function tallyReport(report: VitestReport | null, exitCode: number): Tally {
  if (!report) return { passed: 0, failed: 1, skipped: 0, skippedSuites: new Map() }
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const skippedSuites = new Map<string, number>()
  for (const file of report.testResults) {
    const hasFailedTest = file.assertionResults.some(({ status }) => status === 'failed')
    if (file.status === 'failed' && !hasFailedTest) counts.failed += 1
    for (const { status, title, ancestorTitles } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1
      else if (status === 'failed') counts.failed += 1
      else {
        counts.skipped += 1
        const suite = `${path.relative(root, file.name)} › ${ancestorTitles[0] ?? title}`
        skippedSuites.set(suite, (skippedSuites.get(suite) ?? 0) + 1)
      }
    }
  }
  if (exitCode !== 0 && counts.failed === 0) counts.failed = 1
  return { ...counts, skippedSuites }
}
