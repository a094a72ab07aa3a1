import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Static or dynamic import of another source file: a relative path, or one that begins with `#`. */
const IMPORT = /(?:from |import |import\()'([.#][^']+)'/g
const FEATURE = /^features\/([a-z-]+)\//
/** Folders that features share. A module in them belongs to the features that import it. */
const SHARED = /^(?:ui|domain|lib|live)\//
/** Files that are not part of the visitors' client, so their imports do not count. */
const OTHER_CLIENTS = /^(?:manage|testing)\/|^entry-server|\.test\.tsx?$/
/** The pages of articles show comments. */
const SHEETS: Readonly<Record<string, string>> = { comments: 'articles' }
/** Maximum number of features with their own copy of a module. If more use it, it is in the sheet of the site. */
const FEATURES_MAX = 3

/**
 * Finds the CSS modules that belong in the style sheets of features instead of the sheet of the site: those that only a
 * few features use. Reads the imports from the sources, because the builds for browser and server run separately and
 * must get the same result.
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

/** Returns the sheets of the features that use a file, or `undefined` if the shell uses it. */
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
