import {
  type CommentPolicy,
  DEFAULT_POLICY,
  findHold,
  type HeldState,
  type HoldReason,
} from '@portal/contract/community/comment-policy.ts'
import type { SiteSettings } from '@portal/contract/site/site-settings.ts'
import { sql } from 'kysely'
import { addToCounter } from '#articles/reading/article-counters.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import { readPictureWords, toPlainText } from '#platform/text/plain-text.ts'

/** Columns that both tables have. */
const COPIED = [
  'id',
  'article_id',
  'user_id',
  'parent_id',
  'reply_user_id',
  'content',
  'browser',
  'browser_version',
  'system',
  'system_version',
  'created_at',
] as const

/** Maximum own comments in one answer. */
const OWN_MAX = 100

interface NewState {
  state: HeldState
  at: number
  /** `null`: the site itself. */
  by: string | null
  reasons?: readonly HoldReason[]
  word?: string | null
}

type CommentSettings = SiteSettings['comments']

async function readSettings(db: Db, names: (keyof CommentSettings)[]): Promise<Partial<CommentSettings>> {
  const rows = await db.selectFrom('site_settings').select(['name', 'value']).where('name', 'in', names).execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]))
}

/** Days after its first publication when an article without days of its own takes no more comments; `null`: it always does. */
export async function readCloseDays(db: Db): Promise<number | null> {
  const { commentCloseDays = null } = await readSettings(db, ['commentCloseDays'])
  return commentCloseDays
}

async function readPolicy(trx: Db): Promise<{ policy: CommentPolicy; words: string[] }> {
  const { commentPolicy, commentWords } = await readSettings(trx, ['commentPolicy', 'commentWords'])
  return { policy: commentPolicy ?? DEFAULT_POLICY, words: commentWords ?? [] }
}

/** Decides by the settings whether a new comment waits. The first comment is the one of a person without a shown one. */
export async function decideHold(trx: Db, { userId, content }: { userId: string; content: string }) {
  const { policy, words } = await readPolicy(trx)
  const isFirst =
    policy === 'first' && !(await isAny(trx.selectFrom('comments').select('id').where('user_id', '=', userId).limit(1)))
  // A picture between two characters of a word does not hide the word.
  const texts = [toPlainText(content, ''), ...readPictureWords(content)]
  return findHold(texts.join('\n'), { policy, words, isFirst })
}

/**
 * Takes shown comments away from readers. What belongs to them, e.g. notices and reports, is deleted. The caller corrects
 * the number of comments.
 * @returns how many there were
 */
export async function holdComments(
  trx: Db,
  ids: readonly number[],
  { state, at, by, reasons = [], word = null }: NewState,
): Promise<number> {
  const rows = await trx
    .selectFrom('comments')
    .select(COPIED)
    .where('id', 'in', [...ids])
    .execute()
  if (rows.length === 0) return 0
  const members = { state, reasons: JSON.stringify(reasons), word, changed_at: at, changed_by: by }
  await trx
    .insertInto('held_comments')
    .values(rows.map((row) => ({ ...row, ...members })))
    .execute()
  await trx
    .deleteFrom('comments')
    .where('id', 'in', [...ids])
    .execute()
  return rows.length
}

/**
 * Shows a held comment to readers.
 * @returns `undefined` when there is none in these states; `no parent` when the comment that it answers is not shown
 */
export async function releaseComment(trx: Db, id: number, states: readonly HeldState[]) {
  const held = await trx
    .selectFrom('held_comments')
    .select(COPIED)
    .select(['reasons as held_reasons', 'word as held_word'])
    .where('id', '=', id)
    .where('state', 'in', [...states])
    .executeTakeFirst()
  if (!held) return undefined
  // Locks the article's row, as posting and deleting do.
  const article = await addToCounter(trx, 'comment_count', held.article_id, 0)
  const parent = trx
    .selectFrom('comments')
    .select('id')
    .where('id', '=', held.parent_id ?? 0)
  if (held.parent_id !== null && !(await isAny(parent))) return 'no parent'
  const deletion = trx.deleteFrom('held_comments').where('id', '=', id).returning('id')
  // Another person has released it meanwhile.
  if (!article || !(await isAny(deletion))) return undefined
  await trx
    .insertInto('comments')
    .values({ ...held, reported_at: null })
    .execute()
  await addToCounter(trx, 'comment_count', held.article_id, 1)
  return { authorId: article.authorId }
}

/** States in which the writer still sees the own comment. */
const SEEN_BY_WRITER = ['waiting', 'rejected'] as const

/** Lists a person's comments on an article that wait or were rejected, newest first. */
export async function listOwnHeld(db: Db, userId: string, articleId: number) {
  return await db
    .selectFrom('held_comments')
    .innerJoin('users as writer', 'writer.id', 'held_comments.user_id')
    .leftJoin('users as answered', 'answered.id', 'held_comments.reply_user_id')
    .select(['held_comments.id', 'article_id as articleId', 'parent_id as parentId', 'user_id as userId'])
    .select(['writer.nickname', 'writer.avatar', 'writer.role', 'writer.web_site as webSite'])
    .select(['reply_user_id as replyUserId', 'answered.nickname as replyNickname', 'answered.web_site as replyWebSite'])
    .select(['content', 'browser', 'browser_version as browserVersion', 'system', 'system_version as systemVersion'])
    .select(['held_comments.created_at as createdAt', 'state'])
    .where('user_id', '=', userId)
    .where('article_id', '=', articleId)
    .where('state', 'in', SEEN_BY_WRITER)
    .orderBy('held_comments.id', 'desc')
    .limit(OWN_MAX)
    .execute()
}

/** Deletes a comment of a person that waits or was rejected. */
export async function removeOwnHeld(trx: Db, id: number, userId: string): Promise<boolean> {
  const deletion = trx.deleteFrom('held_comments').where('id', '=', id).where('user_id', '=', userId)
  return await isAny(deletion.where('state', 'in', SEEN_BY_WRITER).returning('id'))
}

/** Changes the state of a held comment. @returns whether there is one in these states */
export async function changeHeldState(
  trx: Db,
  id: number,
  from: readonly HeldState[],
  { state, at, by }: Pick<NewState, 'state' | 'at' | 'by'>,
): Promise<boolean> {
  const change = trx
    .updateTable('held_comments')
    .set({ state, changed_at: at, changed_by: by })
    .where('id', '=', id)
    .where('state', 'in', [...from])
  return await isAny(change.returning('id'))
}

/** Rows that one statement deletes. */
const SWEPT_ROWS = 500

/** Deletes comments that were rejected or deleted before an instant. */
export async function deleteHeldBefore(db: Db, before: number): Promise<void> {
  const old = db
    .selectFrom('held_comments')
    .select('id')
    .where('state', 'in', ['rejected', 'deleted'])
    .where('changed_at', '<', before)
    .limit(SWEPT_ROWS)
  await db.deleteFrom('held_comments').where('id', 'in', sql<number>`(${old})`).execute()
}
