import { CATEGORY } from '#constants.ts'

/**
 * Paths of earlier footers → the current address of their content (specification, section 2). The BFF answers 301, the client
 * redirects without it. The module loads no schemas, because web imports it.
 */
export const MOVED_PATHS: readonly (readonly [from: string, to: string])[] = [
  ['/news', `/tags?categoryId=${CATEGORY.news}`],
  ['/research', `/tags?categoryId=${CATEGORY.research}`],
  ['/gem-encyclopedia', '/gem'],
  ['/inspection', '/rangeDetail'],
]

/** Builds the target of a moved path with the requested query; parameters of the target take precedence. */
export function buildMovedAddress(to: string, requested: URLSearchParams): string {
  const [path = '', own] = to.split('?')
  const query = new URLSearchParams(own)
  for (const [name, value] of requested) if (!query.has(name)) query.append(name, value)
  const search = query.toString()
  return search ? `${path}?${search}` : path
}
