import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Relative import, or one of `#folder/…`, in a source file that the formatter has written. */
const IMPORT = /(?:from |import |import\()'([.#][^']+)'/g
const FEATURE = /^features\/([a-z-]+)\//
/** Their modules show nothing themselves: what matters is who imports them. */
const SHARED = /^(?:ui|domain|lib|live)\//
/** The staff's client has a style sheet of its own; the server sends the styles of the browser's build. */
const OTHER_CLIENTS = /^(?:manage|testing)\/|^entry-server|\.test\.tsx?$/
/** The pages of articles show comments. */
const SHEETS: Readonly<Record<string, string>> = { comments: 'articles' }
/** What more features show is in the sheet of the site. */
const FEATURES_MAX = 3

/**
 * Finds the style sheets of features that contain a CSS module: those of the features that show it. A module shown by the
 * shell or by many features is in none of them. Reads the sources, because the builds for browser and server must agree
 * before either has the graph of modules.
 * @param folder sources, absolute
 * @returns names of features in alphabetical order, by absolute path of the CSS module
 */
export function findFeatureSheets(folder: string): Map<string, string[]> {
  const importers = readImporters(folder)
  const sheets = new Map<string, string[]>()
  for (const file of globSync('**/*.module.css', { cwd: folder }).sort()) {
    const names = findFeatures(file, importers)
    if (names && names.size > 0 && names.size <= FEATURES_MAX) sheets.set(path.join(folder, file), [...names].sort())
  }
  return sheets
}

/** Returns the files that import each file. All paths are from the folder. */
function readImporters(folder: string): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>()
  for (const file of globSync('**/*.{ts,tsx}', { cwd: folder })) {
    if (OTHER_CLIENTS.test(file)) continue
    for (const [, name = ''] of readFileSync(path.join(folder, file), 'utf8').matchAll(IMPORT)) {
      const imported = name.startsWith('#') ? name.slice(1) : path.join(path.dirname(file), name)
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file))
    }
  }
  return importers
}

/** Returns the sheets of the features that show a file, or `undefined` if the shell shows it. */
function findFeatures(file: string, importers: ReadonlyMap<string, ReadonlySet<string>>): Set<string> | undefined {
  const names = new Set<string>()
  // Grows while it is read.
  const files = new Set([file])
  for (const each of files) {
    const feature = FEATURE.exec(each)?.[1]
    if (feature) names.add(SHEETS[feature] ?? feature)
    else if (!SHARED.test(each)) return undefined
    else for (const importer of importers.get(each) ?? []) files.add(importer)
  }
  return names
}
