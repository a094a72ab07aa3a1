import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { InferResult } from 'kysely'
import { addToCounter } from '#articles/reading/article-counters.ts'
import type { Db } from '#platform/db/open.ts'
import { countRows, isAny, readPage } from '#platform/db/queries.ts'
import type { Page } from '#platform/http/paging.ts'
import { closeCommentTickets, openCommentTicket } from '#tickets/ticket-store.ts'

export interface NewComment {
  articleId: number
  userId: string
  /** The comment that is answered, of either level. */
  parentId: number | null
  /** The user whom the client says it answers. Only counts if that user wrote in this conversation. */
  replyUserId: string | null
  content: string
  browser: string | null
  browserVersion: string | null
  system: string | null
  systemVersion: string | null
}

const queryWithPeople = (db: Db) =>
  db
    .selectFrom('comments')
    .innerJoin('users as writer', 'writer.id', 'comments.user_id')
    .leftJoin('users as answered', 'answered.id', 'comments.reply_user_id')
    .select([
      'comments.id',
      'comments.article_id as articleId',
      'comments.parent_id as parentId',
      'comments.user_id as userId',
      'writer.nickname',
      'writer.avatar',
      'writer.role',
      'writer.web_site as webSite',
      'comments.reply_user_id as replyUserId',
      'answered.nickname as replyNickname',
      'answered.web_site as replyWebSite',
      'comments.content',
      'comments.browser',
      'comments.browser_version as browserVersion',
      'comments.system',
      'comments.system_version as systemVersion',
      'comments.created_at as createdAt',
    ])

/** A comment with its writer and the user whom it answers. */
export type StoredComment = InferResult<ReturnType<typeof queryWithPeople>>[number]

/**
 * Finds the user whom a comment answers: the named one if that user wrote in the conversation, otherwise the writer of
 * the parent.
 * @returns `undefined` when the parent is missing
 */
async function findAnsweredUser(trx: Db, { articleId, parentId, replyUserId }: NewComment) {
  if (parentId === null) return { parentId: null, replyUserId: null }
  const parent = await trx
    .selectFrom('comments')
    .select(['id', 'parent_id', 'user_id'])
    .where('id', '=', parentId)
    .where('article_id', '=', articleId)
    .executeTakeFirst()
  if (!parent) return undefined
  const rootId = parent.parent_id ?? parent.id
  if (replyUserId === null) return { parentId: rootId, replyUserId: parent.user_id }
  const namedUser = await trx
    .selectFrom('comments')
    .select('user_id')
    .where((eb) => eb.or([eb('id', '=', rootId), eb('parent_id', '=', rootId)]))
    .where('user_id', '=', replyUserId)
    .limit(1)
    .executeTakeFirst()
  return { parentId: rootId, replyUserId: namedUser?.user_id ?? parent.user_id }
}

function createCommentReader(db: Db) {
  const queryTopLevel = (articleId: number) =>
    db.selectFrom('comments').where('comments.article_id', '=', articleId).where('comments.parent_id', 'is', null)

  return {
    /** Lists the top-level comments of a published article, newest first. */
    async list(articleId: number, page: Page): Promise<{ rows: StoredComment[]; total: number }> {
      const published = db.selectFrom('articles').select('id').where('is_publish', '=', PUBLISH_STATE.published)
      if (!(await isAny(published.where('id', '=', articleId)))) return { rows: [], total: 0 }
      // Reads ids from an index alone, so that the comments before a late page are not read.
      const ordered = queryTopLevel(articleId).select('comments.id').orderBy('comments.id', 'desc')
      const { rows, total } = await readPage(ordered, queryTopLevel(articleId), page)
      const ids = rows.map(({ id }) => id)
      if (ids.length === 0) return { rows: [], total }
      const newest = queryWithPeople(db).where('comments.id', 'in', ids).orderBy('comments.id', 'desc')
      return { rows: await newest.execute(), total }
    },

    /** Lists the replies to several comments, newest first. */
    async listAnswers(ids: readonly number[]): Promise<StoredComment[]> {
      if (ids.length === 0) return []
      return await queryWithPeople(db)
        .where('comments.parent_id', 'in', [...ids])
        .orderBy('comments.id', 'desc')
        .execute()
    },

    /**
     * Counts the conversations that are newer than the one of a comment; `undefined` when the article has no such
     * comment.
     */
    async countNewer(articleId: number, commentId: number): Promise<number | undefined> {
      const comment = await db
        .selectFrom('comments')
        .select(['id', 'parent_id'])
        .where('id', '=', commentId)
        .where('article_id', '=', articleId)
        .executeTakeFirst()
      if (!comment) return undefined
      return await countRows(queryTopLevel(articleId).where('comments.id', '>', comment.parent_id ?? comment.id))
    },

    async hasCommented(articleId: number, userId: string): Promise<boolean> {
      const publishedComments = db
        .selectFrom('comments')
        .where('user_id', '=', userId)
        .where('article_id', '=', articleId)
      return await isAny(publishedComments.select('id').limit(1))
    },

    /** Lists a user's comments on published articles, newest first. */
    async listByUser(userId: string, page: Page) {
      const own = db
        .selectFrom('comments')
        .innerJoin('articles', 'articles.id', 'comments.article_id')
        .where('comments.user_id', '=', userId)
        .where('articles.is_publish', '=', PUBLISH_STATE.published)
      const columns = ['articles.id', 'articles.title', 'comments.id as commentId', 'comments.content'] as const
      const ordered = own.select([...columns, 'comments.created_at as createdAt']).orderBy('comments.id', 'desc')
      return await readPage(ordered, own, page)
    },
  }
}

/**
 * Deletes a comment with its replies, and closes the tickets of reports.
 * @param ownerId if given, deletes a comment of this user only
 */
export async function removeComment(trx: Db, id: number, at: number, ownerId?: string): Promise<boolean> {
  let query = trx.selectFrom('comments').select('article_id').where('id', '=', id)
  if (ownerId !== undefined) query = query.where('user_id', '=', ownerId)
  const found = await query.executeTakeFirst()
  if (!found) return false
  await addToCounter(trx, 'comment_count', found.article_id, 0)
  const replies = await trx.selectFrom('comments').select('id').where('parent_id', '=', id).execute()
  await closeCommentTickets(trx, [id, ...replies.map((reply) => reply.id)], { by: ownerId ?? null, at })
  // Deletes the replies explicitly, because rows that a cascade deletes are not returned.
  const answers = await trx.deleteFrom('comments').where('parent_id', '=', id).returning('id').execute()
  const deletedComment = await trx.deleteFrom('comments').where('id', '=', id).returning('id').execute()
  await addToCounter(trx, 'comment_count', found.article_id, -(answers.length + deletedComment.length))
  return deletedComment.length > 0
}

export type CommentRepository = ReturnType<typeof createCommentRepository>

export function createCommentRepository({ db, now }: { db: Db; now: () => number }) {
  return {
    ...createCommentReader(db),

    /**
     * Stores a comment.
     * @returns `no article` when the article is not published, `no parent` when the answered comment is missing
     */
    async post(comment: NewComment) {
      return await db.transaction().execute(async (trx) => {
        // Locks the article's row, so that posting and deleting are serialised.
        const article = await addToCounter(trx, 'comment_count', comment.articleId, 0)
        if (article?.isPublish !== PUBLISH_STATE.published) return 'no article'
        const answered = await findAnsweredUser(trx, comment)
        if (!answered) return 'no parent'
        const { id } = await trx
          .insertInto('comments')
          .values({
            article_id: comment.articleId,
            user_id: comment.userId,
            parent_id: answered.parentId,
            reply_user_id: answered.replyUserId,
            content: comment.content,
            browser: comment.browser,
            browser_version: comment.browserVersion,
            system: comment.system,
            system_version: comment.systemVersion,
            reported_at: null,
            created_at: now(),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await addToCounter(trx, 'comment_count', comment.articleId, 1)
        const stored = await queryWithPeople(trx).where('comments.id', '=', id).executeTakeFirstOrThrow()
        return { comment: stored, authorId: article.authorId }
      })
    },

    /** Deletes a comment with its replies. @param ownerId if given, deletes a comment of this user only */
    async remove(id: number, ownerId?: string): Promise<boolean> {
      return await db.transaction().execute((trx) => removeComment(trx, id, now(), ownerId))
    },

    /**
     * Stores a report. A second report of the same user changes nothing.
     * @returns `false` when there is no such comment
     */
    async report(id: number, userId: string, reason: string): Promise<boolean> {
      return await db.transaction().execute(async (trx) => {
        const comment = await trx
          .updateTable('comments')
          .set((eb) => ({ reported_at: eb.ref('reported_at') }))
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
        if (!comment) return false
        const added = await trx
          .insertInto('comment_reports')
          .values({ comment_id: id, user_id: userId, reason, created_at: now() })
          .onConflict((conflict) => conflict.columns(['comment_id', 'user_id']).doNothing())
          .returning('comment_id')
          .executeTakeFirst()
        if (!added) return true
        await trx.updateTable('comments').set({ reported_at: now() }).where('id', '=', id).execute()
        await openCommentTicket(trx, id, now())
        return true
      })
    },
  }
}
