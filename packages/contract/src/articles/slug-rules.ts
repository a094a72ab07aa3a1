/** Rules of the addresses that staff give to articles and pages. The module loads no schemas, because web imports it. */

export const SLUG_MAX = 60
const SLUG_MIN = 2
/** Largest number of own pages. */
export const OWN_PAGES_MAX = 200

/** Words that addresses of the site have, or that readers would take for such. */
const RESERVED_SLUGS: readonly string[] = [
  'new',
  'edit',
  'preview',
  'admin',
  'manage',
  'api',
  'bff',
  'v1',
  'file',
  'en',
  'p',
  'index',
  'feed',
  'sitemap',
  'robots',
  'login',
]

/** Finds the fault of an address; `null` for a valid one. */
export function findSlugFault(slug: string): string | null {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) return '只能用小写字母、数字和中间的短横'
  if (slug.length < SLUG_MIN || slug.length > SLUG_MAX) return `地址为 ${SLUG_MIN}–${SLUG_MAX} 个字符`
  if (/^\d+$/.test(slug)) return '地址不能只有数字'
  return RESERVED_SLUGS.includes(slug) ? `${slug} 由网站使用，请换一个` : null
}

/**
 * Proposes a valid address: the Latin words and digits of a text. A text that has none of them gets `page`.
 * @param isTaken whether another article or page has the address
 */
export function proposeSlug(text: string, isTaken: (slug: string) => boolean = () => false): string {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .match(/[a-z0-9]+/g)
  const joined = words?.join('-') ?? 'page'
  // Room is left for a number behind it.
  const base = (/^\d+$/.test(joined) ? `page-${joined}` : joined).slice(0, SLUG_MAX - 4).replace(/-$/, '')
  const isFree = (slug: string) => findSlugFault(slug) === null && !isTaken(slug)
  let slug = base
  for (let number = 2; !isFree(slug); number += 1) slug = `${base}-${number}`
  return slug
}

/** Address of an article that has a slug. */
export const toSlugPath = (slug: string): string => `/article/${slug}`

/** Address of an own page on this site. */
export const toOwnPath = (slug: string): string => `/p/${slug}`
