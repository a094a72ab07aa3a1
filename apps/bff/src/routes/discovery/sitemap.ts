import { type ArticleListItem, listArticles } from '@portal/contract/articles/articles.ts'
import { listPublishedPages, type PublishedPage } from '@portal/contract/articles/own-pages.ts'
import type { Call } from '@portal/contract/call.ts'
import type { DataFor } from '@portal/contract/calls.ts'
import { listPosts } from '@portal/contract/community/posts.ts'
import {
  CATEGORY,
  HOUR_MS,
  MINUTE_MS,
  PAGE_CATEGORY,
  PAGE_SIZE_MAX,
  SECOND_MS,
  STANDING_PAGES,
} from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import { readOrderTable } from '@portal/contract/orders/orders.ts'
import { getHotSearches, listNavigations, type NavigationGroup } from '@portal/contract/site/directory.ts'
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

/** Addresses of the lists of categories that have a page of their own. */
const LISTS: ReadonlyMap<number, string> = new Map<number, string>([
  [CATEGORY.news, `/tags?categoryId=${CATEGORY.news}`],
  [CATEGORY.research, `/tags?categoryId=${CATEGORY.research}`],
  [CATEGORY.gem, '/gem'],
  [CATEGORY.merchandise, '/surrounding'],
])
/** Pages that show the newest articles of all categories, and nothing without an article. */
const OVERVIEWS = ['/archive', '/category']
/** Pages that have their text on every site, without a known time of change. */
const OTHERS = ['/certificate-check', '/en/certificate-check', '/log', '/developers']
/** Pages of other lists, whose first rows these calls answer. */
const OTHER_LISTS: readonly {
  path: string
  call: Call
  query?: Record<string, unknown>
  isEmpty(data: never): boolean
}[] = [
  {
    path: '/say',
    call: listPosts,
    query: { pageNo: 1, pageSize: 1 },
    isEmpty: ({ records }: DataFor<'GET /v1/say/getSayList'>) => records.length === 0,
  },
  {
    path: '/hot',
    call: getHotSearches,
    query: { type: 'site' },
    isEmpty: ({ data }: DataFor<'GET /v1/hot'>) => data.length === 0,
  },
  {
    path: '/navigation',
    call: listNavigations,
    isEmpty: (groups: NavigationGroup[]) => groups.every(({ navigations }) => navigations.length === 0),
  },
  {
    path: '/orders/new',
    call: readOrderTable,
    isEmpty: ({ services }: DataFor<'GET /v1/orders/table'>) => services.length === 0,
  },
]
/** The page that shows more than its text: readers can open it before it is written. */
const ALWAYS_SHOWN = '/contact-us'

/** Limit of the sitemap protocol (sitemaps.org). */
const SITEMAP_MAX = 50_000
/** Concurrent requests for pages of the list: visitors' calls have priority. */
const WALKERS = 4
/** Robots come once a day: one that finds an older sitemap waits for a new one. The XML made of it is kept for a minute more. */
const TIMES: CacheTimes = { freshMs: 9 * MINUTE_MS, refreshMs: 9 * MINUTE_MS, keepMs: 24 * HOUR_MS }
/** Maximum wait for a new sitemap while there is an old one: 50,000 articles are 500 calls. ms. */
export const SITEMAP_PATIENCE_MS = 20 * SECOND_MS

export interface Sitemap {
  /**
   * Returns the whole sitemap as XML, at most nine minutes old while upstream answers in time.
   * @throws AppError when the articles cannot be listed: half a sitemap would say that the others are gone
   */
  xml(origin: string, caller: Caller): Promise<string>
}

export function createSitemap({ service, now }: { service: CallService; now: () => number }): Sitemap {
  const cache = new StaleCache<readonly SitemapPage[]>({
    now,
    maxSize: Number.MAX_SAFE_INTEGER,
    getSize: () => 1,
    patienceMs: SITEMAP_PATIENCE_MS,
  })

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
    const pages = [...(await readOtherLists(caller)), ...(await readPages(caller))]
    return { value: toPages([...rows.values()], pages), isKept: true, isProvisional }
  }

  /** Returns the pages of other lists, without those that upstream answers to be empty. */
  async function readOtherLists(caller: Caller): Promise<SitemapPage[]> {
    const found = await Promise.all(
      OTHER_LISTS.map(async ({ path, call, query = {}, isEmpty }) => {
        const answer = await service.perform(call, { query }, caller).catch(() => null)
        return answer?.envelope.code === CODE.ok && isEmpty(answer.envelope.data as never) ? [] : [path]
      }),
    )
    return found.flat().map((path) => ({ path, changedAtMs: null }))
  }

  /** Returns the published pages; all standing pages where upstream does not know the call. */
  async function readPages(caller: Caller): Promise<SitemapPage[]> {
    const answer = await service.perform(listPublishedPages, {}, caller).catch(() => null)
    if (answer?.envelope.code !== CODE.ok)
      return Object.values(STANDING_PAGES).map((path) => ({ path, changedAtMs: null }))
    const pages = (answer.envelope.data as PublishedPage[]).map(({ path, changeTime }) => ({
      path,
      changedAtMs: toInstantMs(changeTime),
    }))
    return pages.some(({ path }) => path === ALWAYS_SHOWN)
      ? pages
      : [...pages, { path: ALWAYS_SHOWN, changedAtMs: null }]
  }

  return {
    async xml(origin, caller) {
      const { value: pages } = await cache.get('pages', TIMES, () => walk(caller))
      return toXml(origin, pages)
    },
  }
}

function toPages(rows: readonly ArticleListItem[], pages: readonly SitemapPage[]): SitemapPage[] {
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
  // A list is as recent as its newest article; one without an article is left out.
  const lists = [...newest].map(([category, changedAtMs]) => ({
    path: LISTS.get(category) ?? `/category?categoryId=${category}`,
    changedAtMs: changedAtMs || null,
  }))
  return [
    { path: '/', changedAtMs: newestOfAll || null },
    ...(articles.length > 0 ? OVERVIEWS : []).map((path) => ({ path, changedAtMs: newestOfAll || null })),
    ...lists,
    ...OTHERS.map((path) => ({ path, changedAtMs: null })),
    ...pages,
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
