import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runNode } from './process-run.ts'
import { packageBin } from './repository.ts'
import type { Tally } from './tally.ts'
import { type Failure, failuresOf, tallyReport, type VitestReport, withSecondTry } from './vitest-report.ts'

interface Options {
  /** Projects of vitest.config.ts. */
  projects: string[]
  /** What was typed after `npm test --`: parts of paths, or vitest's own options. */
  filters: string[]
  env: NodeJS.ProcessEnv
}

export interface VitestOutcome {
  tally: Tally
  /** What failed, and failed again alone. */
  failures: Failure[]
  /** What failed beside other suites, and passed alone. */
  unsteady: Failure[]
}

/** More failed files than this are no matter of a busy machine, and are not tried again. */
const SECOND_TRY_FILES = 4

/**
 * Runs vitest on some of its projects, showing its own report, and counts. A few files that failed beside the others
 * run once more, alone (decision 0007); somebody's own choice of tests does not.
 */
export async function runVitest({ projects, filters, env }: Options): Promise<VitestOutcome> {
  const run = (words: string[]) => runOnce([...words, ...projects.map((project) => `--project=${project}`)], env)
  // A filter rarely fits every project, and a filtered run is somebody's own.
  const { report, code } = await run([...filters, ...(filters.length > 0 ? ['--passWithNoTests'] : [])])
  if (!report || code === 0) return { tally: tallyReport(report, code), failures: [], unsteady: [] }

  const failed = failuresOf(report)
  const files = [...new Set(failed.map(({ file }) => file))]
  const isTriedAgain = filters.length === 0 && files.length > 0 && files.length <= SECOND_TRY_FILES
  if (!isTriedAgain) return { tally: tallyReport(report, code), failures: failed, unsteady: [] }

  console.log(`── Once more, alone: ${files.join(', ')}`)
  const second = await run([...files, '--no-file-parallelism'])
  if (!second.report) return { tally: tallyReport(report, code), failures: failed, unsteady: [] }
  const failedAgain = failuresOf(second.report)
  const isSame = (one: Failure) => (other: Failure) => one.file === other.file && one.test === other.test
  return {
    tally: tallyReport(withSecondTry(report, second.report), second.code),
    failures: failedAgain,
    unsteady: failed.filter((failure) => !failedAgain.some(isSame(failure))),
  }
}

async function runOnce(words: string[], env: NodeJS.ProcessEnv) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-tests-'))
  const reportPath = path.join(folder, 'report.json')
  const { code } = await runNode(
    [
      packageBin('vitest/vitest.mjs'),
      'run',
      ...words,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportPath}`,
    ],
    { env, isShown: true },
  )
  const report = existsSync(reportPath) ? (JSON.parse(readFileSync(reportPath, 'utf8')) as VitestReport) : null
  rmSync(folder, { recursive: true })
  return { report, code }
}
