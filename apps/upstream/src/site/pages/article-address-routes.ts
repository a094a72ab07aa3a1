import { changeArticleAddress } from '@portal/contract/articles/managed-articles.ts'
import { toSlugPath } from '@portal/contract/articles/slug-rules.ts'
import { PAGE_CATEGORY } from '@portal/contract/constants.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import { raiseRevision } from '#articles/writing/article-versions.ts'
import type { Db } from '#platform/db/open.ts'
import { articleMissing } from '#platform/errors.ts'
import { ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { freeAddress, moveAddress } from '#site/redirects/move-address.ts'
import { checkFree, checkSlug } from './slugs.ts'

interface Options {
  digest: Digest
  db: Db
  now: () => number
}

/** Route of the addresses that staff give to articles. */
export const articleAddressRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  addManagedRoute(app, options, changeArticleAddress, async ({ request, account, trx, record }) => {
    const { id } = request.params
    const { slug } = request.body
    if (slug !== null) checkSlug(slug)
    const article = await trx
      .selectFrom('articles')
      .select(['title', 'slug', 'published_at as publishedAt'])
      .where('id', '=', id)
      .where('category_id', '!=', PAGE_CATEGORY)
      .executeTakeFirst()
    if (!article) throw articleMissing()
    const toPath = (one: string | null) => (one === null ? `/article/${id}` : toSlugPath(one))
    const [from, to] = [toPath(article.slug), toPath(slug)]
    const subject = { kind: 'article', id: String(id), name: article.title }
    record(subject)
    if (from === to) return ok({ isRedirected: false })
    // Raised first: it holds others that change addresses until this transaction ends.
    await raiseRevision(trx)
    if (slug !== null) await checkFree(trx, slug)
    await trx.updateTable('articles').set({ slug }).where('id', '=', id).execute()
    // The address of the number needs no redirect, because its page leads on to the slug.
    const isRedirected = article.slug !== null && article.publishedAt !== null
    if (isRedirected) await moveAddress(trx, { from, to }, { actorId: account.id, at: options.now() })
    else await freeAddress(trx, [to])
    record({ ...subject, changes: [{ member: 'slug', before: from, after: to }] })
    return ok({ isRedirected })
  })
}
