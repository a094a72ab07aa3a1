import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/longest-first.ts'

/**
 * Set by `npm run test:soak`: runs the suites named `*.soak.*test.ts`, with their long figures, and the campaigns of faults
 * and load, `*.campaign.*test.ts`, which `npm test` leaves out (decision 0037).
 */
const isSoak = process.env.SOAK === '1'

function suites(folder: string, ending: string): string {
  return `${folder}/**/*.${isSoak ? '{soak,campaign}.' : ''}${ending}`
}

const campaigns = isSoak ? [] : ['**/*.campaign.*']

// Four projects: suites that run on Node, suites in jsdom (web's, see its own vite.config.ts), browser tests, and suites
// that run containers.
export default defineConfig({
  test: {
    pool: 'forks',
    // A test that passes now and then is a fault (decision 0037).
    retry: 0,
    // One more than the two cores that the runs must do with: a suite waits for its browser a tenth of the time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    provide: { isSoak },
    // Long, for a busy machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['packages/*/src', 'apps/{bff,upstream,doctor}/src', 'scripts', 'tests'].map((part) =>
            suites(part, 'test.ts'),
          ),
          exclude: ['**/node_modules/**', '**/*.{e2e,containers}.test.ts', ...campaigns],
          environment: 'node',
          // Suites keep no state in modules, so that one process runs many of them: a quarter of the time less.
          isolate: false,
          setupFiles: ['./tests/cheap-server-starts.ts'],
          // Starts PostgreSQL once for all database suites, where the machine has one.
          globalSetup: ['./apps/upstream/src/testing/postgres-setup.ts'],
          testTimeout: 40_000,
          hookTimeout: 60_000,
        },
      },
      'apps/web/vite.config.ts',
      {
        extends: true,
        test: {
          name: 'e2e',
          include: [suites('tests', 'e2e.test.ts')],
          exclude: campaigns,
          environment: 'node',
          isolate: false,
          setupFiles: ['./tests/cheap-server-starts.ts'],
          globalSetup: ['./tests/e2e/shared-setup.ts'],
          fileParallelism: true,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          // Only `npm run test:containers` runs this project.
          name: 'containers',
          include: ['tests/containers/*.containers.test.ts'],
          environment: 'node',
          globalSetup: ['./tests/containers/build-image.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
          // Hooks build images and start whole profiles, and wait for a build that a failed test has left.
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
