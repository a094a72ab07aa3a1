import type { BulkAction, SkippedArticle } from '@portal/contract/articles/article-shapes.ts'
import { BULK_ACTION_NAMES } from '@portal/contract/articles/article-words.ts'
import type { bulkManagedArticles } from '@portal/contract/articles/managed-articles.ts'
import type { CallBody } from '@portal/contract/call.ts'
import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { type LockedArticle, lockArticle, moveArticle } from '#articles/writing/article-change.ts'
import { keepFirstVersion, raiseRevision, storeVersion } from '#articles/writing/article-versions.ts'
import type { AuditSubject } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import { badInput, publishingTimePassed } from '#platform/errors.ts'
import { recordFaults } from './content-faults.ts'
import { findContent, findNewestDraft, findSchedule, readContentFormOrThrow } from './content-repository.ts'
import { formatDecision } from './content-save.ts'
import { moveSchedule, setSchedule } from './publisher.ts'

/** Whether readers will see the articles after a change. */
const isPublishing = ({ action }: Pick<BulkChange, 'action'>) => action === 'publish' || action === 'schedule'

/** A bulk change without its list of articles. */
export type BulkChange = Omit<CallBody<typeof bulkManagedArticles>, 'ids'>

interface Effects {
  editorId: string
  at: number
}

const TAGS_MAX = 3

const MARKS = {
  stick: ['is_stick', 1],
  unstick: ['is_stick', 0],
  recommend: ['is_recommend', 1],
  unrecommend: ['is_recommend', 0],
  carousel: ['is_carousel', 1],
  uncarousel: ['is_carousel', 0],
} as const satisfies Partial<Record<BulkAction, readonly ['is_stick' | 'is_recommend' | 'is_carousel', number]>>

export interface BulkResult {
  done: number[]
  skipped: SkippedArticle[]
  /** Notices to writers whose article another editor has decided on; HTML. */
  decisions: { to: string; articleId: number; content: string }[]
}

/**
 * Makes one change to several articles. Skips an article for which it is impossible, with the reason.
 * @param trx a transaction
 */
export async function changeArticles(
  trx: Db,
  ids: readonly number[],
  bulk: BulkChange,
  effects: Effects,
): Promise<BulkResult> {
  const result: BulkResult = { done: [], skipped: [], decisions: [] }
  // Locks the articles in the same order in every bulk change, so that two of them do not deadlock.
  for (const id of [...new Set(ids)].sort((one, other) => one - other)) {
    const before = await lockArticle(trx, id)
    if (!before) {
      result.skipped.push({ id, title: '', reason: '文章不存在' })
      continue
    }
    const { title } = await findContent(trx, id)
    // The list shows the title of the draft, and its reader means that text.
    const draft = isPublishing(bulk) ? await findNewestDraft(trx, id) : undefined
    const scheduled = isPublishing(bulk) ? await findSchedule(trx, id) : null
    const reason = draft
      ? '有草稿，请打开后发布'
      : await applyTo(trx, before, bulk, { ...effects, isScheduled: scheduled !== null })
    if (reason) {
      result.skipped.push({ id, title: draft?.title.trim() || scheduled?.form.title.trim() || title, reason })
      continue
    }
    result.done.push(id)
    const state = STATE_AFTER[bulk.action]
    const content = state === undefined ? null : formatDecision(before, state, title)
    const to = before.authorId
    if (content && to !== effects.editorId) result.decisions.push({ to, articleId: id, content })
  }
  if (result.done.length > 0) await raiseRevision(trx)
  return result
}

/** Returns the subject of the entry in the audit log. */
export function toBulkSubject(action: BulkAction, done: readonly number[]): AuditSubject {
  return {
    kind: 'articles',
    id: done.slice(0, 10).join(','),
    name: `${BULK_ACTION_NAMES[action]} ${done.length} 篇`,
    changes: [{ member: action, before: null, after: done.join(',') }],
  }
}

const STATE_AFTER: Partial<Record<BulkAction, number>> = {
  publish: PUBLISH_STATE.published,
  takeOff: PUBLISH_STATE.offShelf,
}

/** @throws AppError when a member that the action needs is missing */
export async function checkBulk(
  trx: Db,
  { action, tagId, categoryId, publishAt }: BulkChange,
  nowMs: number,
): Promise<void> {
  if (action === 'move') {
    const category = trx
      .selectFrom('categories')
      .select('id')
      .where('id', '=', categoryId ?? 0)
    if (categoryId === PAGE_CATEGORY || !(await isAny(category))) throw badInput('请选择分类')
  }
  if (action === 'tag' || action === 'untag') {
    if (
      !(await isAny(
        trx
          .selectFrom('tags')
          .select('id')
          .where('id', '=', tagId ?? 0),
      ))
    )
      throw badInput('请选择标签')
  }
  if (action === 'schedule' && (toInstantMs(publishAt) ?? 0) <= nowMs) throw publishingTimePassed()
}

/** Applies the change to one article. @returns the reason why it is impossible, or `undefined` */
async function applyTo(
  trx: Db,
  before: LockedArticle,
  bulk: BulkChange,
  { isScheduled, ...effects }: Effects & { isScheduled: boolean },
): Promise<string | undefined> {
  const { id, isPublish } = before
  const { action } = bulk
  if (before.categoryId === PAGE_CATEGORY) return '常设页面不能成批处理'
  if (action === 'publish' && isPublish === PUBLISH_STATE.published) return '已经发布'
  if (action === 'takeOff' && isPublish !== PUBLISH_STATE.published) return '不在已发布之列'
  // The scheduled text may be newer than the stored one, so that only its time changes.
  if (isScheduled && action === 'publish') return '已定时，请打开后发布'
  if (isScheduled) {
    await moveSchedule(trx, id, toInstantMs(bulk.publishAt) ?? 0)
    return undefined
  }
  if (isPublishing(bulk) && !(await hasText(trx, id))) return '没有正文'
  if (action === 'schedule') {
    await schedule(trx, before, bulk, effects)
    return undefined
  }
  await keepFirstVersion(trx, before)
  const refusal = await changeOne(trx, before, bulk, effects.at)
  if (refusal) return refusal
  await storeVersion(trx, id, { ...effects, note: BULK_ACTION_NAMES[action] })
  await recordFaults(trx, id, effects.at)
  return undefined
}

async function changeOne(trx: Db, before: LockedArticle, bulk: BulkChange, at: number): Promise<string | undefined> {
  const { id, isPublish } = before
  const { action, categoryId, tagId = 0 } = bulk
  if (action === 'tag') return await addTag(trx, id, tagId)
  if (action === 'untag') {
    await trx.deleteFrom('article_tags').where('article_id', '=', id).where('tag_id', '=', tagId).execute()
  } else if (action in MARKS) {
    const [column, value] = MARKS[action as keyof typeof MARKS]
    await trx
      .updateTable('articles')
      .set({ [column]: value })
      .where('id', '=', id)
      .execute()
  } else {
    await moveArticle(trx, before, { state: STATE_AFTER[action] ?? isPublish, categoryId }, at)
  }
  return undefined
}

async function addTag(trx: Db, articleId: number, tagId: number): Promise<string | undefined> {
  const tags = await trx.selectFrom('article_tags').selectAll().where('article_id', '=', articleId).execute()
  if (tags.some(({ tag_id }) => tag_id === tagId)) return '已有这个标签'
  if (tags.length >= TAGS_MAX) return `已有 ${TAGS_MAX} 个标签`
  const position = Math.max(-1, ...tags.map((tag) => tag.position)) + 1
  await trx.insertInto('article_tags').values({ article_id: articleId, tag_id: tagId, position }).execute()
  return undefined
}

async function hasText(trx: Db, id: number): Promise<boolean> {
  const row = await trx.selectFrom('article_texts').select('content_md').where('article_id', '=', id).executeTakeFirst()
  return (row?.content_md ?? '').trim() !== ''
}

/** Schedules the present text. */
async function schedule(trx: Db, before: LockedArticle, bulk: BulkChange, { editorId }: { editorId: string }) {
  const form = await readContentFormOrThrow(trx, before.id)
  const { content, plain } = await trx
    .selectFrom('article_texts')
    .select(['content', 'plain'])
    .where('article_id', '=', before.id)
    .executeTakeFirstOrThrow()
  const at = toInstantMs(bulk.publishAt) ?? 0
  await setSchedule(trx, before.id, { at, baseVersion: before.version, editorId, form, content, plain })
}
