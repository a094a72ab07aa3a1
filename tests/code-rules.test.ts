import { describe, expect, it } from 'vitest'
import {
  findForcedCasts,
  findFullFolders,
  findLongFunctions,
  findMisnamedSoakSuites,
  findPackagePatches,
} from './code-rules.ts'
import { readSources } from './source-files.ts'

const sources = readSources()
const makeSource = (file: string, text: string) => new Map([[file, text]])

describe('build plugins', () => {
  it('do not modify published packages', () => {
    expect(findPackagePatches(sources)).toEqual([])
  })

  it('are reported when they read packages', () => {
    const plugin = `const code = readFileSync('node_modules/react-router/index.mjs')`
    expect(findPackagePatches(makeSource('apps/web/router-plugin.ts', plugin))).toHaveLength(1)
  })
})

describe('suites with soak figures', () => {
  it('have names that the soak run selects', () => {
    expect(findMisnamedSoakSuites(sources)).toEqual([])
  })

  it('are reported when name and figures do not match', () => {
    const text = `import { ${'figure'} } from './figure.ts'`
    expect(findMisnamedSoakSuites(makeSource('tests/kill.test.ts', text))).toHaveLength(1)
    expect(findMisnamedSoakSuites(makeSource('tests/kill.soak.test.ts', ''))).toHaveLength(1)
    expect(findMisnamedSoakSuites(makeSource('tests/kill.soak.test.ts', text))).toEqual([])
  })
})

describe('a cast around the type checker', () => {
  it('occurs in no source file', () => {
    expect(findForcedCasts(sources)).toEqual([])
  })

  it('is reported outside tests', () => {
    const cast = `const app = server as ${'unknown as'} App`
    expect(findForcedCasts(makeSource('apps/bff/src/app.ts', cast))).toHaveLength(1)
    expect(findForcedCasts(makeSource('apps/bff/src/app.test.ts', cast))).toEqual([])
  })
})

describe('the size limit', () => {
  it('holds for every function and folder', () => {
    expect(findLongFunctions(sources)).toEqual([])
    expect(findFullFolders([...sources.keys()])).toEqual([])
  })

  it('reports a function over 120 lines', () => {
    const text = `export function run() {\n${'  work()\n'.repeat(119)}}`
    expect(findLongFunctions(makeSource('apps/bff/src/app.ts', text))).toHaveLength(1)
    expect(findLongFunctions(makeSource('apps/bff/src/app.ts', text.replace('  work()\n', '')))).toEqual([])
  })

  it('reports a folder over 35 files', () => {
    const files = Array.from({ length: 36 }, (_none, nth) => `apps/bff/src/file-${nth}.ts`)
    expect(findFullFolders(files)).toEqual(['apps/bff/src: 36'])
    expect(findFullFolders(files.slice(1))).toEqual([])
  })
})
