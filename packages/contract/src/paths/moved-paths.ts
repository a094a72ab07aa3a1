import { CATEGORY } from '#constants.ts'

/**
 * Paths of earlier footers → the address of their content now (specification, section 2). The BFF answers 301, the
 * client redirects by itself. No schema weight: web imports it.
 */
export const MOVED_PATHS: readonly (readonly [from: string, to: string])[] = [
  ['/news', `/tags?categoryId=${CATEGORY.news}`],
  ['/research', `/tags?categoryId=${CATEGORY.research}`],
  ['/gem-encyclopedia', '/gem'],
  ['/inspection', '/rangeDetail'],
]

/** Target of a moved path with the query added; members of the target's own query win. */
export function movedAddress(to: string, requested: URLSearchParams): string {
  const [path = '', own] = to.split('?')
  const query = new URLSearchParams(own)
  for (const [name, value] of requested) if (!query.has(name)) query.append(name, value)
  const search = query.toString()
  return search ? `${path}?${search}` : path
}
