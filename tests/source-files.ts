import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.dirname(import.meta.dirname)
const FOLDERS = ['packages', 'apps', 'scripts', 'tests', 'bench']
const LEFT_OUT = new Set(['node_modules', 'dist', 'content', '.data'])

/** Reads our own sources: text by path from the root, with `/` on every system. */
export function readSources(): Map<string, string> {
  const paths = FOLDERS.flatMap(listFilesBelow).filter((file) => /\.(?:ts|tsx|mjs|mts)$/.test(file))
  return new Map(paths.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]))
}

function listFilesBelow(folder: string): string[] {
  try {
    return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
      if (LEFT_OUT.has(entry.name)) return []
      const file = `${folder}/${entry.name}`
      return entry.isDirectory() ? listFilesBelow(file) : [file]
    })
  } catch {
    // The folder `bench` is optional.
    return []
  }
}
