import type { Ticket } from '@portal/contract/tickets/ticket-shapes.ts'
import type { Db } from '#platform/db/open.ts'

/** Maximum reasons that are shown. */
const REASONS_MAX = 100

const queryComment = (db: Db, id: number) =>
  db
    .selectFrom('comments')
    .innerJoin('articles', 'articles.id', 'comments.article_id')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .select(['comments.article_id as articleId', 'articles.title as articleTitle'])
    .select(['comments.user_id as userId', 'users.nickname', 'comments.content'])
    .where('comments.id', '=', id)

/**
 * Copies a reported comment to its ticket, because the comment can be deleted at any time.
 * @param trx the transaction of the report
 */
export async function keepReportedComment(trx: Db, ticketId: number, commentId: number): Promise<void> {
  const { articleId, articleTitle, userId, ...words } = await queryComment(trx, commentId).executeTakeFirstOrThrow()
  const reasons = JSON.stringify(await readReasons(trx, commentId))
  const copy = { article_id: articleId, article_title: articleTitle, user_id: userId, ...words, reasons }
  await trx
    .insertInto('ticket_comments')
    .values({ ticket_id: ticketId, ...copy })
    .onConflict((conflict) => conflict.column('ticket_id').doUpdateSet(copy))
    .execute()
}

/**
 * Reads the comment of a ticket: its present text, or the reported one after its deletion; `null` when neither exists.
 */
export async function readReportedComment(
  db: Db,
  { id, comment_id: commentId }: { id: number; comment_id: number | null },
): Promise<Ticket['comment']> {
  if (commentId !== null) {
    const comment = await queryComment(db, commentId).executeTakeFirst()
    if (!comment) return null
    return { id: commentId, ...comment, reasons: await readReasons(db, commentId) }
  }
  const storedComment = await db
    .selectFrom('ticket_comments')
    .select(['article_id as articleId', 'article_title as articleTitle', 'user_id as userId', 'nickname', 'content'])
    .select('reasons')
    .where('ticket_id', '=', id)
    .executeTakeFirst()
  return storedComment ? { id: null, ...storedComment, reasons: JSON.parse(storedComment.reasons) as string[] } : null
}

/** Erases the text and author of deleted comments whose tickets were closed before an instant. */
export async function forgetDeletedComments(db: Db, before: number): Promise<void> {
  const old = db
    .selectFrom('tickets')
    .select('id')
    .where('kind', '=', 'comment')
    .where('comment_id', 'is', null)
    .where('closed_at', '<', before)
  await db.deleteFrom('ticket_comments').where('ticket_id', 'in', old).execute()
}

/** Lists the reasons of the reports of a comment, newest first. */
async function readReasons(db: Db, commentId: number): Promise<string[]> {
  const reports = await db
    .selectFrom('comment_reports')
    .select('reason')
    .where('comment_id', '=', commentId)
    .orderBy('created_at', 'desc')
    .limit(REASONS_MAX)
    .execute()
  return reports.map(({ reason }) => reason)
}
