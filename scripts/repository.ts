import path from 'node:path'

/** Absolute path of the repository, independent of the working folder. */
export const root = path.dirname(import.meta.dirname)

/** Returns an absolute path below the repository's root. */
export function getRepositoryPath(...parts: string[]): string {
  return path.join(root, ...parts)
}

/** Returns the file of a package's command, so that it runs on this Node (`process.execPath`). */
export function findPackageBin(packagePath: string): string {
  return getRepositoryPath('node_modules', packagePath)
}
