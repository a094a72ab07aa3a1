import { buildMovedAddress, MOVED_PATHS } from '../paths/moved-paths.ts'
import { findPagePath, PAGE_PATHS } from '../paths/page-paths.ts'
import { findTargetFault } from './menu-rules.ts'

/** Rules of redirects, the same for call, form and BFF. The module loads no schemas, because web imports it. */

export const REDIRECTS_MAX = 5000
export const REDIRECT_PATH_MAX = 200
export const REDIRECT_TARGET_MAX = 300

/** A source ends with `/*` for everything below it. */
export interface Redirect {
  from: string
  to: string
}

/** Paths of calls, files, certificates and the management: never a source, with everything below them. */
const RESERVED =
  /^\/(?:api|bff|v1|file|oauth|logout|wechat|dev|developers|manage|assets|c|e|en|share|log|certificate-check|healthz|readyz|metrics|\.well-known)(?:\/|$)/
const FILES_FOR_MACHINES = /^\/(?:sitemap\.xml|robots\.txt|favicon\.ico|feed)/
/** Articles, own pages and the page that may be merged into another, which exist only while they are published. */
const ARTICLES: readonly string[] = ['/article/:articleId', '/news-article/:articleId', '/p/:slug', '/about-gic']
const SHAPE = /^\/(?!\/)[^\s\p{Cc}\p{Cf}?#\\*]*$/u
const PREFIX_END = '/*'

/** Converts a path to the form in which sources are stored and compared: decoded, in lower case, without a final slash. */
export function toSourcePath(path: string): string {
  let plain = path.trim()
  try {
    plain = decodeURI(plain)
  } catch {
    // A broken escape stays as it is.
  }
  plain = plain.toLowerCase()
  // A regular expression would take a second for a hostile address of slashes.
  let end = plain.length
  while (end > 1 && plain[end - 1] === '/') end -= 1
  return plain.slice(0, end)
}

/** Finds the fault of a source in its stored form. Articles are checked by upstream, which knows the published ones. */
export function findSourceFault(from: string): string | null {
  const path = from.endsWith(PREFIX_END) ? from.slice(0, -PREFIX_END.length) : from
  if (!SHAPE.test(path) || /(?:^|\/)\.{1,2}(?:\/|$)|\/\//.test(path)) {
    return '旧地址是本站路径，如 /wenti.html，不写问号后面的部分；* 只能写在最后，如 /news/2024/*'
  }
  if (from.length > REDIRECT_PATH_MAX) return `旧地址不超过 ${REDIRECT_PATH_MAX} 字`
  if (path === '/') return '首页不能跳转'
  if (RESERVED.test(path) || FILES_FOR_MACHINES.test(path)) return `${path} 由网站使用，不能跳转`
  const isPrefix = from !== path
  const page = findPagePath(path)
  const isLive = page !== undefined && !ARTICLES.includes(page)
  const isKnown =
    PAGE_PATHS.some((one) => one.toLowerCase() === path && !ARTICLES.includes(one)) ||
    MOVED_PATHS.some(([one]) => one === path)
  const isAbovePages = PAGE_PATHS.some((one) => one.toLowerCase().startsWith(`${path}/`))
  return (isPrefix ? isAbovePages : isLive || isKnown) ? `${from} 有页面在用，不能跳转` : null
}

/** Whether a row of upstream may lead a reader on: not to `//evil.example`, and with no login token. */
function isRedirect(row: unknown): row is Redirect {
  const { from, to } = Object(row) as Partial<Record<keyof Redirect, unknown>>
  return typeof from === 'string' && typeof to === 'string' && findTargetFault(to) === null
}

/** Table of redirects: exact sources first, then the longest prefix. Rows that may lead nobody on are left out. */
export function createRedirectTable(given: readonly unknown[]) {
  const rows = given.filter(isRedirect)
  const exact = new Map(rows.filter(({ from }) => !from.endsWith(PREFIX_END)).map((row) => [row.from, row]))
  const prefixes = new Map(rows.filter(({ from }) => from.endsWith(PREFIX_END)).map((row) => [row.from, row]))
  function findPrefix(path: string): Redirect | undefined {
    if (prefixes.size === 0) return undefined
    for (let slash = path.lastIndexOf('/', REDIRECT_PATH_MAX); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const row = prefixes.get(path.slice(0, slash) + PREFIX_END)
      if (row) return row
    }
    return undefined
  }
  return {
    size: rows.length,
    /** @param path in the form of `toSourcePath` */
    find: (path: string): Redirect | undefined => exact.get(path) ?? findPrefix(path),
  }
}

/** Builds the address of a redirect with the query of the request. */
export function buildRedirectAddress(to: string, requested: URLSearchParams): string {
  return addQuery(to, requested).replace(/[^\x21-\x7e]+/g, encodeURIComponent)
}

/** Adds a query to a target, before its fragment. Parameters of the target take precedence. */
function addQuery(to: string, requested: URLSearchParams): string {
  const [address = '', ...fragment] = to.split('#')
  const moved = [...requested].length === 0 ? address : buildMovedAddress(address, requested)
  return [moved, ...fragment].join('#')
}

/** Redirects to store, or the first fault with the row that has it. */
export type RedirectPlan = { rows: Redirect[] } | { fault: string; at: number }

/**
 * Adds redirects to the stored ones, all or none. A chain is collapsed, so that every row leads to its end.
 * @returns the added rows, and stored ones with a new end
 */
export function planRedirects(stored: readonly Redirect[], added: readonly Redirect[]): RedirectPlan {
  const newRows = added.map(({ from, to }) => ({ from: toSourcePath(from), to: to.trim() }))
  const known = new Map(stored.map((row) => [row.from, row]))
  for (const [at, { from, to }] of newRows.entries()) {
    const fault = findSourceFault(from) ?? findTargetFault(to)
    if (fault) return { fault, at }
    const other = known.get(from)
    if (other) return { fault: `${from} 已有跳转，去 ${other.to}`, at }
    known.set(from, { from, to })
  }
  const all = [...newRows, ...stored]
  if (all.length > REDIRECTS_MAX) return { fault: `最多 ${REDIRECTS_MAX} 条`, at: newRows.length - 1 }
  const places = new Map(newRows.map(({ from }, at) => [from, at]))
  const findEnd = createEndFinder(createRedirectTable(all))
  const changed: Redirect[] = []
  for (const row of all) {
    const end = findEnd(row)
    const at = places.get(row.from)
    if ('loop' in end) {
      const { from, to } = end.loop
      const back = end.loop === row ? '' : `，而 ${from} → ${to}`
      return { fault: `会绕成一圈：${row.from} → ${row.to}${back}`, at: at ?? 0 }
    }
    if (end.to.length > REDIRECT_TARGET_MAX) {
      return { fault: `${row.from} 最后去的地址超过 ${REDIRECT_TARGET_MAX} 字`, at: at ?? 0 }
    }
    if (at !== undefined || end.to !== row.to) changed.push({ from: row.from, to: end.to })
  }
  return { rows: changed }
}

type End = { to: string } | { loop: Redirect }

/**
 * Returns a function that follows a redirect to the target that no other row moves on. Each row is followed once, so that
 * a chain of all rows takes no longer than rows without one.
 */
function createEndFinder(table: ReturnType<typeof createRedirectTable>): (row: Redirect) => End {
  const ends = new Map<Redirect, End>()
  return (row) => {
    const passed = new Set<Redirect>()
    let end: End | undefined
    for (let last = row; end === undefined; ) {
      passed.add(last)
      const next = findNext(table, last)
      if (next && passed.has(next)) end = { loop: last }
      else if (next && !ends.has(next)) last = next
      else end = next ? ends.get(next) : { to: last.to }
    }
    for (const one of [...passed].reverse()) {
      if ('to' in end && end.to.length <= REDIRECT_TARGET_MAX && findNext(table, one))
        end = { to: addQuery(end.to, readQuery(one.to)) }
      ends.set(one, end)
    }
    return end
  }
}

function findNext(table: ReturnType<typeof createRedirectTable>, { to }: Redirect): Redirect | undefined {
  // Browsers resolve dots in a path before they request it.
  return to.startsWith('/') ? table.find(toSourcePath(new URL(to, 'http://site').pathname)) : undefined
}

const readQuery = (to: string) => new URLSearchParams(to.split('#', 1)[0]?.split('?')[1])
