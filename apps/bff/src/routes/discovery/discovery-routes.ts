import { type ArticleListItem, listArticles } from '@portal/contract/articles.ts'
import { CATEGORY, DAY_MS, PAGE_CATEGORY } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import { type Category, getSiteInfo, listCategories, type SiteInfo } from '@portal/contract/site.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { CallService } from '#calls/call-service.ts'
import { upstreamBroken } from '#errors.ts'
import { takeCall } from '#plugins/rate-limit.ts'
import type { Caller } from '#request/caller.ts'
import { clientAddress } from '#request/client-address.ts'
import { siteOrigin } from '#request/request-address.ts'
import { chooseEncoding } from '#responses/encodings.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'
import { toAtom } from './atom-feed.ts'
import { createSitemap } from './sitemap.ts'
import { createXmlDocuments, type XmlDocument } from './xml-documents.ts'

interface Options {
  service: CallService
  /** Pages that a client may have made; a sitemap or feed that is not kept counts as one. */
  budget: RateLimit
  publicOrigin: string | null
  now: () => number
}

/** Not for search engines: calls, what needs a login, and what only a writer sees. `$` ends the path. */
const CLOSED = [
  '/v1/',
  '/oauth/',
  '/bff/',
  '/logout',
  '/user',
  '/review',
  '/newposts',
  '/newSays',
  '/im$',
  '/im?',
  '/chat',
  '/notice/id',
]
const FEED_SIZE = 20
/** As the site's menu calls them, and the pages that list them. */
const KNOWN_CATEGORIES: Readonly<Record<number, { name: string; path: string }>> = {
  [CATEGORY.news]: { name: '新闻资讯', path: `/tags?categoryId=${CATEGORY.news}` },
  [CATEGORY.research]: { name: '研究', path: `/tags?categoryId=${CATEGORY.research}` },
  [CATEGORY.gem]: { name: '宝石百科', path: '/gem' },
  [CATEGORY.merchandise]: { name: '品牌周边', path: '/surrounding' },
}

/** What machines look for: robots.txt, sitemap.xml, feeds, security.txt. */
export const discoveryRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { service, budget, publicOrigin, now } = options
  const route = { config: { access: 'public', from: 'page' } } as const
  const sitemap = createSitemap({ service, now })
  const documents = createXmlDocuments(now)

  /** `null` for a category that is not there, or that stands in no list. */
  async function findCategory(id: number, caller: Caller): Promise<{ name: string; path: string } | null> {
    const known = KNOWN_CATEGORIES[id]
    if (known || id === PAGE_CATEGORY) return known ?? null
    const { envelope } = await service.perform(listCategories, {}, caller)
    if (envelope.code !== CODE.ok) throw upstreamBroken(`${envelope.code} for the categories`)
    const found = (envelope.data as Category[]).find((category) => category.id === id)
    return found ? { name: found.name, path: `/category?categoryId=${id}` } : null
  }

  /** The kept document at a path, whatever the client has had made; else one that is made for it. */
  async function kept(request: FastifyRequest, path: string, make: () => Promise<string>): Promise<XmlDocument> {
    const key = `${siteOrigin(request, publicOrigin)} ${path}`
    if (!documents.has(key)) await takeCall(budget, request)
    return documents.get(key, make)
  }

  async function feed(request: FastifyRequest, path: string, category?: { id: number; name: string; path: string }) {
    const filter = category ? { categoryId: category.id } : {}
    const caller = visitor(request)
    const [articles, site] = await Promise.all([
      service.perform(listArticles, { query: { ...filter, pageNo: 1, pageSize: FEED_SIZE } }, caller),
      service.perform(getSiteInfo, {}, caller),
    ])
    // An empty feed would say that there is nothing any more.
    if (articles.envelope.code !== CODE.ok) throw upstreamBroken(`${articles.envelope.code} for the articles`)
    const siteName = (site.envelope.code === CODE.ok && (site.envelope.data as SiteInfo).name) || ''
    return toAtom({
      origin: siteOrigin(request, publicOrigin),
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
    return ['User-agent: *', ...closed, '', `Sitemap: ${siteOrigin(request, publicOrigin)}/sitemap.xml`, ''].join('\n')
  })

  app.get('/sitemap.xml', route, async (request, reply) => {
    const make = () => sitemap.xml(siteOrigin(request, publicOrigin), visitor(request))
    return sendXml(request, reply, 'application/xml', await kept(request, '/sitemap.xml', make))
  })

  app.get('/feed.xml', route, async (request, reply) => {
    const document = await kept(request, '/feed.xml', () => feed(request, '/feed.xml'))
    return sendXml(request, reply, 'application/atom+xml', document)
  })

  app.get<{ Params: { id: string } }>('/feed/:id(^[1-9]\\d{0,8}).xml', route, async (request, reply) => {
    const id = Number(request.params.id)
    const category = await findCategory(id, visitor(request))
    if (!category) {
      return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('没有这个分类')
    }
    const path = `/feed/${id}.xml`
    const document = await kept(request, path, () => feed(request, path, { id, ...category }))
    return sendXml(request, reply, 'application/atom+xml', document)
  })

  app.get('/.well-known/security.txt', route, async (request, reply) => {
    const origin = siteOrigin(request, publicOrigin)
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400')
    // RFC 9116: an expiry at most a year ahead.
    const expires = new Date(now() + 180 * DAY_MS).toISOString()
    return `Contact: ${origin}/contact-us\nExpires: ${expires}\nPreferred-Languages: zh, en\nCanonical: ${origin}/.well-known/security.txt\n`
  })
}

function visitor(request: FastifyRequest): Caller {
  return { session: null, address: clientAddress(request), requestId: request.id }
}

async function sendXml(request: FastifyRequest, reply: FastifyReply, type: string, document: XmlDocument) {
  reply.type(`${type}; charset=utf-8`).header('cache-control', 'public, max-age=600').header('vary', 'accept-encoding')
  const encoding = chooseEncoding(request.headers['accept-encoding'], { br: false, gzip: true })
  if (encoding === 'identity') return reply.send(document.xml)
  return reply.header('content-encoding', 'gzip').send(await document.gzip())
}
