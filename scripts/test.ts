// `npm test`: the one command that proves the project. Format and lint, types, web's build, then all tests, those that
// drive a browser among them, in this order and all even when one fails; exit 1 if any did. The last line counts.
//
// `npm test -- apps/bff` runs the tests whose path contains that, `npm test -- -t 'some words'` those so called; then
// nothing but tests is run.
import { globSync } from 'node:fs'
import { ensureWebBuilt } from './build-web.ts'
import { ensureChromium } from './chromium.ts'
import { root } from './repository.ts'
import { runStaticChecks } from './static-checks.ts'
import { NOTHING, sumTallies, type Tally, tallyLine, tallyOf } from './tally.ts'
import type { Failure } from './vitest-report.ts'
import { runVitest } from './vitest-run.ts'

const filters = process.argv.slice(2)
const isFiltered = filters.length > 0
const browserTests = globSync('tests/{e2e,scale}/**/*.e2e.test.ts', { cwd: root })
const paths = filters.filter((filter) => !filter.startsWith('-'))
/** A run of chosen tests gets a browser only if one of them uses it. */
const needsBrowser = browserTests.some((file) => !isFiltered || paths.some((filter) => file.includes(filter)))
const env: NodeJS.ProcessEnv = { ...process.env }
const failures: Failure[] = []
const unsteady: Failure[] = []

const tallies = [
  await stage('Chromium', needsBrowser, findBrowser),
  await stage('Format, lint and types', !isFiltered, runStaticChecks),
  await stage('Build of apps/web', !isFiltered || needsBrowser, async () => tallyOf(await ensureWebBuilt())),
  await stage('Tests', true, () => runTests(['node', 'web', ...(needsBrowser ? ['e2e'] : [])])),
]
const tally = sumTallies(tallies)
for (const [suite, tests] of tally.skippedSuites) console.log(`Skipped: ${suite} (${tests})`)
// Again at the end, where whoever sees only the last page of a long run finds them.
for (const failure of unsteady) showFailure('Unsteady, passed alone', failure)
for (const failure of failures) showFailure('Failed', failure)
console.log(tallyLine(tally))
process.exitCode = tally.failed > 0 ? 1 : 0

/** Shows the name of a step and, after it, how long it took. */
async function stage(name: string, isWanted: boolean, run: () => Promise<Tally>): Promise<Tally> {
  if (!isWanted) return NOTHING
  const startedAt = performance.now()
  console.log(`── ${name}`)
  const tally = await run()
  console.log(`── ${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
  return tally
}

async function runTests(projects: string[]): Promise<Tally> {
  const outcome = await runVitest({ projects, filters, env })
  failures.push(...outcome.failures)
  unsteady.push(...outcome.unsteady)
  return outcome.tally
}

function showFailure(what: string, { file, test, message }: Failure): void {
  console.log(`${what}: ${file}${test && ` › ${test}`}\n${message.replaceAll(/^/gm, '    ')}\n`)
}

/** Not counted when there is one: it is a tool, not a test. */
async function findBrowser(): Promise<Tally> {
  try {
    env.CHROMIUM_PATH = await ensureChromium()
    console.log(env.CHROMIUM_PATH)
    return NOTHING
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return tallyOf(false)
  }
}
