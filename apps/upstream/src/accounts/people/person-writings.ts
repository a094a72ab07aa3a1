import { COUNTED_MAX, type WritingKind } from '@portal/contract/accounts/people-rules.ts'
import type { Person, Writing } from '@portal/contract/accounts/people-shapes.ts'
import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import { countRows } from '#platform/db/queries.ts'
import { toPlainStart } from './plain-start.ts'

const PAGE_SIZE = 20
/** Kinds of writings that are stored as HTML. */
const HTML_KINDS: readonly WritingKind[] = ['comments', 'posts', 'reportsAbout', 'reportsMade']

/**
 * Queries of the writings that staff see, without drafts and private posts. The account is the first column of each
 * index that they use.
 */
function querySources(db: Db, id: string) {
  return {
    articles: db.selectFrom('articles').where('author_id', '=', id).where('is_publish', '!=', PUBLISH_STATE.draft),
    comments: db.selectFrom('comments').where('user_id', '=', id),
    posts: db.selectFrom('says').where('user_id', '=', id).where('is_public', '=', 1),
    feedback: db
      .selectFrom('feedback')
      .innerJoin('tickets', 'tickets.feedback_id', 'feedback.id')
      .where('feedback.user_id', '=', id),
    reportsAbout: db
      .selectFrom('comment_reports')
      .innerJoin('comments', 'comments.id', 'comment_reports.comment_id')
      .where('comments.user_id', '=', id),
    reportsMade: db
      .selectFrom('comment_reports')
      .innerJoin('comments', 'comments.id', 'comment_reports.comment_id')
      .where('comment_reports.user_id', '=', id),
  }
}

/** A writing of any kind, as it is read. */
interface Row {
  at: number
  id: string | number
  text: string
  target: string | number
  state: string | number | null
  ticketId?: number | null
  ticketState?: string | null
}

/** Reads writings, newest first, by time and id. @param after `Writing.key` of the last one on the page before */
async function readRows(db: Db, userId: string, kind: WritingKind, after: string | undefined): Promise<Row[]> {
  const from = querySources(db, userId)
  const [lastAt, lastId] = after === undefined ? [] : after.split('.')
  const number = (text: string | undefined) => Number(text ?? 0)
  const limit = PAGE_SIZE + 1
  if (kind === 'articles') {
    let rows = from.articles.select(['created_at as at', 'id', 'title as text', 'id as target', 'is_publish as state'])
    if (lastAt) {
      rows = rows.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(Number(lastAt), number(lastId))))
    }
    return await rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  }
  if (kind === 'comments') {
    let rows = from.comments.select(['created_at as at', 'id', 'content as text', 'article_id as target'])
    if (lastAt) rows = rows.where('id', '<', number(lastId))
    const found = await rows.orderBy('id', 'desc').limit(limit).execute()
    return found.map((row) => ({ ...row, state: null }))
  }
  if (kind === 'posts') {
    let rows = from.posts.select(['created_at as at', 'id', 'content as text', 'id as target'])
    if (lastAt) {
      rows = rows.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(Number(lastAt), lastId ?? '')))
    }
    const found = await rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
    return found.map((row) => ({ ...row, state: null }))
  }
  if (kind === 'feedback') {
    let rows = from.feedback
      .select(['feedback.created_at as at', 'feedback.id', 'feedback.title as text'])
      .select(['tickets.id as target', 'tickets.state'])
    if (lastAt) {
      const place = sql`(feedback.created_at, feedback.id)`
      rows = rows.where(sql<boolean>`${place} < (${Number(lastAt)}, ${lastId ?? ''})`)
    }
    return await rows.orderBy('feedback.created_at', 'desc').orderBy('feedback.id', 'desc').limit(limit).execute()
  }
  let rows = from[kind]
    .leftJoin('tickets', 'tickets.comment_id', 'comment_reports.comment_id')
    .select(['tickets.id as ticketId', 'tickets.state as ticketState'])
    .select(['comment_reports.created_at as at', 'comment_reports.comment_id as id', 'comments.content as text'])
    .select(['comments.article_id as target', 'comment_reports.reason as state'])
  if (lastAt) {
    const place = sql`(comment_reports.created_at, comment_reports.comment_id)`
    rows = rows.where(sql<boolean>`${place} < (${Number(lastAt)}, ${number(lastId)})`)
  }
  const newestFirst = rows.orderBy('comment_reports.created_at', 'desc').orderBy('comment_reports.comment_id', 'desc')
  return await newestFirst.limit(limit).execute()
}

const toTicketLink = ({ ticketId, ticketState }: Row) =>
  ticketId && ticketState ? { id: ticketId, state: ticketState } : null

/** Reads a page of one kind. */
export async function readWritings(db: Db, userId: string, kind: WritingKind, after?: string) {
  const rows = await readRows(db, userId, kind, after)
  const records = rows.slice(0, PAGE_SIZE).map(
    (row): Writing => ({
      key: `${row.at}.${row.id}`,
      text: HTML_KINDS.includes(kind) ? toPlainStart(row.text) : row.text,
      targetId: String(row.target),
      state: row.state === null ? null : String(row.state),
      time: toWireDateTime(row.at),
      ...(row.ticketId !== undefined && { ticket: toTicketLink(row) }),
    }),
  )
  return { records, hasMore: rows.length > PAGE_SIZE }
}

/** Counts the writings of each kind, exactly up to `COUNTED_MAX`. */
export async function countWritings(db: Db, userId: string): Promise<Person['counts']> {
  const from = querySources(db, userId)
  const limit = COUNTED_MAX + 1
  const one = sql<number>`1`.as('one')
  return {
    articles: await countRows(db.selectFrom(from.articles.select(one).limit(limit).as('counted'))),
    comments: await countRows(db.selectFrom(from.comments.select(one).limit(limit).as('counted'))),
    posts: await countRows(db.selectFrom(from.posts.select(one).limit(limit).as('counted'))),
    feedback: await countRows(db.selectFrom(from.feedback.select(one).limit(limit).as('counted'))),
    reportsAbout: await countRows(db.selectFrom(from.reportsAbout.select(one).limit(limit).as('counted'))),
    reportsMade: await countRows(db.selectFrom(from.reportsMade.select(one).limit(limit).as('counted'))),
  }
}
