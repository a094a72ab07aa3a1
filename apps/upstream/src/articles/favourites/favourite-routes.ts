import { addFavourite, listFavourites, removeFavourite } from '@portal/contract/articles/favourites.ts'
import type { FastifyPluginAsync } from 'fastify'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { ArticleRepository } from '#articles/reading/article-repository.ts'
import { toOwnListItem } from '#articles/reading/article-view.ts'
import { articleMissing } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toPage, toWirePage } from '#platform/http/paging.ts'
import type { FavouriteRepository } from './favourite-repository.ts'

interface Options {
  articles: ArticleRepository
  favourites: FavouriteRepository
  notices: NoticeRepository
  now: () => number
}

export const favouriteRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { favourites, articles, notices, now } = options

  addRoute(app, listFavourites, async (request) => {
    const page = toPage(request.query)
    const { ids, total } = await favourites.listIds(getAccount(request).id, page)
    const [rows, tags, texts] = [
      await articles.readSummaries(ids),
      await articles.readTags(ids),
      await articles.readPlainTexts(ids),
    ]
    const records = rows.map((row) => ({
      ...toOwnListItem(row, tags.get(row.id) ?? [], texts.get(row.id)?.plain ?? '', now()),
      isCollect: true,
    }))
    return ok(toWirePage(records, total, page))
  })

  addRoute(app, addFavourite, async (request) => {
    const { id } = getAccount(request)
    const { articleId } = request.query
    const favourite = await favourites.add(articleId, id)
    if (!favourite) throw articleMissing()
    if (favourite.isNew) await notices.notify({ to: favourite.authorId, type: NOTICE.favourite, by: id, articleId })
    return ok(null)
  })

  addRoute(app, removeFavourite, async (request) => {
    await favourites.remove(request.query.articleId, getAccount(request).id)
    return ok(null)
  })
}
