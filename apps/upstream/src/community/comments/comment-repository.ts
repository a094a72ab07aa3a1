import { COMMENTS_ALWAYS, HELD_DAYS } from '@portal/contract/community/comment-policy.ts'
import { DAY_MS, PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { InferResult } from 'kysely'
import { addToCounter } from '#articles/reading/article-counters.ts'
import type { Db } from '#platform/db/open.ts'
import { countRows, isAny, readPage } from '#platform/db/queries.ts'
import type { Page } from '#platform/http/paging.ts'
import { closeCommentTickets, openCommentTicket } from '#tickets/ticket-store.ts'
import {
  decideHold,
  deleteHeldBefore,
  holdComments,
  listOwnHeld,
  readCloseDays,
  removeOwnHeld,
} from './held-comments.ts'

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
  /** Comments of staff never wait. */
  isByStaff: boolean
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

interface Opening {
  categoryId: number
  commentDays: number | null
  publishedAt: number | null
}

/** Whether an article takes comments at an instant. Pages never do. */
async function isOpen(db: Db, { categoryId, commentDays, publishedAt }: Opening, at: number): Promise<boolean> {
  if (categoryId === PAGE_CATEGORY) return false
  const days = commentDays ?? (await readCloseDays(db)) ?? COMMENTS_ALWAYS
  return days === COMMENTS_ALWAYS || (days > 0 && at < (publishedAt ?? at) + days * DAY_MS)
}

function createCommentReader(db: Db, now: () => number) {
  const queryTopLevel = (articleId: number) =>
    db.selectFrom('comments').where('comments.article_id', '=', articleId).where('comments.parent_id', 'is', null)

  return {
    /** Lists the top-level comments of a published article with their replies, both newest first. */
    async list(articleId: number, page: Page) {
      const published = db.selectFrom('articles').select('id').where('is_publish', '=', PUBLISH_STATE.published)
      if (!(await isAny(published.where('id', '=', articleId)))) return { rows: [], answers: [], total: 0 }
      // Reads ids from an index alone, so that the comments before a late page are not read.
      const ordered = queryTopLevel(articleId).select('comments.id').orderBy('comments.id', 'desc')
      const { rows, total } = await readPage(ordered, queryTopLevel(articleId), page)
      const ids = rows.map(({ id }) => id)
      if (ids.length === 0) return { rows: [], answers: [], total }
      const newest = queryWithPeople(db).orderBy('comments.id', 'desc')
      const [comments, answers] = await Promise.all([
        newest.where('comments.id', 'in', ids).execute(),
        newest.where('comments.parent_id', 'in', ids).execute(),
      ])
      return { rows: comments, answers, total }
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

    /** Whether an article takes comments now. */
    async isOpen(articleId: number): Promise<boolean> {
      const article = await db
        .selectFrom('articles')
        .select(['category_id as categoryId', 'comment_days as commentDays', 'published_at as publishedAt'])
        .where('id', '=', articleId)
        .executeTakeFirst()
      return article === undefined || (await isOpen(db, article, now()))
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

/** Reads one shown comment. */
export const readComment = (db: Db, id: number) =>
  queryWithPeople(db).where('comments.id', '=', id).executeTakeFirstOrThrow()

export interface Removal {
  /** Id of the account that deletes it. */
  by: string
  at: number
  /** Whether only a comment of this person may be deleted. Others can be restored for a time. */
  isOwn?: boolean
}

/**
 * Deletes a comment with its replies, and closes the tickets of reports.
 * @returns `false` when there is none
 */
export async function removeComment(trx: Db, id: number, { by, at, isOwn = false }: Removal): Promise<boolean> {
  let query = trx.selectFrom('comments').select('article_id').where('id', '=', id)
  if (isOwn) query = query.where('user_id', '=', by)
  const found = await query.executeTakeFirst()
  if (!found) return false
  await addToCounter(trx, 'comment_count', found.article_id, 0)
  const ofConversation = trx.selectFrom('comments').select('id')
  const rows = await ofConversation.where((eb) => eb.or([eb('id', '=', id), eb('parent_id', '=', id)])).execute()
  const ids = rows.map((row) => row.id)
  if (!ids.includes(id)) return false
  await closeCommentTickets(trx, ids, { by: isOwn ? by : null, at })
  if (isOwn) await trx.deleteFrom('comments').where('id', 'in', ids).execute()
  else await holdComments(trx, ids, { state: 'deleted', by, at })
  await addToCounter(trx, 'comment_count', found.article_id, -ids.length)
  return true
}

export type CommentRepository = ReturnType<typeof createCommentRepository>

export function createCommentRepository({ db, now }: { db: Db; now: () => number }) {
  return {
    ...createCommentReader(db, now),

    /** Lists a person's comments on an article that wait or were rejected, newest first. */
    listOwnHeld: (userId: string, articleId: number) => listOwnHeld(db, userId, articleId),

    /**
     * Stores a comment.
     * @returns `no article` when the article is not published, `closed` when it takes no comments, `no parent` when the
     * answered comment is missing
     */
    async post(comment: NewComment) {
      return await db.transaction().execute(async (trx) => {
        // Locks the article's row, so that posting and deleting are serialised.
        const article = await addToCounter(trx, 'comment_count', comment.articleId, 0)
        if (article?.isPublish !== PUBLISH_STATE.published) return 'no article'
        if (!(await isOpen(trx, article, now()))) return 'closed'
        const answered = await findAnsweredUser(trx, comment)
        if (!answered) return 'no parent'
        const hold = comment.isByStaff ? null : await decideHold(trx, comment)
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
        const stored = await readComment(trx, id)
        if (hold) await holdComments(trx, [id], { state: 'waiting', at: now(), by: null, ...hold })
        else await addToCounter(trx, 'comment_count', comment.articleId, 1)
        return { comment: stored, authorId: article.authorId, isWaiting: hold !== null }
      })
    },

    /** Deletes a comment with its replies. An own one may be waiting or rejected. */
    async remove(id: number, removal: Omit<Removal, 'at'>): Promise<boolean> {
      return await db.transaction().execute(async (trx) => {
        if (await removeComment(trx, id, { ...removal, at: now() })) return true
        return removal.isOwn === true && (await removeOwnHeld(trx, id, removal.by))
      })
    },

    /** Deletes rejected and deleted comments after their time. */
    sweep: () => deleteHeldBefore(db, now() - HELD_DAYS * DAY_MS),

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
