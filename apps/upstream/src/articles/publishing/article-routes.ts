import { getArticleCalendar } from '@portal/contract/articles/article-calendar.ts'
import type { ContentForm } from '@portal/contract/articles/content.ts'
import {
  countManagedArticles,
  createManagedArticle,
  deleteManagedArticle,
  getManagedArticle,
  listManagedArticles,
  saveManagedArticle,
} from '@portal/contract/articles/managed-articles.ts'
import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import { toWireDate, toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute, addPreparedRoute } from '#accounts/duties/managed-route.ts'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import { addArticle, removeArticle } from '#articles/writing/article-change.ts'
import { raiseRevision } from '#articles/writing/article-versions.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput, cannotMoveStandingPage } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import type { TextRenderer } from '#platform/text/text-renderer.ts'
import { readCalendar } from './article-calendar.ts'
import { countViews, listArticles } from './article-list.ts'
import { checkNoPage, parseContent, type WrittenContent } from './content-form.ts'
import {
  dropDraft,
  findContent,
  findLock,
  findSchedule,
  listDrafts,
  lockSeen,
  readContentFormOrThrow,
  toContentState,
} from './content-repository.ts'
import { formatDecision, STATE_NUMBERS, saveContent } from './content-save.ts'

interface Options {
  digest: Digest
  db: Db
  notices: NoticeRepository
  now: () => number
  site: SiteRepository
  texts: TextRenderer
}

/** Routes by which editors manage the articles of all writers. */
export const managedArticleRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, now, notices, site, texts } = options

  const prepare = (
    { body }: { body: { form: ContentForm } },
    { id }: Pick<SessionAccount, 'id'>,
  ): Promise<WrittenContent> => parseContent(body.form, (contentMd) => texts.renderMarkdown(id, contentMd))

  addRoute(app, listManagedArticles, async (request) =>
    ok(await listArticles(db, request.query, now(), getAccount(request).id)),
  )

  addRoute(app, getArticleCalendar, async ({ query }) => {
    const month = query.month ?? toWireDate(now()).slice(0, 7)
    return ok(await readCalendar({ db, site }, month, now()))
  })

  addRoute(app, countManagedArticles, async () => ok(await countViews(db)))

  addRoute(app, getManagedArticle, async (request) => {
    const { id } = request.params
    const { id: userId } = getAccount(request)
    const { isPublish, changedAt, ...facts } = await findContent(db, id)
    const drafts = await listDrafts(db, id)
    const schedule = await findSchedule(db, id)
    return ok({
      ...facts,
      state: toContentState(isPublish, schedule !== null),
      changeTime: toWireDateTime(changedAt),
      form: await readContentFormOrThrow(db, id),
      draft: drafts.find(({ editorId }) => editorId === userId) ?? null,
      drafts: drafts.filter(({ editorId }) => editorId !== userId),
      schedule,
      lock: await findLock(db, id, now(), userId),
    })
  })

  addPreparedRoute(app, options, createManagedArticle, prepare, async ({ prepared, account, trx, record }) => {
    const { article, marks } = prepared
    if (article.categoryId === PAGE_CATEGORY) throw badInput('请选择分类')
    const untouched = article.contentMd === '' ? await findUntouched(trx, account.id, article.title) : undefined
    if (untouched) {
      record({ kind: 'article', id: String(untouched.id), name: article.title })
      return ok(untouched)
    }
    const id = await addArticle(trx, account.id, article, now(), marks)
    record({ kind: 'article', id: String(id), name: article.title })
    return ok({ id })
  })

  addPreparedRoute(app, options, saveManagedArticle, prepare, async (managed) => {
    const { prepared, request, account, trx, record, runAfterwards: afterwards } = managed
    const { id } = request.params
    const { title } = prepared.article
    const subject = { kind: 'article', id: String(id), name: title }
    record(subject)
    const before = await lockSeen(trx, id, request.body.version)
    checkNoPage(before, prepared.article)
    const state = request.body.state ? STATE_NUMBERS[request.body.state] : before.isPublish
    const { version, changes } = await saveContent(trx, before, { ...prepared, state, editorId: account.id, at: now() })
    await dropDraft(trx, id, account.id)
    record({ ...subject, changes })
    const content = formatDecision(before, state, title)
    if (content && before.authorId !== account.id) {
      afterwards(() => notices.notify({ to: before.authorId, type: NOTICE.system, articleId: id, content }))
    }
    return ok({ version, state: toContentState(state, (await findSchedule(trx, id)) !== null) })
  })

  addManagedRoute(app, options, deleteManagedArticle, async ({ request, trx, record }) => {
    const { id } = request.params
    const before = await lockSeen(trx, id, request.query.version)
    if (before.categoryId === PAGE_CATEGORY) throw cannotMoveStandingPage()
    const { title, nickname } = await findContent(trx, id)
    await removeArticle(trx, before)
    await raiseRevision(trx)
    record({
      kind: 'article',
      id: String(id),
      name: title,
      changes: [{ member: 'author', before: nickname, after: null }],
    })
    return ok(null)
  })
}

/** Finds an empty article that the writer began earlier and never changed, so that beginnings do not pile up. */
async function findUntouched(trx: Db, authorId: string, title: string) {
  return await trx
    .selectFrom('articles')
    .innerJoin('article_texts', 'article_texts.article_id', 'articles.id')
    .leftJoin('article_drafts', 'article_drafts.article_id', 'articles.id')
    .leftJoin('article_schedules', 'article_schedules.article_id', 'articles.id')
    .select('articles.id')
    .where('author_id', '=', authorId)
    .where('articles.title', '=', title)
    .where('is_publish', '=', PUBLISH_STATE.draft)
    .where('articles.version', '=', 1)
    .where('article_texts.content_md', '=', '')
    .where('article_drafts.article_id', 'is', null)
    .where('article_schedules.article_id', 'is', null)
    .orderBy('articles.id', 'desc')
    .executeTakeFirst()
}
