import { importsOf, resolveOwn } from './module-imports.ts'

/** The library that schemas are made with. It and they are for the servers: no browser downloads them. */
const SCHEMA_LIBRARY = 'typebox'

/**
 * Modules that web's code pulls in when it runs, and that make schemas; each as the way to it, `file → file → typebox`.
 * Taking types from them is free.
 *
 * @param sources text by path from the root
 */
export function findShippedSchemas(sources: ReadonlyMap<string, string>): string[] {
  const ways = new Map<string, string | null>()

  /** How the library is reached from a module; `null` if it is not. */
  function wayFrom(file: string): string | null {
    const known = ways.get(file)
    if (known !== undefined) return known
    ways.set(file, null)
    const way = findWay(file)
    ways.set(file, way)
    return way
  }

  function findWay(file: string): string | null {
    for (const { specifier, isType } of importsOf(file, sources.get(file) ?? '')) {
      if (isType) continue
      if (specifier === SCHEMA_LIBRARY || specifier.startsWith(`${SCHEMA_LIBRARY}/`)) return `${file} → ${specifier}`
      const target = resolveOwn(file, specifier)
      const way = target && sources.has(target) ? wayFrom(target) : null
      if (way) return `${file} → ${way}`
    }
    return null
  }

  return [...sources.keys()]
    .filter((file) => file.startsWith('apps/web/src/') && !/\.test\.tsx?$|\/testing\//.test(file))
    .map(wayFrom)
    .filter((way) => way !== null)
}
