import path from 'node:path'
import { root } from './repository.ts'
import { type Tally, tallyOf } from './tally.ts'

/** What we read of the report that vitest's `json` reporter writes. */
export interface VitestReport {
  testResults: {
    /** Path of the file. */
    name: string
    /** `failed` without a failed test: the file could not be loaded, or a hook failed. */
    status: string
    /** What kept the file from being loaded; empty otherwise. */
    message?: string
    assertionResults: { status: string; title: string; ancestorTitles: string[]; failureMessages?: string[] }[]
  }[]
}

/** Something that failed, in the words that are printed again at the end of a run. */
export interface Failure {
  /** From the root. */
  file: string
  /** Titles of the test, or empty when the whole file failed. */
  test: string
  /** The first lines of what was thrown. */
  message: string
}

/** Above this a message is cut: the whole stands further up. Lines. */
const MESSAGE_LINES = 12

export function failuresOf(report: VitestReport): Failure[] {
  return report.testResults.flatMap((file) => {
    const name = path.relative(root, file.name)
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (file.status === 'failed' && failed.length === 0) return [{ file: name, test: '', message: head(file.message) }]
    return failed.map(({ title, ancestorTitles, failureMessages }) => ({
      file: name,
      test: [...ancestorTitles, title].filter(Boolean).join(' › '),
      message: head(failureMessages?.join('\n')),
    }))
  })
}

/** `report`, with the files of `second` in the place of what they were. */
export function withSecondTry(report: VitestReport, second: VitestReport): VitestReport {
  const again = new Map(second.testResults.map((file) => [file.name, file]))
  return { testResults: report.testResults.map((file) => again.get(file.name) ?? file) }
}

function head(text = ''): string {
  const lines = text.split('\n').filter((line) => !line.includes('node_modules'))
  return lines.slice(0, MESSAGE_LINES).join('\n')
}

/**
 * Counts a run of vitest.
 *
 * @param report `null` when vitest ended before it wrote one
 * @param exitCode of vitest, which also knows of errors that belong to no test
 */
export function tallyReport(report: VitestReport | null, exitCode: number): Tally {
  if (!report) return tallyOf(false)
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
