import { addFavourite, listFavourites, removeFavourite } from '@portal/contract/favourites.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addRoute, ok } from '#add-route.ts'
import type { Dependencies } from '#dependencies.ts'
import { articleMissing } from '#errors.ts'
import { pageOf, toWirePage } from '#paging.ts'
import { accountOf } from '#plugins/auth.ts'
import { toOwnListItem } from '#resources/articles/article-view.ts'
import { NOTICE } from '#resources/notices/notice-repository.ts'

export const favouriteRoutes: FastifyPluginAsync<Dependencies> = async (app, options) => {
  const { favourites, articles, notices, now } = options

  addRoute(app, listFavourites, async (request) => {
    const page = pageOf(request.query)
    const { ids, total } = await favourites.idsOf(accountOf(request).id, page)
    const [rows, tags, texts] = [
      await articles.summariesOf(ids),
      await articles.tagsOf(ids),
      await articles.plainTextsOf(ids),
    ]
    const records = rows.map((row) => ({
      ...toOwnListItem(row, tags.get(row.id) ?? [], texts.get(row.id)?.plain ?? '', now()),
      isCollect: true,
    }))
    return ok(toWirePage(records, total, page))
  })

  addRoute(app, addFavourite, async (request) => {
    const { id } = accountOf(request)
    const { articleId } = request.query
    const done = await favourites.add(articleId, id)
    if (!done) throw articleMissing()
    if (done.isNew) await notices.notify({ to: done.authorId, type: NOTICE.favourite, by: id, articleId })
    return ok(null)
  })

  addRoute(app, removeFavourite, async (request) => {
    await favourites.remove(request.query.articleId, accountOf(request).id)
    return ok(null)
  })
}
