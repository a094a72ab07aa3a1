import { changePageAddress, createOwnPage, deleteOwnPage, publishOwnPage } from '@portal/contract/articles/own-pages.ts'
import { describePlaceholders, findPlaceholders } from '@portal/contract/articles/page-templates.ts'
import { mergeAboutPages, takePageOffline } from '@portal/contract/articles/pages.ts'
import { OWN_PAGES_MAX, toOwnPath } from '@portal/contract/articles/slug-rules.ts'
import { ALWAYS_ONLINE, PAGES, type PageKey } from '@portal/contract/articles/standing-pages.ts'
import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute, addPreparedRoute } from '#accounts/duties/managed-route.ts'
import { recordFaults } from '#articles/publishing/content-faults.ts'
import { parseContent } from '#articles/publishing/content-form.ts'
import {
  findContent,
  listDrafts,
  lockSeen,
  readContentFormOrThrow,
  storeDraft,
} from '#articles/publishing/content-repository.ts'
import { PAGE_PLACE, publishPage } from '#articles/publishing/publish-page.ts'
import { addArticle, type LockedArticle, moveArticle, removeArticle } from '#articles/writing/article-change.ts'
import { raiseRevision, raiseVersion } from '#articles/writing/article-versions.ts'
import type { Db } from '#platform/db/open.ts'
import { articleMissing, badInput, pageNotOpened } from '#platform/errors.ts'
import { ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { readMembers } from '#platform/settings/site-settings.ts'
import type { TextRenderer } from '#platform/text/text-renderer.ts'
import { freeAddress, moveAddress } from '#site/redirects/move-address.ts'
import { moveMenuEntries } from '#site/settings/move-menu-entries.ts'
import { listMenuAddresses } from '#site/shown/menus.ts'
import { checkFree, checkSlug } from './slugs.ts'

interface Options {
  digest: Digest
  db: Db
  now: () => number
  texts: TextRenderer
}

/** Routes of the pages that staff add under `/p/`. */
export const ownPageRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { now, texts } = options
  const parse = (form: Parameters<typeof toForm>[0], editorId: string) =>
    parseContent(toForm(form), (contentMd) => texts.renderMarkdown(editorId, contentMd))

  addPreparedRoute(
    app,
    options,
    createOwnPage,
    async ({ body }, { id }) => {
      checkSlug(body.slug)
      return await parse(body.form, id)
    },
    async ({ request, prepared, account, trx, record }) => {
      const { slug } = request.body
      const { article } = prepared
      record({ kind: 'page', id: slug, name: article.title })
      // Raised first: it holds others that add pages until this transaction ends.
      await raiseRevision(trx)
      const { pages } = await trx
        .selectFrom('articles')
        .select((eb) => eb.fn.countAll<number>().as('pages'))
        .where('category_id', '=', PAGE_CATEGORY)
        .where('slug', 'is not', null)
        .executeTakeFirstOrThrow()
      if (Number(pages) >= OWN_PAGES_MAX) throw badInput(`最多 ${OWN_PAGES_MAX} 个自建页面`)
      await checkFree(trx, slug)
      const articleId = await addArticle(trx, account.id, article, now())
      await trx.updateTable('articles').set({ slug }).where('id', '=', articleId).execute()
      await freeAddress(trx, [toOwnPath(slug)])
      return ok({ articleId })
    },
  )

  addPreparedRoute(
    app,
    options,
    publishOwnPage,
    async ({ body }, { id }) => {
      const unfilled = findPlaceholders('own', body.form.contentMd)
      if (unfilled.length > 0) throw badInput(describePlaceholders(unfilled))
      return await parse(body.form, id)
    },
    async (managed) => {
      const { request, trx } = managed
      const { id } = request.params
      const slug = await findSlug(trx, id)
      return ok({ version: await publishPage(managed, { id, name: slug, seen: request.body.version, at: now() }) })
    },
  )

  addManagedRoute(app, options, changePageAddress, async ({ request, account, trx, record }) => {
    const { id } = request.params
    const { slug } = request.body
    checkSlug(slug)
    const { title } = await findContent(trx, id)
    const before = await findSlug(trx, id)
    const subject = { kind: 'page', id: slug, name: title }
    record(subject)
    if (slug === before) return ok({ isRedirected: false })
    const by = { actorId: account.id, at: now() }
    const move = { from: toOwnPath(before), to: toOwnPath(slug) }
    await moveMenuEntries(trx, move, by)
    await raiseRevision(trx)
    await checkFree(trx, slug)
    const { published_at } = await trx
      .updateTable('articles')
      .set({ slug })
      .where('id', '=', id)
      .returning('published_at')
      .executeTakeFirstOrThrow()
    const isRedirected = published_at !== null
    if (isRedirected) await moveAddress(trx, move, by)
    else await freeAddress(trx, [move.to])
    record({ ...subject, changes: [{ member: 'slug', before: move.from, after: move.to }] })
    return ok({ isRedirected })
  })

  addManagedRoute(app, options, takePageOffline, async ({ request, trx, record }) => {
    const { articleId, version } = request.body
    const page = await findPage(trx, articleId)
    record({ kind: 'page', id: page.pageKey ?? page.slug ?? '', name: page.title })
    const before = await lockSeen(trx, articleId, version)
    if (page.pageKey && ALWAYS_ONLINE.includes(page.pageKey))
      throw badInput('隐私说明与联系我们须让读者看得到，不能下线')
    const next = await takeOffline(trx, before, now())
    await raiseRevision(trx)
    return ok({ version: next })
  })

  addManagedRoute(app, options, mergeAboutPages, async ({ request, account, trx, record }) => {
    const [source, target] = [await findStanding(trx, 'about-gic'), await findStanding(trx, 'about')]
    record({ kind: 'page', id: 'about-gic', name: source.title })
    const before = await lockSeen(trx, source.id, request.body.version)
    if (target.isPublish !== PUBLISH_STATE.published) throw badInput('请先发布关于我们')
    const by = { actorId: account.id, at: now() }
    const move = { from: toPath('about-gic'), to: toPath('about') }
    const isListed = listMenuAddresses(await readMembers(trx)).includes(move.to)
    await moveMenuEntries(trx, { from: move.from, to: isListed ? null : move.to }, by)
    await addToDraft(trx, source.id, target, by)
    const version = await takeOffline(trx, before, by.at)
    await raiseRevision(trx)
    await moveAddress(trx, move, by)
    return ok({ version })
  })

  addManagedRoute(app, options, deleteOwnPage, async ({ request, account, trx, record }) => {
    const { id } = request.params
    const slug = await findSlug(trx, id)
    const { title } = await findContent(trx, id)
    record({ kind: 'page', id: slug, name: title })
    const before = await lockSeen(trx, id, request.query.version)
    await moveMenuEntries(trx, { from: toOwnPath(slug), to: null }, { actorId: account.id, at: now() })
    await removeArticle(trx, before)
    await raiseRevision(trx)
    return ok(null)
  })
}

const toPath = (key: PageKey) => PAGES.find((page) => page.key === key)?.path ?? ''

/** Finds a standing page or an own page. @throws AppError for another article */
async function findPage(trx: Db, id: number) {
  const content = await findContent(trx, id)
  const { categoryId } = await readContentFormOrThrow(trx, id)
  if (categoryId !== PAGE_CATEGORY) throw articleMissing()
  return content
}

/** Finds the article of a standing page. @throws AppError when nobody has begun it */
async function findStanding(trx: Db, key: PageKey) {
  const row = await trx.selectFrom('standing_pages').select('article_id').where('key', '=', key).executeTakeFirst()
  if (!row) throw pageNotOpened()
  return await findContent(trx, row.article_id)
}

/** Takes a published page off the site. @returns its new version. @throws AppError for a page that readers do not see */
async function takeOffline(trx: Db, before: LockedArticle, at: number): Promise<number> {
  if (before.isPublish !== PUBLISH_STATE.published) throw badInput('这一页没有发布')
  await moveArticle(trx, before, { state: PUBLISH_STATE.offShelf }, at)
  const version = await raiseVersion(trx, before.id)
  await recordFaults(trx, before.id, at)
  return version
}

/** Adds the text of a page at the end of the caller's draft of another one. */
async function addToDraft(
  trx: Db,
  sourceId: number,
  { id, version }: { id: number; version: number },
  { actorId, at }: { actorId: string; at: number },
): Promise<void> {
  const drafts = await listDrafts(trx, id)
  const own = drafts.find(({ editorId }) => editorId === actorId)
  const form = own?.form ?? (await readContentFormOrThrow(trx, id))
  const { contentMd: added } = await readContentFormOrThrow(trx, sourceId)
  const contentMd = `${form.contentMd.trimEnd()}\n\n${added.trim()}\n`
  const baseVersion = own?.baseVersion ?? version
  await storeDraft(trx, { articleId: id, userId: actorId, baseVersion, form: { ...form, contentMd }, at })
}

const toForm = (form: { title: string; summary: string; keywords: string; contentMd: string }) => ({
  ...PAGE_PLACE,
  ...form,
})

/** Finds the address of an own page. @throws AppError for another article */
async function findSlug(trx: Db, id: number): Promise<string> {
  const row = await trx
    .selectFrom('articles')
    .select('slug')
    .where('id', '=', id)
    .where('category_id', '=', PAGE_CATEGORY)
    .executeTakeFirst()
  if (!row?.slug) throw articleMissing()
  return row.slug
}
