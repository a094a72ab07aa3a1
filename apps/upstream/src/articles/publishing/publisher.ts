import type { ContentForm } from '@portal/contract/articles/content.ts'
import { MINUTE_MS, PUBLISH_STATE } from '@portal/contract/constants.ts'
import { toWireMinute } from '@portal/contract/time.ts'
import { type NewNotice, NOTICE } from '#accounts/notices/notice-repository.ts'
import { lockArticle } from '#articles/writing/article-change.ts'
import { type AuditWriter, appendAudit } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'
import { addJob } from '#platform/jobs/job-rows.ts'
import { type JobHandler, retryInMinutes } from '#platform/jobs/jobs.ts'
import { escapeHtml } from '#platform/search/mark.ts'
import { toWrittenArticle } from './content-form.ts'
import { saveContent } from './content-save.ts'

interface Schedule {
  /** Epoch ms. */
  at: number
  baseVersion: number
  editorId: string
  form: ContentForm
  content: string
  plain: string
}

/** Sets or moves the time at which a text is published. */
export async function setSchedule(trx: Db, articleId: number, schedule: Schedule): Promise<void> {
  const { at, baseVersion, editorId, form, content, plain } = schedule
  const columns = {
    publish_at: at,
    base_version: baseVersion,
    editor_id: editorId,
    form: JSON.stringify(form),
    content,
    plain,
  }
  await trx
    .insertInto('article_schedules')
    .values({ article_id: articleId, ...columns })
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet(columns))
    .execute()
  await addJob(trx, { kind: 'publishing', ref: String(articleId), dueAt: at })
}

/** Moves the time at which the scheduled text is published. */
export async function moveSchedule(trx: Db, articleId: number, at: number): Promise<void> {
  await trx.updateTable('article_schedules').set({ publish_at: at }).where('article_id', '=', articleId).execute()
  await addJob(trx, { kind: 'publishing', ref: String(articleId), dueAt: at })
}

interface Options extends AuditWriter {
  db: Db
  notify: (notice: NewNotice) => Promise<void>
}

/** Publishes a text at its set time, unless the time was moved or cancelled meanwhile. */
export function createPublisher({ db, digest, now, notify }: Options): JobHandler {
  /** Publishes one text. @returns the notices to its editor and writer when nothing was published */
  async function publishOne(articleId: number): Promise<NewNotice[]> {
    return await db.transaction().execute(async (trx) => {
      const before = await lockArticle(trx, articleId)
      const due = await trx
        .deleteFrom('article_schedules')
        .where('article_id', '=', articleId)
        .where('publish_at', '<=', now())
        .returningAll()
        .executeTakeFirst()
      if (!before || !due) return []
      const form = JSON.parse(due.form) as ContentForm
      const fact = {
        actor: { id: null, name: '定时发布' },
        action: 'content.publish',
        requestId: '',
        network: '',
        device: null,
      }
      const subject = { kind: 'article', id: String(articleId), name: form.title }
      try {
        if (before.version !== due.base_version) throw new AppError(409, '文章在定时之后改过')
        const { isStick, isRecommend, isCarousel } = form
        const { changes } = await saveContent(trx, before, {
          article: toWrittenArticle(form, due),
          marks: { isStick, isRecommend, isCarousel },
          form,
          state: PUBLISH_STATE.published,
          editorId: due.editor_id,
          at: now(),
          note: '定时发布',
        })
        await appendAudit(trx, { now, digest }, { ...fact, subject: { ...subject, changes }, outcome: 'done' })
        return []
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const reason = error.message
        if (due.editor_id !== null) await keepAsDraft(trx, { ...due, editorId: due.editor_id, at: now() })
        await appendAudit(trx, { now, digest }, { ...fact, subject, outcome: 'refused', reason })
        const content = `《${escapeHtml(form.title)}》没有在 ${toWireMinute(due.publish_at)} 发布：${escapeHtml(reason)}。定时的内容已存为编辑者的草稿`
        const owners = await trx.selectFrom('duties').select('user_id').where('duty', '=', 'owner').execute()
        const recipients = new Set([...owners.map(({ user_id }) => user_id), ...(due.editor_id ? [due.editor_id] : [])])
        return [...recipients].map((to) => ({ to, type: NOTICE.system, articleId, content }))
      }
    })
  }

  return {
    async run({ ref }) {
      for (const notice of await publishOne(Number(ref))) await notify(notice)
    },
    leaseMs: MINUTE_MS,
    retryAfterMs: retryInMinutes,
    atOnce: 1,
    isPunctual: true,
  }
}

/** Keeps the scheduled text as a draft when it cannot be published. A newer draft of the editor stays. */
async function keepAsDraft(
  trx: Db,
  due: { article_id: number; base_version: number; form: string; editorId: string; at: number },
): Promise<void> {
  await trx
    .insertInto('article_drafts')
    .values({
      article_id: due.article_id,
      user_id: due.editorId,
      base_version: due.base_version,
      form: due.form,
      saved_at: due.at,
    })
    .onConflict((conflict) => conflict.columns(['article_id', 'user_id']).doNothing())
    .execute()
}
