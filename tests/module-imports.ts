import path from 'node:path'
import { parseSync } from 'vite'

export interface ModuleImport {
  specifier: string
  /** A type-only import, which does not exist at run time. */
  isType: boolean
}

const PACKAGE_FOLDERS: Readonly<Record<string, string>> = {
  '@portal/contract': 'packages/contract/src',
  '@portal/server': 'packages/server/src',
  '@portal/web': 'apps/web',
  '@portal/bff': 'apps/bff',
  '@portal/upstream': 'apps/upstream',
  '@portal/doctor': 'apps/doctor',
}

/** Returns all imports and re-exports of a module, including types. */
export function listImports(file: string, text: string): ModuleImport[] {
  const { module } = parseSync(file, text)
  const imports = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    isType: entries.length > 0 && entries.every((entry) => entry.isType),
  }))
  const exports = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ specifier: moduleRequest.value, isType }] : []))
  // The parser does not list dynamic imports, and types written as `import('./x.ts').X`.
  const calls = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map((match) => ({
    specifier: match[1] ?? '',
    isType: false,
  }))
  return [...imports, ...exports, ...calls]
}

/** Returns the path from the root for our own module; `null` for a package. */
export function resolveOwn(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)
  if (specifier.startsWith('#')) {
    const workspace = file.split('/').slice(0, 2).join('/')
    return `${workspace}/src/${specifier.slice(1)}`
  }
  const name = Object.keys(PACKAGE_FOLDERS).find((known) => specifier === known || specifier.startsWith(`${known}/`))
  return name ? `${PACKAGE_FOLDERS[name]}${specifier.slice(name.length)}` : null
}
