import { type ArticleListItem, listArticles } from '@portal/contract/articles/articles.ts'
import {
  CATEGORY,
  HOUR_MS,
  MINUTE_MS,
  PAGE_CATEGORY,
  PAGE_SIZE_MAX,
  STANDING_PAGES,
} from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import { toInstantMs, toWireDate } from '@portal/contract/time.ts'
import { type CacheTimes, type Loaded, StaleCache } from '#cache/stale-cache.ts'
import type { CallService } from '#calls/call-service.ts'
import { upstreamBroken } from '#errors.ts'
import type { Caller } from '#request/caller.ts'
import { makeArticlePath } from './article-address.ts'
import { escapeXml, XML_DECLARATION } from './xml.ts'

/** A page in the sitemap. */
interface SitemapPage {
  path: string
  /** Epoch ms of the last change that is known. */
  changedAtMs: number | null
}

/** Lists of one category, which are as recent as the newest article in them. */
const LISTS: readonly (readonly [path: string, categoryId: number])[] = [
  [`/tags?categoryId=${CATEGORY.news}`, CATEGORY.news],
  [`/tags?categoryId=${CATEGORY.research}`, CATEGORY.research],
  ['/gem', CATEGORY.gem],
  ['/surrounding', CATEGORY.merchandise],
]
/** Pages that show the newest articles of all categories. */
const OVERVIEWS = ['/', '/archive', '/category']
/** Pages without a known time of change. */
const OTHERS = [
  '/certificate-check',
  '/en/certificate-check',
  '/log',
  '/developers',
  '/say',
  '/hot',
  '/navigation',
  ...Object.values(STANDING_PAGES),
]

/** Limit of the sitemap protocol (sitemaps.org). */
const SITEMAP_MAX = 50_000
/** Concurrent requests for pages of the list: visitors' calls have priority. */
const WALKERS = 4
const TIMES: CacheTimes = { freshMs: 10 * MINUTE_MS, refreshMs: 6 * HOUR_MS, keepMs: 24 * HOUR_MS }

export interface Sitemap {
  /**
   * Returns the whole sitemap as XML, at most ten minutes old while upstream is there.
   * @throws AppError when the articles cannot be listed: half a sitemap would say that the others are gone
   */
  xml(origin: string, caller: Caller): Promise<string>
}

export function createSitemap({ service, now }: { service: CallService; now: () => number }): Sitemap {
  const cache = new StaleCache<readonly SitemapPage[]>({ now, maxSize: Number.MAX_SAFE_INTEGER, getSize: () => 1 })

  /**
   * Returns all published articles, in the order of the list; an article that moves during the walk is included once.
   */
  async function walk(caller: Caller): Promise<Loaded<readonly SitemapPage[]>> {
    const rows = new Map<number, ArticleListItem>()
    let isProvisional = false
    const readPage = async (pageNo: number): Promise<number> => {
      const query = { pageNo, pageSize: PAGE_SIZE_MAX }
      const { envelope, cached } = await service.perform(listArticles, { query }, caller)
      if (envelope.code !== CODE.ok) throw upstreamBroken(`${envelope.code} for page ${pageNo} of the articles`)
      if (cached?.state === 'stale') isProvisional = true
      const { records, pages } = envelope.data as { records: ArticleListItem[]; pages: number }
      for (const row of records) rows.set(row.id, row)
      return pages
    }
    const pageCount = Math.min(await readPage(1), SITEMAP_MAX / PAGE_SIZE_MAX)
    let pageNo = 1
    const walkOn = async () => {
      while (pageNo < pageCount) {
        pageNo += 1
        await readPage(pageNo)
      }
    }
    await Promise.all(Array.from({ length: WALKERS }, walkOn))
    return { value: toPages([...rows.values()]), isKept: true, isProvisional }
  }

  return {
    async xml(origin, caller) {
      const { value: pages } = await cache.get('pages', TIMES, () => walk(caller))
      return toXml(origin, pages)
    },
  }
}

function toPages(rows: readonly ArticleListItem[]): SitemapPage[] {
  const articles = rows
    .filter(({ categoryId }) => Number(categoryId) !== PAGE_CATEGORY)
    .map((row) => ({
      path: makeArticlePath(row),
      changedAtMs: toInstantMs(row.createTime),
      category: Number(row.categoryId),
    }))
  const newest = new Map<number, number>()
  for (const { category, changedAtMs } of articles) {
    newest.set(category, Math.max(newest.get(category) ?? 0, changedAtMs ?? 0))
  }
  const newestOfAll = Math.max(0, ...newest.values())
  const known = new Set<number>(LISTS.map(([, category]) => category))
  const added = [...newest.keys()].filter((category) => category > 0 && !known.has(category))
  const lists = [...LISTS, ...added.map((category) => [`/category?categoryId=${category}`, category] as const)]
  return [
    ...OVERVIEWS.map((path) => ({ path, changedAtMs: newestOfAll || null })),
    ...lists.map(([path, category]) => ({ path, changedAtMs: newest.get(category) || null })),
    ...OTHERS.map((path) => ({ path, changedAtMs: null })),
    ...articles,
  ].slice(0, SITEMAP_MAX)
}

function toXml(origin: string, pages: readonly SitemapPage[]): string {
  const urls = pages.map(({ path, changedAtMs }) => {
    const changed = changedAtMs === null ? '' : `<lastmod>${toWireDate(changedAtMs)}</lastmod>`
    return `<url><loc>${escapeXml(origin + path)}</loc>${changed}</url>`
  })
  const root = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
  return `${[XML_DECLARATION, root, ...urls, '</urlset>'].join('\n')}\n`
}
