import type { HeldState, HoldReason } from '@portal/contract/community/comment-policy.ts'
import type { ManagedComment } from '@portal/contract/community/managed-comments.ts'
import { WAITING_MAX } from '@portal/contract/site/waiting-rules.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { containsText } from '#platform/db/contains-text.ts'
import type { Db } from '#platform/db/open.ts'
import { countRows } from '#platform/db/queries.ts'
import type { Tables } from '#platform/db/tables.ts'
import { readPictureWords, toPlainText } from '#platform/text/plain-text.ts'

const PAGE_SIZE = 50
const PICTURE = /<img\b[^>]*\bsrc="([^"]*)"/g

interface Filter {
  state: HeldState | 'shown'
  reason?: HoldReason | undefined
  q?: string | undefined
  articleId?: number | undefined
  after?: number | undefined
}

interface SourceRow {
  id: number
  article_id: number
  user_id: string
  reply_user_id: string | null
  content: string
  created_at: number
  reasons: string
  word: string | null
  changed_at: number | null
  changed_by: string | null
}

/** Queries one of the two tables with the same columns; shown comments have no reasons. */
function queryRows(db: Db, state: Filter['state']) {
  const columns = sql.raw('id, article_id, user_id, reply_user_id, content, created_at')
  const source =
    state === 'shown'
      ? sql<SourceRow>`(select ${columns}, '[]' as reasons, null as word, null as changed_at, null as changed_by
          from comments)`
      : sql<SourceRow>`(select ${columns}, reasons, word, changed_at, changed_by
          from held_comments where state = ${state})`
  return db
    .selectFrom(source.as('comment'))
    .innerJoin('articles', 'articles.id', 'comment.article_id')
    .innerJoin('users as writer', 'writer.id', 'comment.user_id')
    .leftJoin('users as answered', 'answered.id', 'comment.reply_user_id')
    .leftJoin('users as editor', 'editor.id', 'comment.changed_by')
    .select(['comment.id', 'comment.article_id as articleId', 'articles.title as articleTitle'])
    .select(['comment.user_id as userId', 'writer.nickname', 'writer.created_at as registeredAt'])
    .select(['answered.nickname as replyNickname', 'comment.content', 'comment.created_at as createdAt'])
    .select(['comment.reasons', 'comment.word', 'comment.changed_at as changedAt', 'editor.nickname as changedBy'])
}

/** Lists comments for staff: waiting ones oldest first, others newest first. */
export async function listForStaff(db: Db, { state, reason, q, articleId, after }: Filter) {
  const isOldestFirst = state === 'waiting'
  let rows = queryRows(db, state)
  if (reason !== undefined) rows = rows.where(containsText(db, 'comment.reasons', `"${reason}"`))
  if (articleId !== undefined) rows = rows.where('comment.article_id', '=', articleId)
  const words = q?.trim()
  if (words) {
    const columns = ['comment.content', 'writer.nickname', 'articles.title']
    rows = rows.where((eb) => eb.or(columns.map((column) => containsText(db, column, words))))
  }
  if (after !== undefined) rows = rows.where('comment.id', isOldestFirst ? '>' : '<', after)
  const found = await rows
    .orderBy('comment.id', isOldestFirst ? 'asc' : 'desc')
    .limit(PAGE_SIZE + 1)
    .execute()
  const toTime = (at: number | null | undefined) => (at == null ? null : toWireDateTime(at))
  const records = found.slice(0, PAGE_SIZE).map(
    ({ content, createdAt, registeredAt, changedAt, reasons, ...row }): ManagedComment => ({
      ...row,
      registerTime: toTime(registeredAt),
      text: [toPlainText(content, '').trim(), ...readPictureWords(content).map((words) => `［图片：${words}］`)]
        .join('\n')
        .trim(),
      pictures: [...content.matchAll(PICTURE)].map(([, address = '']) => address),
      createTime: toTime(createdAt),
      reasons: JSON.parse(reasons) as HoldReason[],
      changeTime: toTime(changedAt),
    }),
  )
  return { records, hasMore: found.length > PAGE_SIZE }
}

/** Counts the comments of each view up to one above the limit, and finds the oldest waiting one. */
export async function countForStaff(db: Db) {
  const held = (state: HeldState) => db.selectFrom('held_comments').where('state', '=', state)
  const oldest = await held('waiting').select('created_at').orderBy('id').limit(1).executeTakeFirst()
  return {
    waiting: await countUp(db, held('waiting')),
    shown: await countUp(db, db.selectFrom('comments')),
    rejected: await countUp(db, held('rejected')),
    deleted: await countUp(db, held('deleted')),
    oldestTime: oldest ? toWireDateTime(oldest.created_at) : null,
  }
}

async function countUp<TB extends 'comments' | 'held_comments'>(db: Db, rows: SelectQueryBuilder<Tables, TB, object>) {
  return await countRows(
    db.selectFrom(
      rows
        .select(sql.lit(1).as('one'))
        .limit(WAITING_MAX + 1)
        .as('some'),
    ),
  )
}
