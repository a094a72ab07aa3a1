/// <reference types="vitest/config" />
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createLogger, defineConfig } from 'vite'
import { drawingsPlugin } from './drawings/vite-plugin.ts'
import { layersPlugin } from './layers-plugin.ts'

/**
 * React Router publishes its production build beside the development one but no condition that chooses it; without
 * this the page would ship the router's warnings (some 3 KB).
 */
const productionRouter = [
  { find: /^react-router\/dom$/, replacement: routerFile('dom-export.mjs') },
  { find: /^react-router$/, replacement: routerFile('index.mjs') },
]

function routerFile(name: string): string {
  return fileURLToPath(new URL(`../production/${name}`, import.meta.resolve('react-router')))
}

const VENDOR = /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\/[^?]*$/

/** A name, its badge and the icon of that: one file where a name is shown, instead of three. */
const PERSON = /\/src\/domain\/people\/(person-link|staff-badge)\.|\/@lucide\/icons\/.*id-card\./

const COMMON = /\/(src\/(ui|lib|domain|live)|packages\/contract|node_modules\/@lucide\/icons)\//
/** Of the parts that are loaded by themselves, pages among them. */
const COMMON_PARTS_MIN = 20

/** Without Vite's warning that composed rules have no source file to resolve a `url()` against: ours contain none. */
const logger = createLogger('warn')
const { warnOnce } = logger
logger.warnOnce = (message, options) => {
  if (!message.includes('did not pass the `from` option')) warnOnce(message, options)
}

export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  customLogger: logger,
  plugins: [react(), drawingsPlugin(), layersPlugin(fileURLToPath(new URL('src/styles/main.css', import.meta.url)))],
  resolve: { alias: command === 'build' ? productionRouter : [] },
  build: {
    target: ['chrome100', 'safari15.4'],
    sourcemap: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        // All styles are one sheet: in eighty pieces they weigh twice as much, and a slow line waits for each few.
        cssCodeSplit: false,
        // Lazy parts do not name the scripts they need, of which nearly all are there already: the list would weigh more
        // in every first view than it saves in a few later ones.
        modulePreload: { polyfill: false, resolveDependencies: () => [] },
        rolldownOptions: {
          input: 'src/entry-client.tsx',
          output: {
            codeSplitting: {
              groups: [
                // What changes with a new version of a library only; browsers keep it from release to release.
                { name: 'vendor', test: VENDOR, priority: 2 },
                // In one file they are smaller than in twenty, and most pages need most of them.
                { name: 'common', test: COMMON, minShareCount: COMMON_PARTS_MIN, priority: 1 },
                // After the common parts, or it would take those along that it uses itself.
                { name: 'person', test: PERSON },
              ],
            },
          },
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
      for (const name of ['client', 'ssr']) {
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
    // A process and its document go on to the next suite: a third of the time. The two files above leave it a clean one.
    isolate: false,
    // Not threads: Node's BroadcastChannel reaches all threads of a process, and suites would hear each other.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 40_000,
    expect: { poll: { timeout: 20_000 } },
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
  },
}))
