import { getOwnPage, listPublishedPages } from '@portal/contract/articles/own-pages.ts'
import { toOwnPath } from '@portal/contract/articles/slug-rules.ts'
import { PAGES } from '@portal/contract/articles/standing-pages.ts'
import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { offerWidths } from '#media/offered-widths.ts'
import type { Db } from '#platform/db/open.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'

/** Queries the published texts of pages. */
const queryPages = (db: Db) =>
  db
    .selectFrom('articles')
    .where('articles.category_id', '=', PAGE_CATEGORY)
    .where('articles.is_publish', '=', PUBLISH_STATE.published)

/** Routes of the pages for readers. */
export const pageRoutes: FastifyPluginAsync<{ db: Db }> = async (app, { db }) => {
  addRoute(app, listPublishedPages, async () => {
    const rows = await queryPages(db)
      .leftJoin('standing_pages', 'standing_pages.article_id', 'articles.id')
      .select((eb) => [
        'title',
        'slug',
        'standing_pages.key',
        eb.fn.coalesce('articles.updated_at', 'articles.created_at').as('changedAt'),
      ])
      .orderBy('articles.id')
      .execute()
    return ok(
      rows.flatMap(({ title, slug, key, changedAt }) => {
        const path = slug === null ? PAGES.find((page) => page.key === key)?.path : toOwnPath(slug)
        return path === undefined ? [] : { path, title, changeTime: toWireDateTime(changedAt) }
      }),
    )
  })

  addRoute(app, getOwnPage, async ({ query }) => {
    const page = await queryPages(db)
      .innerJoin('article_texts', 'article_texts.article_id', 'articles.id')
      .select(['articles.id', 'title', 'summary', 'content'])
      .where('slug', '=', query.slug)
      .executeTakeFirst()
    return ok(page ? { ...page, content: await offerWidths(db, page.content) } : null)
  })
}
