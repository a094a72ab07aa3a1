import { globSync, readFileSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { LongestFirst } from './tests/longest-first.ts'

/**
 * Which suites run (decision 0037). `test`, before each commit: every suite on SQLite, and one browser journey for each area.
 * `soak`: suites named `*.soak.*` with their long figures, campaigns (`*.campaign.*`), suites of databases on PostgreSQL, and
 * suites that touch files on S3.
 * `browsers`: suites that drive a browser, except campaigns and what `test` runs. `any`: those of a path, whatever the run.
 */
const run = process.env.TEST_RUN ?? 'test'
const isSoak = run === 'soak'

const PARTS = ['packages/*/src', 'apps/{bff,upstream,doctor}/src', 'scripts', 'tests']
const LONG = '{soak,campaign}.'
const CAMPAIGNS = '**/*.campaign.*'
/** Campaigns that promise a time to users: they run one after the other, after all others. */
const TIMED = '**/*.timed.campaign.test.ts'

const nodeSuites = PARTS.map((part) => `${part}/**/*.${isSoak ? LONG : ''}test.ts`)
const JOURNEYS = 'tests/e2e/journeys/*.e2e.test.ts'
const browserSuites = {
  test: [JOURNEYS],
  browsers: ['tests/**/*.e2e.test.ts', `!${JOURNEYS}`],
  any: ['tests/**/*.e2e.test.ts'],
  soak: [`tests/**/*.${LONG}e2e.test.ts`],
}[run as 'test']

/** Suites that run on each database. */
const databaseSuites = () =>
  globSync('{apps/upstream/src,tests}/**/*.test.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('describeDatabases('),
  )

/** Folders of the reference upstream whose suites touch files. */
const FILE_FOLDERS =
  'accounts/own,certificates/{batches,dossier,lookup,pictures,print,raw-records},log,media,platform/files,site/{imports,settings},tickets'

/** Suites of upstreams in those folders, and of pictures of samples, except those that make both stores themselves. */
const fileSuites = () =>
  globSync(`apps/upstream/src/{{${FILE_FOLDERS}}/**/*,orders/order-desk}.test.ts`).filter((file) => {
    const text = readFileSync(file, 'utf8')
    return text.includes('makeUpstream') && !text.includes('describeStores(')
  })

/** Suites that run behind a pooler: pushes, jobs, limits, and calls with transactions of several kinds. */
const POOLED = [
  'push/several-processes',
  'jobs/jobs',
  'http/shared-limit',
  'login/login',
  'login/shared-limits',
  'chat/chat',
  'approvals/approve-certificate',
  'approvals/approve-many',
].map((name) => `apps/upstream/src/**/${name}.test.ts`)

const onNode = {
  environment: 'node',
  // Suites keep no state in modules, so that one process runs many of them: a quarter of the time less.
  isolate: false,
  setupFiles: ['./tests/cheap-server-starts.ts'],
  // Starts PostgreSQL once for all database suites, where the machine has one.
  globalSetup: ['./apps/upstream/src/testing/postgres-setup.ts'],
  testTimeout: 40_000,
  hookTimeout: 60_000,
} satisfies TestProjectInlineConfiguration['test']

// Suites that run on Node, suites of databases on PostgreSQL, suites of files on S3, suites in jsdom (web's, see its own vite.config.ts), browser
// tests, and suites that run containers.
export default defineConfig({
  test: {
    pool: 'forks',
    // A test that passes now and then is a fault (decision 0037).
    retry: 0,
    // One more than the two cores that the runs must do with: a suite waits for its browser a tenth of the time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    provide: { isSoak, database: 'sqlite', files: 'folder' },
    // A fault that load repeats must not bury its cause.
    diff: { truncateThreshold: 200 },
    // Long, for a busy machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          ...onNode,
          name: 'node',
          include: nodeSuites,
          exclude: ['**/node_modules/**', '**/*.{e2e,containers}.test.ts', isSoak ? TIMED : CAMPAIGNS],
        },
      },
      {
        extends: true,
        test: {
          ...onNode,
          // Only `npm run test:soak` runs this project.
          name: 'postgres',
          include: isSoak ? databaseSuites() : [],
          provide: { database: 'postgres' },
        },
      },
      {
        extends: true,
        test: {
          ...onNode,
          name: 's3',
          // Only `npm run test:soak` runs this project, where there is an S3 server.
          include: isSoak && process.env.TEST_S3_ENDPOINT ? fileSuites() : [],
          exclude: [`**/*.${LONG}test.ts`],
          provide: { files: 's3' },
        },
      },
      {
        extends: true,
        test: {
          ...onNode,
          // Only `npm run test:soak` runs this project: suites on PostgreSQL behind pgbouncer in transaction mode.
          name: 'pooled',
          globalSetup: ['./apps/upstream/src/testing/pgbouncer-setup.ts'],
          include: isSoak ? POOLED : [],
          provide: { database: 'postgres' },
        },
      },
      {
        extends: true,
        test: {
          ...onNode,
          // Only `npm run test:soak` runs this project.
          name: 'timed',
          include: isSoak ? [TIMED] : [],
          sequence: { groupOrder: 1 },
          maxWorkers: 1,
        },
      },
      'apps/web/vite.config.ts',
      {
        extends: true,
        test: {
          name: 'e2e',
          include: browserSuites,
          exclude: isSoak ? [] : [CAMPAIGNS],
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
