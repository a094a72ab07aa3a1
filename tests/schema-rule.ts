import { listImports, resolveOwn } from './module-imports.ts'

/** The schema library. It and the schemas must not be sent to browsers. */
const SCHEMA_LIBRARY = 'typebox'

/**
 * Finds modules with schemas that web imports at run time, each as a path of imports, `file → file → typebox`. Type
 * imports are allowed.
 * @param sources text by path from the root
 */
export function findShippedSchemas(sources: ReadonlyMap<string, string>): string[] {
  const ways = new Map<string, string | null>()

  /** Returns the path of imports from a module to the library; `null` when there is none. */
  function findCachedPath(file: string): string | null {
    const known = ways.get(file)
    if (known !== undefined) return known
    ways.set(file, null)
    const way = findPath(file)
    ways.set(file, way)
    return way
  }

  function findPath(file: string): string | null {
    for (const { specifier, isType } of listImports(file, sources.get(file) ?? '')) {
      if (isType) continue
      if (specifier === SCHEMA_LIBRARY || specifier.startsWith(`${SCHEMA_LIBRARY}/`)) return `${file} → ${specifier}`
      const target = resolveOwn(file, specifier)
      const way = target && sources.has(target) ? findCachedPath(target) : null
      if (way) return `${file} → ${way}`
    }
    return null
  }

  return [...sources.keys()]
    .filter((file) => file.startsWith('apps/web/src/') && !/\.test\.tsx?$|\/testing\//.test(file))
    .map(findCachedPath)
    .filter((way) => way !== null)
}
