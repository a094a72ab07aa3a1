import {
  dropContentDraft,
  getContentVersion,
  listContentVersions,
  restoreContentVersion,
  saveContentDraft,
} from '@portal/contract/manage/articles.ts'
import { CONTENT_PAGE_SIZE, type ContentForm } from '@portal/contract/manage/content.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addRoute, ok } from '#add-route.ts'
import type { Db } from '#db/open.ts'
import type { Dependencies } from '#dependencies.ts'
import { versionMissing } from '#errors.ts'
import { accountOf } from '#plugins/auth.ts'
import { addManagedRoute } from '../managed-route.ts'
import { dropDraft, findContent, formOfContent, storeDraft } from './content-repository.ts'

/** Drafts and versions of articles and standing pages. */
export const draftRoutes: FastifyPluginAsync<Dependencies> = async (app, { db, now }) => {
  addRoute(app, saveContentDraft, async (request) => {
    const { id } = request.params
    const { baseVersion, form } = request.body
    await findContent(db, id)
    const at = now()
    await storeDraft(db, { articleId: id, userId: accountOf(request).id, baseVersion, form, at })
    return ok({ time: toWireDateTime(at) })
  })

  addRoute(app, dropContentDraft, async (request) => {
    await dropDraft(db, request.params.id, accountOf(request).id)
    return ok(null)
  })

  addRoute(app, listContentVersions, async (request) => {
    const { id } = request.params
    const { version, nickname, changedAt } = await findContent(db, id)
    let query = versionsOf(db, id)
      .orderBy('version', 'desc')
      .limit(CONTENT_PAGE_SIZE + 1)
    if (request.query.after !== undefined) query = query.where('version', '<', request.query.after)
    const rows = (await query.execute()).map(({ form: _form, ...row }) => toWireVersion(row))
    // Nobody has changed it: the article itself is its only version.
    const isFirst = request.query.after === undefined && rows[0]?.version !== version
    if (isFirst) rows.unshift({ version, editorName: nickname, note: null, time: toWireDateTime(changedAt) })
    return ok({ records: rows.slice(0, CONTENT_PAGE_SIZE), hasMore: rows.length > CONTENT_PAGE_SIZE })
  })

  addRoute(app, getContentVersion, async (request) => ok(await findVersion(db, request.params)))

  addManagedRoute(app, { db, now }, restoreContentVersion, async ({ request, account, trx, record }) => {
    const { id, version } = request.params
    const { form } = await findVersion(trx, request.params)
    const { title, version: baseVersion } = await findContent(trx, id)
    const at = now()
    await storeDraft(trx, { articleId: id, userId: account.id, baseVersion, form, at })
    record({
      ...{ kind: 'article', id: String(id), name: title },
      changes: [{ member: 'draft', before: null, after: `版本 ${version}` }],
    })
    const editor = { editorId: account.id, editorName: account.nickname }
    return ok({ ...editor, time: toWireDateTime(at), baseVersion, form })
  })
}

const versionsOf = (db: Db, articleId: number) =>
  db
    .selectFrom('article_versions')
    .leftJoin('users', 'users.id', 'article_versions.editor_id')
    .select(['version', 'nickname as editorName', 'note', 'form', 'article_versions.created_at as at'])
    .where('article_id', '=', articleId)

function toWireVersion<Row extends { at: number }>({ at, ...row }: Row) {
  return { ...row, time: toWireDateTime(at) }
}

/** @throws AppError for no such version, and for one that is no longer stored */
async function findVersion(db: Db, { id, version }: { id: number; version: number }) {
  const row = await versionsOf(db, id).where('version', '=', version).executeTakeFirst()
  if (row) return { ...toWireVersion(row), form: JSON.parse(row.form) as ContentForm }
  const current = await findContent(db, id)
  if (current.version !== version) throw versionMissing()
  const { nickname, changedAt } = current
  return {
    version,
    editorName: nickname,
    note: null,
    time: toWireDateTime(changedAt),
    form: await formOfContent(db, id),
  }
}
