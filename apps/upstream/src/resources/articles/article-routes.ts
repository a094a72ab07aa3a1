import {
  checkArticleCode,
  getArchive,
  getArticle,
  likeArticle,
  listArticles,
  listCategoryArticles,
  searchArticles,
} from '@portal/contract/articles.ts'
import type { QueryOf } from '@portal/contract/call.ts'
import { HOUR_MS, READ_TYPE } from '@portal/contract/constants.ts'
import { WIRE_TEXT } from '@portal/contract/errors.ts'
import type { FastifyPluginAsync } from 'fastify'
import { clientKey } from '#client.ts'
import { articleCodeWrong, articleMissing } from '#errors.ts'
import type { Digest } from '#install-key.ts'
import { pageOf, toWirePage } from '#paging.ts'
import { accountOf } from '#plugins/auth.ts'
import { createRateLimit } from '#rate-limit.ts'
import type { VisitLog } from '#resources/visits/visit-log.ts'
import { ok, routeOf } from '#route-of.ts'
import { markHits, markSummary } from '#search/mark.ts'
import { wordsOf } from '#search/terms.ts'
import { excerptOf } from '#text/excerpt.ts'
import type { ArticleRepository } from './article-repository.ts'
import { toArchive, toArticleInfo, toListItem } from './article-view.ts'
import type { GateRepository } from './gate-repository.ts'
import type { LikeRepository } from './like-repository.ts'
import type { NeighbourRepository } from './neighbour-repository.ts'
import type { SearchRepository } from './search-repository.ts'

export interface ArticleOptions {
  articles: ArticleRepository
  search: SearchRepository
  likes: LikeRepository
  gates: GateRepository
  neighbours: NeighbourRepository
  visits: VisitLog
  digest: Digest
  now: () => number
}

/** Six digits could be guessed at ten a second; this many wrong ones an hour cannot get there. */
const WRONG_CODES_AN_HOUR = 10

export const articleRoutes: FastifyPluginAsync<ArticleOptions> = async (app, options) => {
  const { articles, search, likes, gates, neighbours, visits, digest, now } = options
  const wrongCodes = createRateLimit({ max: WRONG_CODES_AN_HOUR, windowMs: HOUR_MS, now })

  async function listPage(query: QueryOf<typeof listArticles>) {
    const page = pageOf(query)
    const order = query.orderByDescColumn === 'quantity' ? 'quantity' : 'created_at'
    const { rows, total } = await articles.list({ categoryId: query.categoryId, tagId: query.tagId, order }, page)
    const tags = await articles.tagsOf(rows.map(({ id }) => id))
    const records = rows.map((row) => toListItem(row, tags.get(row.id) ?? [], now()))
    return ok(toWirePage(records, total, page))
  }

  app.route(routeOf(listArticles, ({ query }) => listPage(query)))
  app.route(routeOf(listCategoryArticles, ({ query }) => listPage(query)))

  app.route(
    routeOf(getArticle, async ({ query, account, ip }, reply) => {
      const article = await articles.findPublished(query.id)
      if (!article) throw articleMissing()
      const client = clientKey(ip)
      visits.articleRead(article.id, digest('reader', client))
      const tags = await articles.tagsOf([article.id])
      const isLike = account !== null && (await likes.isLikedBy(article.id, account.id))
      const hasPassed = await gates.isPassed(article, account?.id, client)
      // A code opens the gate for one address; its visitors must not be answered from what another's were shown.
      if (article.readType !== READ_TYPE.open) reply.header('cache-control', 'no-store')
      const ownTags = tags.get(article.id) ?? []
      const extra = {
        ...(await neighbours.besides(article)),
        related: await neighbours.related(
          article.id,
          ownTags.map(({ id }) => id),
        ),
      }
      return ok(toArticleInfo(article, ownTags, { isLike, hasPassed }), extra)
    }),
  )

  app.route(
    routeOf(searchArticles, async ({ query }) => {
      const page = pageOf(query)
      const keyword = (query.keyword ?? '').trim()
      const words = wordsOf(keyword)
      const { ids, total } = await search.find(words, page)
      if (total > 0 && page.number === 1) visits.searched(keyword)
      const rows = await articles.summariesOf(ids)
      const tags = await articles.tagsOf(ids)
      const texts = await search.plainTextsOf(ids)
      const records = rows.map((row) => {
        const { plain = '', readType = READ_TYPE.open } = texts.get(row.id) ?? {}
        return {
          ...toListItem(row, tags.get(row.id) ?? [], now()),
          title: markHits(row.title, words),
          summary: markSummary(row.summary, readType === READ_TYPE.open ? plain : excerptOf(plain), words),
        }
      })
      return ok(toWirePage(records, total, page))
    }),
  )

  app.route(
    routeOf(getArchive, async () => {
      const rows = await articles.archive()
      return ok(toArchive(rows), { total: rows.length })
    }),
  )

  app.route(
    routeOf(likeArticle, async (request) => {
      const done = await likes.toggleLike(request.query.articleId, accountOf(request).id)
      if (!done) throw articleMissing()
      return ok(null)
    }),
  )

  app.route(
    routeOf(checkArticleCode, async ({ query, ip }) => {
      const client = clientKey(ip)
      wrongCodes.check(client)
      if (!(await gates.useCode(query.code.trim(), client))) {
        wrongCodes.use(client)
        throw articleCodeWrong()
      }
      return ok(WIRE_TEXT.codeAccepted)
    }),
  )
}
