// `npm run test:browsers [-- PART_OF_A_PATH]`: suites that drive a browser, except campaigns and the journeys of `npm test`: in
// Chromium, and the journeys of `tests/engines` in Firefox and WebKit too. The last line has the counts; exit 1 if a test failed.
import { prepareChromium, runStage, runTests } from './checks/run-tests.ts'
import { TestSummary } from './checks/test-summary.ts'
import { ensureWebBuilt } from './web-build/build-web.ts'

const words = process.argv.slice(2)
const summary = new TestSummary()
process.env.TEST_RUN = words.length > 0 ? 'any' : 'browsers'

await runStage('Chromium', () => prepareChromium(summary))
await runStage('Build of apps/web', async () => summary.addCheck('build of apps/web', await ensureWebBuilt()))
await runStage('Browser tests', () => runTests(summary, ['e2e'], words))
summary.print()
process.exit(summary.hasFailed ? 1 : 0)
