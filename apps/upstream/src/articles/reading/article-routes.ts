import {
  checkArticleCode,
  findArticle,
  getArchive,
  getArticle,
  likeArticle,
  listArticles,
  listCategoryArticles,
  searchArticles,
} from '@portal/contract/articles/articles.ts'
import type { CallQuery } from '@portal/contract/call.ts'
import { HOUR_MS, MINUTE_MS, PUBLISH_STATE, READ_TYPE } from '@portal/contract/constants.ts'
import { WIRE_TEXT } from '@portal/contract/errors.ts'
import type { FastifyPluginAsync } from 'fastify'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { Account } from '#accounts/sessions/session-repository.ts'
import type { FavouriteRepository } from '#articles/favourites/favourite-repository.ts'
import { offerWidths } from '#media/offered-widths.ts'
import type { Db } from '#platform/db/open.ts'
import { articleCodeWrong, articleMissing } from '#platform/errors.ts'
import type { DailyCounts } from '#platform/figures/daily-counts.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toClientKey } from '#platform/http/client.ts'
import { toPage, toWirePage } from '#platform/http/paging.ts'
import { createRateLimit } from '#platform/http/rate-limit.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import { toHotWord } from '#platform/search/hot-word.ts'
import { markHits, markSummary } from '#platform/search/mark.ts'
import { splitWords } from '#platform/search/terms.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { toExcerpt } from '#platform/text/excerpt.ts'
import type { ArticleDetail, ArticleRepository } from './article-repository.ts'
import { toArchive, toArticleInfo, toListItem } from './article-view.ts'
import type { GateRepository } from './gate-repository.ts'
import type { LikeRepository } from './like-repository.ts'
import type { NeighbourRepository } from './neighbour-repository.ts'
import type { SearchRepository } from './search-repository.ts'

/** Maximum wrong codes of one client in an hour. Without it, six digits could be guessed at ten a second. */
const WRONG_CODES_AN_HOUR = 10
/** Maximum counted searches without hits of one client; further ones are answered and not counted. */
const MISSES_A_MINUTE = 20

/** Unpublished articles are visible to their writer and to editors. */
function maySee({ isPublish, authorId }: ArticleDetail, account: Account | null): boolean {
  return (
    isPublish === PUBLISH_STATE.published || (account !== null && (account.id === authorId || account.role !== 'user'))
  )
}

interface Options {
  db: Db
  createLimit: CreateLimit
  articles: ArticleRepository
  counts: DailyCounts
  digest: Digest
  favourites: FavouriteRepository
  follows: { isFollowing(followerId: string, followedId: string): Promise<boolean> }
  gates: GateRepository
  likes: LikeRepository
  neighbours: NeighbourRepository
  notices: NoticeRepository
  now: () => number
  search: SearchRepository
  /** Counts a reader of an article, once a day. */
  visits: { countRead(articleId: number, reader: string): void }
}

export const articleRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { articles, search, likes, gates, neighbours, favourites, follows, notices, visits, counts, digest } = options
  const { db, createLimit, now } = options
  const missed = createRateLimit({ max: MISSES_A_MINUTE, windowMs: MINUTE_MS, now })
  const wrongCodes = createLimit('wrong-article-code', { max: WRONG_CODES_AN_HOUR, windowMs: HOUR_MS })

  async function readRelation(article: ArticleDetail, userId: string | undefined) {
    if (userId === undefined) return { isLike: false, isCollect: false, isFollowed: false }
    const [isLike, isCollect, isFollowed] = await Promise.all([
      likes.isLikedBy(article.id, userId),
      favourites.isFavourite(article.id, userId),
      follows.isFollowing(userId, article.authorId),
    ])
    return { isLike, isCollect, isFollowed }
  }

  async function listPage(query: CallQuery<typeof listArticles>) {
    const page = toPage(query)
    const order = query.orderByDescColumn === 'quantity' ? 'quantity' : 'created_at'
    const { rows, total } = await articles.list({ categoryId: query.categoryId, tagId: query.tagId, order }, page)
    const tags = await articles.readTags(rows.map(({ id }) => id))
    const records = rows.map((row) => toListItem(row, tags.get(row.id) ?? [], now()))
    return ok(toWirePage(records, total, page))
  }

  addRoute(app, listArticles, ({ query }) => listPage(query))
  addRoute(app, listCategoryArticles, ({ query }) => listPage(query))

  addRoute(app, getArticle, async ({ query, account, ip }, reply) => {
    const article = await articles.find(query.id)
    if (!article || !maySee(article, account)) throw articleMissing()
    const client = toClientKey(ip)
    const isPublished = article.isPublish === PUBLISH_STATE.published
    if (isPublished) visits.countRead(article.id, digest('reader', client))
    const tags = await articles.readTags([article.id])
    const relation = await readRelation(article, account?.id)
    const hasPassed = await gates.isPassed(article, account?.id, client)
    // A code opens the gate for one address only, so no cache may answer a visitor with the text for another.
    if (article.readType !== READ_TYPE.open || !isPublished) reply.header('cache-control', 'no-store')
    const ownTags = tags.get(article.id) ?? []
    const extra = {
      ...(await neighbours.findBesides(article)),
      related: await neighbours.listRelated(
        article.id,
        ownTags.map(({ id }) => id),
      ),
    }
    const info = toArticleInfo(article, ownTags, { ...relation, hasPassed })
    return ok({ ...info, ...(info.content && { content: await offerWidths(db, info.content) }) }, extra)
  })

  addRoute(app, findArticle, async ({ query }) => ok((await articles.findBySlug(query.slug)) ?? null))

  /** Counts a search without hits on the whole site, so that editors see which topics are missing. */
  function countMiss(keyword: string, ip: string): void {
    const client = toClientKey(ip)
    const word = toHotWord(keyword)
    if (word === null || !missed.hasLeft(client)) return
    missed.use(client)
    counts.countMiss(word, (day) => digest('searcher', day, client))
  }

  addRoute(app, searchArticles, async ({ query, ip }) => {
    const page = toPage(query)
    const words = splitWords(query.keyword ?? '')
    const { ids, total } = await search.find({ words, categoryId: query.categoryId }, page)
    if (total === 0 && query.categoryId === undefined) countMiss(query.keyword ?? '', ip)
    const [rows, tags, texts] = await Promise.all([
      articles.readSummaries(ids),
      articles.readTags(ids),
      articles.readPlainTexts(ids),
    ])
    const records = rows.map((row) => {
      const { plain = '', readType = READ_TYPE.open } = texts.get(row.id) ?? {}
      return {
        ...toListItem(row, tags.get(row.id) ?? [], now()),
        title: markHits(row.title, words),
        summary: markSummary(row.summary, readType === READ_TYPE.open ? plain : toExcerpt(plain), words),
      }
    })
    return ok(toWirePage(records, total, page))
  })

  addRoute(app, getArchive, async () => {
    const rows = await articles.listArchive()
    return ok(toArchive(rows), { total: rows.length })
  })

  addRoute(app, likeArticle, async (request) => {
    const { id } = getAccount(request)
    const { articleId } = request.query
    const toggled = await likes.toggleLike(articleId, id)
    if (!toggled) throw articleMissing()
    if (toggled.isLiked) await notices.notify({ to: toggled.authorId, type: NOTICE.like, by: id, articleId })
    return ok(null)
  })

  addRoute(app, checkArticleCode, async ({ query, ip }) => {
    const client = toClientKey(ip)
    await wrongCodes.check(client)
    if (!(await gates.useCode(query.code.trim(), client))) {
      await wrongCodes.use(client)
      throw articleCodeWrong()
    }
    return ok(WIRE_TEXT.codeAccepted)
  })
}
