import type { ContentForm } from '@portal/contract/articles/content.ts'
import { scheduleContent, unscheduleContent } from '@portal/contract/articles/content-editing.ts'
import type { AuditChange } from '@portal/contract/audit/audit.ts'
import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute, addPreparedRoute } from '#accounts/duties/managed-route.ts'
import type { Db } from '#platform/db/open.ts'
import { notScheduled, publishingTimePassed } from '#platform/errors.ts'
import { ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { TextRenderer } from '#platform/text/text-renderer.ts'
import { checkNoPage, listChangedMembers, parseContent, setArticleState } from './content-form.ts'
import { dropDraft, findContent, findSchedule, lockSeen, storeDraft } from './content-repository.ts'
import { moveSchedule, setSchedule } from './publisher.ts'

interface Options {
  db: Db
  digest: Digest
  now: () => number
  texts: TextRenderer
}

/** Routes of the publication at a set time. */
export const scheduleRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { now, texts } = options

  addPreparedRoute(
    app,
    options,
    scheduleContent,
    async ({ body: { form } }, { id }) =>
      form && (await parseContent(form, (contentMd) => texts.renderMarkdown(id, contentMd))),
    async ({ request, prepared, account, trx, record }) => {
      const { id } = request.params
      const { version, publishAt } = request.body
      const at = toInstantMs(publishAt) ?? 0
      const scheduled = await findSchedule(trx, id)
      const name = prepared?.article.title ?? scheduled?.form.title ?? (await findContent(trx, id)).title
      const subject = { kind: 'article', id: String(id), name }
      record(subject)
      if (at <= now()) throw publishingTimePassed()
      if (!prepared) {
        await lockSeen(trx, id, version)
        if (!scheduled) throw notScheduled()
        await moveSchedule(trx, id, at)
        record({ ...subject, changes: [{ member: 'publishAt', before: scheduled.publishAt, after: publishAt }] })
        return ok(null)
      }
      const { article, form } = prepared
      setArticleState(article, PUBLISH_STATE.published)
      checkNoPage(await lockSeen(trx, id, version), article)
      const text = { form, content: article.content, plain: article.plain }
      await setSchedule(trx, id, { at, baseVersion: version, editorId: account.id, ...text })
      await dropDraft(trx, id, account.id)
      record({ ...subject, changes: listChanges(scheduled, { publishAt, form }) })
      return ok(null)
    },
  )

  addManagedRoute(app, options, unscheduleContent, async ({ request, account, trx, record }) => {
    const { id } = request.params
    const { title } = await findContent(trx, id)
    const subject = { kind: 'article', id: String(id), name: title }
    record(subject)
    const schedule = await findSchedule(trx, id)
    if (!schedule) throw notScheduled()
    const { publishAt, baseVersion, form } = schedule
    await trx.deleteFrom('article_schedules').where('article_id', '=', id).execute()
    await storeDraft(trx, { articleId: id, userId: account.id, baseVersion, form, at: now() })
    record({ ...subject, changes: [{ member: 'publishAt', before: publishAt, after: null }] })
    return ok(null)
  })
}

interface Scheduled {
  publishAt: string
  form: ContentForm
}

/** Lists what a save has changed in a schedule for the audit log. */
function listChanges(before: Scheduled | null, after: Scheduled): AuditChange[] {
  const time = { member: 'publishAt', before: before?.publishAt ?? null, after: after.publishAt }
  if (!before) return [time]
  const texts = listChangedMembers(before.form, after.form).map((member) =>
    member === 'contentMd'
      ? { member, before: '原定的正文', after: '改过的正文' }
      : { member, before: String(before.form[member]), after: String(after.form[member]) },
  )
  return before.publishAt === after.publishAt ? texts : [time, ...texts]
}
