// `npm run test:soak`: runs `*.soak.*test.ts` with the long figures, which `npm test` shortens, `*.campaign.*test.ts`, which
// it leaves out, and the suites of databases on PostgreSQL (decision 0037). The last line has the counts; exit 1 if a test failed.
import { prepareChromium, runStage, runTests } from './checks/run-tests.ts'
import { TestSummary } from './checks/test-summary.ts'
import { ensureWebBuilt } from './web-build/build-web.ts'

const words = process.argv.slice(2)
const summary = new TestSummary()
process.env.TEST_RUN = 'soak'

await runStage('Chromium', () => prepareChromium(summary))
await runStage('Build of apps/web', async () => summary.addCheck('build of apps/web', await ensureWebBuilt()))
await runStage('Soak tests', () => runTests(summary, ['node', 'postgres', 's3', 'pooled', 'e2e', 'timed'], words))
summary.print()
process.exit(summary.hasFailed ? 1 : 0)
