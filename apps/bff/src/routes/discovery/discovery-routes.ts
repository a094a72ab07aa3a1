import { type ArticleListItem, listArticles } from '@portal/contract/articles/articles.ts'
import { CATEGORY, DAY_MS, MINUTE_MS, PAGE_CATEGORY } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import { toOpenApi } from '@portal/contract/openapi.ts'
import { partnerCalls } from '@portal/contract/partners/partner-calls.ts'
import { type Category, getSiteInfo, listCategories, type SiteInfo } from '@portal/contract/site/site.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type CacheTimes, StaleCache } from '#cache/stale-cache.ts'
import type { CallService } from '#calls/call-service.ts'
import { upstreamBroken } from '#errors.ts'
import { takeCall } from '#plugins/rate-limit.ts'
import type { Caller } from '#request/caller.ts'
import { getClientAddress } from '#request/client-address.ts'
import { getSiteOrigin } from '#request/request-address.ts'
import { CachedResponse } from '#responses/cached-response.ts'
import { chooseEncoding } from '#responses/encodings.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'
import { toAtom } from './atom-feed.ts'
import { createSitemap, SITEMAP_PATIENCE_MS } from './sitemap.ts'

interface Options {
  service: CallService
  /** Budget of one client for renders; a sitemap or feed that is not cached counts as one. */
  budget: RateLimit
  publicOrigin: string | null
  now: () => number
}

/** Paths closed to search engines: calls, pages that need a login, editors' pages. `$` ends the path. */
const CLOSED = [
  ...['/v1/', '/oauth/', '/bff/', '/logout', '/user', '/review', '/newposts', '/newSays', '/my-orders'],
  ...['/im$', '/im?', '/chat', '/notice/id'],
]
const FEED_SIZE = 20
/** Memory for sitemap and feeds, in characters. */
const CACHE_CHARS = 64_000_000
/** Readers of feeds and robots come seldom: one that finds an older document waits for a new one. */
const TIMES: CacheTimes = { freshMs: 1 * MINUTE_MS, refreshMs: 1 * MINUTE_MS, keepMs: 1 * DAY_MS }
/** Categories in the site's menu with their names, and the pages that list them. */
const KNOWN_CATEGORIES: Readonly<Record<number, { name: string; path: string }>> = {
  [CATEGORY.news]: { name: '新闻资讯', path: `/tags?categoryId=${CATEGORY.news}` },
  [CATEGORY.research]: { name: '研究', path: `/tags?categoryId=${CATEGORY.research}` },
  [CATEGORY.gem]: { name: '宝石百科', path: '/gem' },
  [CATEGORY.merchandise]: { name: '品牌周边', path: '/surrounding' },
}

/** Serves files that machines look for: robots.txt, sitemap.xml, feeds, security.txt, and the calls of partners. */
export const discoveryRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { service, budget, publicOrigin, now } = options
  const route = { config: { access: 'public', from: 'page' } } as const
  const sitemap = createSitemap({ service, now })
  const documents = new StaleCache<CachedResponse>({
    now,
    maxSize: CACHE_CHARS,
    getSize: ({ text }) => text.length,
    patienceMs: SITEMAP_PATIENCE_MS,
  })

  /** Returns `null` for an unknown category, and for one that no page lists. */
  async function findCategory(id: number, caller: Caller): Promise<{ name: string; path: string } | null> {
    const known = KNOWN_CATEGORIES[id]
    if (known || id === PAGE_CATEGORY) return known ?? null
    const { envelope } = await service.perform(listCategories, {}, caller)
    if (envelope.code !== CODE.ok) throw upstreamBroken(`${envelope.code} for the categories`)
    const found = (envelope.data as Category[]).find((category) => category.id === id)
    return found ? { name: found.name, path: `/category?categoryId=${id}` } : null
  }

  /**
   * Returns the document at a path, at most a minute old while it can be made. Making it counts against the client's
   * budget.
   */
  async function getCached(
    request: FastifyRequest,
    path: string,
    make: () => Promise<string>,
  ): Promise<CachedResponse> {
    const key = `${getSiteOrigin(request, publicOrigin)} ${path}`
    const current = documents.fresh(key, () => TIMES.keepMs)?.value
    if (!current) await takeCall(budget, request)
    const { value } = await documents.get(key, TIMES, async () => {
      const text = await make()
      // An unchanged document keeps its compressed copy.
      return { value: current?.text === text ? current : new CachedResponse(200, text), isKept: true }
    })
    return value
  }

  async function makeFeed(
    request: FastifyRequest,
    path: string,
    category?: { id: number; name: string; path: string },
  ) {
    const filter = category ? { categoryId: category.id } : {}
    const caller = getVisitor(request)
    const [articles, site] = await Promise.all([
      service.perform(listArticles, { query: { ...filter, pageNo: 1, pageSize: FEED_SIZE } }, caller),
      service.perform(getSiteInfo, {}, caller),
    ])
    // An empty feed would mean that all articles are gone.
    if (articles.envelope.code !== CODE.ok) throw upstreamBroken(`${articles.envelope.code} for the articles`)
    const siteName = (site.envelope.code === CODE.ok && (site.envelope.data as SiteInfo).name) || ''
    return toAtom({
      origin: getSiteOrigin(request, publicOrigin),
      path,
      pagePath: category?.path ?? '/',
      title: category ? [category.name, siteName].filter(Boolean).join(' - ') : siteName,
      siteName,
      rows: (articles.envelope.data as { records: ArticleListItem[] }).records,
    })
  }

  app.get('/robots.txt', route, async (request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600')
    const closed = CLOSED.map((path) => `Disallow: ${path}`)
    return ['User-agent: *', ...closed, '', `Sitemap: ${getSiteOrigin(request, publicOrigin)}/sitemap.xml`, ''].join(
      '\n',
    )
  })

  app.get('/sitemap.xml', route, async (request, reply) => {
    const make = () => sitemap.xml(getSiteOrigin(request, publicOrigin), getVisitor(request))
    return sendDocument(request, reply, 'application/xml', await getCached(request, '/sitemap.xml', make))
  })

  app.get('/feed.xml', route, async (request, reply) => {
    const document = await getCached(request, '/feed.xml', () => makeFeed(request, '/feed.xml'))
    return sendDocument(request, reply, 'application/atom+xml', document)
  })

  app.get<{ Params: { id: string } }>('/feed/:id(^[1-9]\\d{0,8}).xml', route, async (request, reply) => {
    const id = Number(request.params.id)
    const category = await findCategory(id, getVisitor(request))
    if (!category) {
      return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('没有这个分类')
    }
    const path = `/feed/${id}.xml`
    const document = await getCached(request, path, () => makeFeed(request, path, { id, ...category }))
    return sendDocument(request, reply, 'application/atom+xml', document)
  })

  app.get('/developers/openapi.json', route, async (request, reply) => {
    const make = async () => {
      const document = toOpenApi({ title: '合作方接口', version: '1.0.0' }, partnerCalls)
      return JSON.stringify({ ...document, servers: [{ url: getSiteOrigin(request, publicOrigin) }] })
    }
    return sendDocument(request, reply, 'application/json', await getCached(request, '/developers/openapi.json', make))
  })

  app.get('/.well-known/security.txt', route, async (request, reply) => {
    const origin = getSiteOrigin(request, publicOrigin)
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400')
    // RFC 9116: an expiry at most a year ahead.
    const expires = new Date(now() + 180 * DAY_MS).toISOString()
    return `Contact: ${origin}/contact-us\nExpires: ${expires}\nPreferred-Languages: zh, en\nCanonical: ${origin}/.well-known/security.txt\n`
  })
}

function getVisitor(request: FastifyRequest): Caller {
  return { session: null, address: getClientAddress(request), requestId: request.id }
}

async function sendDocument(request: FastifyRequest, reply: FastifyReply, type: string, document: CachedResponse) {
  reply.type(`${type}; charset=utf-8`).header('cache-control', 'public, max-age=600').header('vary', 'accept-encoding')
  const encoding = chooseEncoding(request.headers['accept-encoding'], { br: false, gzip: true })
  if (encoding === 'identity') return reply.send(document.text)
  return reply.header('content-encoding', 'gzip').send(await document.encoded('gzip'))
}
