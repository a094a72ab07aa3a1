import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runNode } from './process-run.ts'
import { packageBin } from './repository.ts'
import type { Tally } from './tally.ts'
import { tallyReport, type VitestReport } from './vitest-report.ts'

interface Options {
  /** Projects of vitest.config.ts. */
  projects: string[]
  /** What was typed after `npm test --`: parts of paths, or vitest's own options. */
  filters: string[]
  env: NodeJS.ProcessEnv
}

/** Runs vitest on some of its projects, showing its own report, and counts. */
export async function runVitest({ projects, filters, env }: Options): Promise<Tally> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-tests-'))
  const reportPath = path.join(folder, 'report.json')
  const { code } = await runNode(
    [
      packageBin('vitest/vitest.mjs'),
      'run',
      ...filters,
      ...projects.map((project) => `--project=${project}`),
      // A filter rarely fits every project, and a filtered run is somebody's own.
      ...(filters.length > 0 ? ['--passWithNoTests'] : []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportPath}`,
    ],
    { env, isShown: true },
  )
  const report = existsSync(reportPath) ? (JSON.parse(readFileSync(reportPath, 'utf8')) as VitestReport) : null
  rmSync(folder, { recursive: true })
  return tallyReport(report, code)
}
