// `npm run test:containers [-- PART_OF_A_PATH]`: builds the image and runs the profiles of docker-compose.yml on the Docker
// that DOCKER_HOST names (decision 0044). Without one the suites count as skipped, or as failed with REQUIRE_DOCKER=1. The
// last line has the counts; exit 1 if a test failed.
import { prepareChromium, runStage, runTests } from './checks/run-tests.ts'
import { TestSummary } from './checks/test-summary.ts'

const summary = new TestSummary()

await runStage('Chromium', () => prepareChromium(summary))
await runStage('Container tests', () => runTests(summary, ['containers'], process.argv.slice(2)))
summary.print()
process.exit(summary.hasFailed ? 1 : 0)
