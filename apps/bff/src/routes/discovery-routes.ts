import { type ArchiveMonth, type ArticleListItem, getArchive, listArticles } from '@portal/contract/articles.ts'
import { CATEGORY, DAY_MS } from '@portal/contract/constants.ts'
import { getSiteInfo, type SiteInfo } from '@portal/contract/site.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Caller, CallService } from '#calls/call-service.ts'
import { clientAddress, siteOrigin } from './request-address.ts'

interface Options {
  service: CallService
  publicOrigin: string | null
  now: () => number
}

/** Pages that always exist; articles are added from the archive. */
const STANDING_PAGES = ['/', `/tags?categoryId=${CATEGORY.news}`, `/tags?categoryId=${CATEGORY.research}`]
/** Limit of the sitemap protocol (sitemaps.org). */
const SITEMAP_MAX = 50_000
const FEED_SIZE = 20

/** What machines look for: robots.txt, sitemap.xml, feed.xml, security.txt. */
export const discoveryRoutes: FastifyPluginAsync<Options> = async (app, { service, publicOrigin, now }) => {
  const route = { config: { access: 'public', from: 'page' } } as const
  const visitor = (request: FastifyRequest): Caller => ({
    session: null,
    address: clientAddress(request),
    requestId: request.id,
  })

  app.get('/robots.txt', route, async (request, reply) => {
    const origin = siteOrigin(request, publicOrigin)
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600')
    const closed = ['/v1/', '/oauth/', '/bff/', '/logout', '/user', '/im', '/notice', '/newposts', '/newSays']
    return [
      'User-agent: *',
      ...closed.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${origin}/sitemap.xml`,
      '',
    ].join('\n')
  })

  app.get('/sitemap.xml', route, async (request, reply) => {
    const origin = siteOrigin(request, publicOrigin)
    const { envelope } = await service.perform(getArchive, {}, visitor(request))
    const months = envelope.code === 200 ? (envelope.data as ArchiveMonth[]) : []
    const articles = months.flatMap(({ list }) => list.map(({ id }) => `/article/${id}`))
    const pages = [...STANDING_PAGES, ...articles].slice(0, SITEMAP_MAX)
    reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=600')
    const urls = pages.map((path) => `<url><loc>${escapeXml(origin + path)}</loc></url>`).join('\n')
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`
  })

  app.get('/feed.xml', route, async (request, reply) => {
    const origin = siteOrigin(request, publicOrigin)
    const [articles, site] = await Promise.all([
      service.perform(listArticles, { query: { pageNo: 1, pageSize: FEED_SIZE } }, visitor(request)),
      service.perform(getSiteInfo, {}, visitor(request)),
    ])
    const rows =
      articles.envelope.code === 200 ? (articles.envelope.data as { records: ArticleListItem[] }).records : []
    const info = site.envelope.code === 200 ? (site.envelope.data as SiteInfo) : {}
    reply.type('application/atom+xml; charset=utf-8').header('cache-control', 'public, max-age=600')
    return toAtom(origin, info, rows)
  })

  app.get('/.well-known/security.txt', route, async (request, reply) => {
    const origin = siteOrigin(request, publicOrigin)
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400')
    // RFC 9116: an expiry at most a year ahead.
    const expires = new Date(now() + 180 * DAY_MS).toISOString()
    return `Contact: ${origin}/contact-us\nExpires: ${expires}\nPreferred-Languages: zh, en\nCanonical: ${origin}/.well-known/security.txt\n`
  })
}

/** Atom 1.0 (RFC 4287). */
function toAtom(origin: string, site: SiteInfo, rows: readonly ArticleListItem[]): string {
  const newest = rows.map((row) => toInstantMs(row.createTime)).filter((ms) => ms !== null)
  const updated = new Date(Math.max(0, ...newest)).toISOString()
  const entries = rows.map((row) => {
    const path = String(row.categoryId) === String(CATEGORY.news) ? `/news-article/${row.id}` : `/article/${row.id}`
    const at = new Date(toInstantMs(row.createTime) ?? 0).toISOString()
    return [
      '<entry>',
      `<id>${escapeXml(`${origin}/article/${row.id}`)}</id>`,
      `<title>${escapeXml(row.title)}</title>`,
      `<link href="${escapeXml(origin + path)}"/>`,
      `<updated>${at}</updated>`,
      `<summary>${escapeXml(row.summary ?? '')}</summary>`,
      '</entry>',
    ].join('')
  })
  const name = escapeXml(site.name ?? '')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="zh-CN">',
    `<id>${escapeXml(origin)}/</id><title>${name}</title><updated>${updated}</updated>`,
    `<author><name>${name}</name></author>`,
    `<link href="${escapeXml(origin)}/"/><link rel="self" href="${escapeXml(origin)}/feed.xml"/>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n')
}

function escapeXml(text: string): string {
  const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
  // Control characters are not allowed in XML 1.0 at all.
  return text.replace(/[^\P{Cc}\t\n\r]/gu, '').replace(/[&<>"']/g, (character) => named[character] ?? '')
}
