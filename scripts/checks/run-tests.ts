import { parseCLI, startVitest } from 'vitest/node'
import { ensureChromium } from './chromium.ts'
import type { TestSummary } from './test-summary.ts'

/** Maximum number of failed files that run again: more than this are not explained by a busy machine. */
const SECOND_TRY_FILES = 4

/**
 * Runs Vitest. If few files failed in a run of all tests, they run once more, alone (decision 0037).
 * @param words words as typed after `npm test --`: parts of paths, or Vitest's own options
 */
export async function runTests(summary: TestSummary, projects: readonly string[], words: readonly string[]) {
  await runOnce(summary, projects, words)
  if (words.length > 0 && !summary.hasFiles) {
    console.error(`No suite of this run fits: ${words.join(' ')}`)
    summary.addCheck('paths of this run', false)
  }
  const { failedFiles } = summary
  if (words.length > 0 || failedFiles.length === 0 || failedFiles.length > SECOND_TRY_FILES) return
  console.log(`── Once more, alone: ${failedFiles.join(', ')}`)
  await runOnce(summary, projects, [...failedFiles, '--no-file-parallelism'])
}

async function runOnce(summary: TestSummary, projects: readonly string[], words: readonly string[]): Promise<void> {
  const { filter, options } = parseCLI(['vitest', 'run', ...words])
  process.exitCode = undefined
  try {
    const vitest = await startVitest(filter, {
      ...options,
      watch: false,
      project: [...projects],
      reporters: ['default', summary],
      // A filter rarely fits every project.
      passWithNoTests: words.length > 0,
    })
    await vitest.close()
    // Vitest failed outside of every test, e.g. in a global set-up.
    if (process.exitCode !== undefined && process.exitCode !== 0 && !summary.hasFailed)
      summary.addCheck('Vitest', false)
  } catch (error) {
    console.error(error)
    summary.addCheck('Vitest', false)
  }
}

/** Finds or installs the browser, and passes its path to the tests. Only a failure counts as a check. */
export async function prepareChromium(summary: TestSummary): Promise<void> {
  try {
    process.env.CHROMIUM_PATH = await ensureChromium()
    console.log(process.env.CHROMIUM_PATH)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    summary.addCheck('Chromium', false)
  }
}

/** Prints the name of a step, and its duration afterwards. */
export async function runStage(name: string, run: () => Promise<void>): Promise<void> {
  const startMs = performance.now()
  console.log(`── ${name}`)
  await run()
  console.log(`── ${name}: ${((performance.now() - startMs) / 1000).toFixed(1)} s\n`)
}
