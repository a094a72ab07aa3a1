import { scheduleContent, unscheduleContent } from '@portal/contract/articles/content-editing.ts'
import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute, addPreparedRoute } from '#accounts/duties/managed-route.ts'
import type { Db } from '#platform/db/open.ts'
import { notScheduled, publishingTimePassed } from '#platform/errors.ts'
import { ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { TextRenderer } from '#platform/text/text-renderer.ts'
import { checkNoPage, parseContent, setArticleState } from './content-form.ts'
import { dropDraft, findContent, findSchedule, lockSeen, storeDraft } from './content-repository.ts'
import { setSchedule } from './publisher.ts'

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
    ({ body }, { id }) => parseContent(body.form, (contentMd) => texts.renderMarkdown(id, contentMd)),
    async ({ request, prepared, account, trx, record }) => {
      const { id } = request.params
      const { version, publishAt } = request.body
      const { article, form } = prepared
      const subject = { kind: 'article', id: String(id), name: article.title }
      record(subject)
      const at = toInstantMs(publishAt) ?? 0
      if (at <= now()) throw publishingTimePassed()
      setArticleState(article, PUBLISH_STATE.published)
      checkNoPage(await lockSeen(trx, id, version), article)
      const text = { form, content: article.content, plain: article.plain }
      await setSchedule(trx, id, { at, baseVersion: version, editorId: account.id, ...text })
      await dropDraft(trx, id, account.id)
      record({ ...subject, changes: [{ member: 'publishAt', before: null, after: publishAt }] })
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
