// `npm test`, before each commit: format and lint, types, unused code, web's build, all unit and integration tests on SQLite,
// and one browser journey for each area. Every step runs even when one fails; exit
// 1 if any did. The last line has the counts.
//
// `npm test -- apps/bff` runs only the tests whose path contains that, `npm test -- -t 'some words'` those with such a
// title.
import { globSync } from 'node:fs'
import { prepareChromium, runStage, runTests } from './checks/run-tests.ts'
import { runStaticChecks } from './checks/static-checks.ts'
import { TestSummary } from './checks/test-summary.ts'
import { root } from './repository.ts'
import { ensureWebBuilt } from './web-build/build-web.ts'

const words = process.argv.slice(2)
const isFiltered = words.length > 0
// A path may select a browser suite that the whole run leaves out.
if (isFiltered) process.env.TEST_RUN = 'any'
const browserTests = globSync('tests/**/*.e2e.test.ts', { cwd: root })
const paths = words.filter((word) => !word.startsWith('-'))
/** A filtered run starts a browser only if one of its tests uses it. */
const needsBrowser = browserTests.some((file) => !isFiltered || paths.some((part) => file.includes(part)))
const projects = ['node', 'web', ...(needsBrowser ? ['e2e'] : [])]
const summary = new TestSummary()

if (needsBrowser) await runStage('Chromium', () => prepareChromium(summary))
if (!isFiltered) await runStage('Format, lint and types', () => runStaticChecks(summary))
if (!isFiltered || needsBrowser) {
  await runStage('Build of apps/web', async () => summary.addCheck('build of apps/web', await ensureWebBuilt()))
}
await runStage('Tests', () => runTests(summary, projects, words))
summary.print()
process.exit(summary.hasFailed ? 1 : 0)
