/// <reference types="vitest/config" />
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createLogger, defineConfig } from 'vite'
import { buildTargets } from './build-targets.ts'
import { createClassNames } from './class-names.ts'
import { createHandbookPlugin } from './handbook-plugin.ts'
import { createLayersPlugin } from './layers-plugin.ts'
import web from './package.json' with { type: 'json' }
import { createPartFilesPlugin } from './part-files-plugin.ts'
import { createPartnerGuidePlugin } from './partner-guide-plugin.ts'
import { sharedFileGroups } from './shared-files.ts'

/**
 * Selects React Router's published production build: its package.json has no export condition for it, and the default
 * one includes warnings (some 3 KB).
 */
const productionRouter = [
  { find: /^react-router\/dom$/, replacement: resolveRouterFile('dom-export.mjs') },
  { find: /^react-router$/, replacement: resolveRouterFile('index.mjs') },
]

function resolveRouterFile(name: string): string {
  return fileURLToPath(new URL(`../production/${name}`, import.meta.resolve('react-router')))
}

const SOURCES = fileURLToPath(new URL('src', import.meta.url))

const VENDOR = /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\/[^?]*$/

const COMMON = /\/(src\/(ui|lib|domain|live)|packages\/contract|node_modules\/@lucide\/icons)\//
/** Number of chunks that must share a module before it becomes common. */
const COMMON_PARTS_MIN = 11

/** Drops Vite's warning that composed rules have no source file to resolve a `url()` against: they contain none. */
const logger = createLogger('warn')
const { warnOnce } = logger
logger.warnOnce = (message, options) => {
  if (!message.includes('did not pass the `from` option')) warnOnce(message, options)
}

export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  customLogger: logger,
  plugins: [
    react(),
    createHandbookPlugin(fileURLToPath(new URL('../../docs/operating.zh-CN.md', import.meta.url))),
    createLayersPlugin(fileURLToPath(new URL('src/styles/main.css', import.meta.url))),
    createPartFilesPlugin(SOURCES, web.browserslist),
    createPartnerGuidePlugin(fileURLToPath(new URL('../../docs/partners.zh-CN.md', import.meta.url))),
  ],
  resolve: { alias: command === 'build' ? productionRouter : [] },
  css: command === 'build' ? { modules: { generateScopedName: createClassNames(SOURCES) } } : {},
  build: {
    // Target of scripts and style sheets.
    target: buildTargets(web.browserslist),
    sourcemap: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        // Builds one style sheet: eighty pieces are twice as large and need more round trips.
        cssCodeSplit: false,
        // Builds no preload lists: nearly all dependencies of lazy parts are loaded already, and the lists would be in
        // each first view.
        modulePreload: { polyfill: false, resolveDependencies: () => [] },
        rolldownOptions: {
          input: 'src/entry-client.tsx',
          output: {
            codeSplitting: {
              groups: [
                // Changes only with library versions, so browsers cache the file across releases.
                { name: 'vendor', test: VENDOR, priority: 2 },
                // One file is smaller than twenty, and most pages need most of them.
                { name: 'common', test: COMMON, minShareCount: COMMON_PARTS_MIN, priority: 1 },
                ...sharedFileGroups,
              ],
            },
          },
        },
      },
    },
    // The staff's client has files of its own, so that those of visitors do not depend on it.
    manage: {
      consumer: 'client',
      build: {
        outDir: 'dist/manage',
        assetsDir: 'assets/manage',
        copyPublicDir: false,
        manifest: true,
        cssCodeSplit: false,
        modulePreload: { polyfill: false, resolveDependencies: () => [] },
        rolldownOptions: {
          input: 'src/manage/entry-manage.tsx',
          output: { codeSplitting: { groups: [{ name: 'vendor', test: VENDOR }] } },
        },
      },
    },
    ssr: {
      resolve: { noExternal: true },
      keepProcessEnv: false,
      build: {
        outDir: 'dist/server',
        target: 'node20',
        minify: false,
        emitAssets: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: 'src/entry-server.tsx',
          output: { entryFileNames: 'entry-server.js', codeSplitting: false },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'manage', 'ssr']) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
    },
  },
  test: {
    name: 'web',
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:8080/' } },
    setupFiles: ['src/testing/fresh-modules.ts', 'src/testing/setup.ts'],
    sequence: { setupFiles: 'list' },
    // Suites share a process and its document, which saves two thirds of the time; the setup files reset both.
    isolate: false,
    // Processes instead of threads: Node's BroadcastChannel reaches all threads of a process, across suites.
    pool: 'forks',
    maxWorkers: 3,
    testTimeout: 40_000,
    expect: { poll: { timeout: 20_000 } },
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
  },
}))
