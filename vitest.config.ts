import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/longest-first.ts'

// Three projects: what runs on Node, what runs in jsdom (web's, set in its own vite.config.ts), and browser tests.
// Vitest tries nothing twice: a test that passes now and then is a fault (see decision 0007 for what `npm test` does).
export default defineConfig({
  test: {
    pool: 'forks',
    retry: 0,
    // Suites with servers and browsers keep several processes busy each: with more at once they starve each other.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // What is waited for takes long on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/{bff,upstream,doctor}/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/*.test.ts',
            'tests/scale/nginx.test.ts',
            'tests/contract/**/*.test.ts',
            'tests/chat/**/*.test.ts',
            'tests/faults/**/*.test.ts',
          ],
          environment: 'node',
          // No suite keeps anything in a module, so a process goes on to the next one: a quarter of the time less.
          isolate: false,
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
          include: ['tests/{e2e,scale}/**/*.e2e.test.ts'],
          environment: 'node',
          // Each file starts a site and a browser of its own.
          fileParallelism: true,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
