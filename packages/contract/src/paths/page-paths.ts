/**
 * The public pages, as their visits are counted: `:` marks a variable part of a path. The module loads no schemas. A test
 * compares the list with the routes of the pages.
 */
export const PAGE_PATHS = [
  ...['/', '/tags', '/gem', '/surrounding', '/certificate-check', '/certificate-check/receipt'],
  ...['/certificate-check/withdrawn', '/certificate-check/share', '/share/:secret', '/share/revoke'],
  ...[
    '/log',
    '/developers',
    '/orders/new',
    '/orders/progress',
    '/my-orders',
    '/certificate-check/report',
    '/rangeDetail',
    '/instrument',
    '/notice/:id',
    '/question',
    '/about',
    '/about-gic',
  ],
  ...['/statement', '/message', '/privacy', '/experts', '/join-us', '/contact-us', '/links', '/article/:articleId'],
  ...[
    '/news-article/:articleId',
    '/archive',
    '/category',
    '/hot',
    '/navigation',
    '/search',
    '/newposts',
    '/user',
    '/p/:slug',
  ],
  ...['/en/certificate-check', '/en/certificate-check/receipt', '/en/certificate-check/share'],
  ...['/en/share/:secret', '/en/share/revoke'],
  ...['/say', '/newSays', '/im', '/notice', '/notice/id', '/review', '/conversation'],
] as const

export type PagePath = (typeof PAGE_PATHS)[number]

const patterns = PAGE_PATHS.map((path) => ({ path, parts: path.split('/') }))
// Exact patterns come first: `/notice/id` before `/notice/:id`.
const exactFirst = patterns.sort((one, other) => Number(one.path.includes(':')) - Number(other.path.includes(':')))

/** Finds the pattern of a path, e.g. `/article/:articleId` of `/article/7`; `undefined` for an address without a page. */
export function findPagePath(pathname: string): PagePath | undefined {
  const given = pathname.split('/')
  if (given.length > 2 && given.at(-1) === '') given.pop()
  const fits = (parts: readonly string[]) =>
    parts.length === given.length && parts.every((part, at) => part.startsWith(':') || part === given[at])
  return exactFirst.find(({ parts }) => fits(parts))?.path
}
