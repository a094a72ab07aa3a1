import path from 'node:path'

/** Where the repository lies on this machine; every script takes its paths from here, whatever the working folder. */
export const root = path.dirname(import.meta.dirname)

/** An absolute path below the repository's root. */
export function inRepository(...parts: string[]): string {
  return path.join(root, ...parts)
}

/** A command that an npm package brings, by its file, so that it runs on this very Node (`process.execPath`). */
export function packageBin(packagePath: string): string {
  return inRepository('node_modules', packagePath)
}
