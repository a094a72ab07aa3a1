import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Targets, transform } from 'lightningcss'
import { type Plugin, type Rolldown, version } from 'vite'
import { findFeatureSheets } from './feature-sheets.ts'

const MODULE = /\.module\.css$/
/** Source files, each with several drawings. */
const DRAWINGS = 'ui/figures/drawings/*.svg'
const VIRTUAL = 'virtual:part-files'

/**
 * Makes separate files of styles and drawings. Styles that only a few features use move from the sheet
 * of the site to `assets/FEATURE-HASH.css`, which the pages of the feature load by `withSheet`. Each drawing is also a file of its own,
 * `assets/DRAWING-HASH.svg`. All have the same hash, so that the scripts need no list of names. It is made from the sources, because
 * the builds for browser and server run separately. The development server has none of these files.
 * @param browsers entries of `browserslist`: the lowest version of each browser
 */
export function createPartFilesPlugin(folder: string, browsers: readonly string[]): Plugin {
  const sheetsByModule = findFeatureSheets(folder)
  /** Compiled styles by module. */
  const styles = new Map<string, string>()
  let hash: string | null = null
  return {
    name: 'part-files',
    configResolved({ command }) {
      hash = command === 'build' ? hashSources(folder, sheetsByModule) : null
    },
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    load: (id) => (id === `\0${VIRTUAL}` ? `export const partsHash = ${JSON.stringify(hash)}` : undefined),
    transform: {
      filter: { id: MODULE },
      handler(code, id) {
        if (this.environment.name !== 'client' || hash === null || !sheetsByModule.has(id)) return undefined
        styles.set(id, code)
        // The class names of the module stay.
        return ''
      },
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return
      const sheets = new Map<string, string>()
      for (const id of listModules(bundle)) {
        for (const name of sheetsByModule.get(id) ?? []) {
          sheets.set(name, (sheets.get(name) ?? '') + (styles.get(id) ?? ''))
        }
      }
      for (const [name, sheet] of sheets) {
        const fileName = `assets/${name}-${hash}.css`
        const { code } = transform({
          filename: fileName,
          code: Buffer.from(sheet),
          minify: true,
          targets: toTargets(browsers),
        })
        this.emitFile({ type: 'asset', fileName, source: code })
      }
      for (const [name, source] of readDrawings(folder)) {
        this.emitFile({ type: 'asset', fileName: `assets/${name}-${hash}.svg`, source })
      }
    },
  }
}

/** Lists the modules in the order of their execution: what a module imports comes before it. */
function listModules(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const seen = new Set<string>()
  const modules: string[] = []
  const collect = (chunk: Rolldown.OutputChunk) => {
    if (seen.has(chunk.fileName)) return
    seen.add(chunk.fileName)
    for (const imported of chunks.filter(({ fileName }) => chunk.imports.includes(fileName))) collect(imported)
    modules.push(...chunk.moduleIds)
  }
  for (const chunk of chunks) collect(chunk)
  return modules
}

/** Returns the SVG image of each drawing, by name. */
function readDrawings(folder: string): Map<string, string> {
  const sources = globSync(DRAWINGS, { cwd: folder }).map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
  const symbols = sources.flatMap((source) => [...source.matchAll(/<symbol id="([^"]+)".*?<\/symbol>/gs)])
  return new Map(
    symbols.map(([symbol, name = '']) => [name, `<svg xmlns="http://www.w3.org/2000/svg">${symbol}</svg>`]),
  )
}

/** The same for every build of the same sources. */
function hashSources(folder: string, sheetsByModule: ReadonlyMap<string, readonly string[]>): string {
  const hash = createHash('sha256').update(version)
  for (const [id, names] of sheetsByModule) hash.update(`${path.relative(folder, id)} ${names}`)
  for (const file of globSync(['**/*.css', DRAWINGS], { cwd: folder }).sort()) {
    hash.update(file).update(readFileSync(`${folder}/${file}`))
  }
  return hash.digest('hex').slice(0, 8)
}

/** Lightning CSS has a byte for each part of a version, as in `15.4.0`. */
function toTargets(browsers: readonly string[]): Targets {
  const entries = browsers.map((entry) => {
    const [name, version = ''] = entry.split(' ')
    const [major = 0, minor = 0] = version.split('.').map(Number)
    return [name, (major << 16) | (minor << 8)] as const
  })
  return Object.fromEntries(entries)
}
