import { CONTENT_PAGE_SIZE } from '@portal/contract/articles/content.ts'
import {
  dropContentDraft,
  getContentVersion,
  listContentVersions,
  restoreContentVersion,
  saveContentDraft,
} from '@portal/contract/articles/content-editing.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { Db } from '#platform/db/open.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { dropDraft, findContent, storeDraft } from './content-repository.ts'
import { findVersion, listVersions, toWireVersion } from './content-versions.ts'

interface Options {
  db: Db
  digest: Digest
  now: () => number
}

/** Routes of drafts and versions of articles and standing pages. */
export const draftRoutes: FastifyPluginAsync<Options> = async (app, { db, digest, now }) => {
  addRoute(app, saveContentDraft, async (request) => {
    const { id } = request.params
    const { baseVersion, form } = request.body
    await findContent(db, id)
    const at = now()
    await storeDraft(db, { articleId: id, userId: getAccount(request).id, baseVersion, form, at })
    return ok({ time: toWireDateTime(at) })
  })

  addRoute(app, dropContentDraft, async (request) => {
    await dropDraft(db, request.params.id, getAccount(request).id)
    return ok(null)
  })

  addRoute(app, listContentVersions, async (request) => {
    const { id } = request.params
    const { version, nickname, changedAt } = await findContent(db, id)
    let query = listVersions(db, id)
      .orderBy('version', 'desc')
      .limit(CONTENT_PAGE_SIZE + 1)
    if (request.query.after !== undefined) query = query.where('version', '<', request.query.after)
    const rows = (await query.execute()).map(({ form: _form, ...row }) => toWireVersion(row))
    // No change is stored: the article itself is its only version.
    const isFirst = request.query.after === undefined && rows[0]?.version !== version
    if (isFirst) rows.unshift({ version, editorName: nickname, note: null, time: toWireDateTime(changedAt) })
    return ok({ records: rows.slice(0, CONTENT_PAGE_SIZE), hasMore: rows.length > CONTENT_PAGE_SIZE })
  })

  addRoute(app, getContentVersion, async (request) => ok(await findVersion(db, request.params)))

  addManagedRoute(app, { db, digest, now }, restoreContentVersion, async ({ request, account, trx, record }) => {
    const { id, version } = request.params
    const { form } = await findVersion(trx, request.params)
    const { title, version: baseVersion } = await findContent(trx, id)
    const at = now()
    await storeDraft(trx, { articleId: id, userId: account.id, baseVersion, form, at })
    record({
      kind: 'article',
      id: String(id),
      name: title,
      changes: [{ member: 'draft', before: null, after: `版本 ${version}` }],
    })
    const editor = { editorId: account.id, editorName: account.nickname }
    return ok({ ...editor, time: toWireDateTime(at), baseVersion, form })
  })
}
