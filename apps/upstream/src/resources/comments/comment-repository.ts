import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { Transaction } from 'kysely'
import type { Db } from '#db/open.ts'
import type { Role, Tables } from '#db/tables.ts'
import type { Page } from '#paging.ts'

/** A comment with its writer and whom it answers. */
export interface StoredComment {
  id: number
  articleId: number
  parentId: number | null
  userId: string
  nickname: string
  avatar: string
  role: Role
  webSite: string | null
  replyUserId: string | null
  replyNickname: string | null
  replyWebSite: string | null
  content: string
  browser: string | null
  browserVersion: string | null
  system: string | null
  systemVersion: string | null
  createdAt: number
}

export interface NewComment {
  articleId: number
  userId: string
  /** Comment that is answered, of either level. */
  parentId: number | null
  /** Whom the client means; counts only when he wrote in this conversation. */
  replyUserId: string | null
  content: string
  browser: string | null
  browserVersion: string | null
  system: string | null
  systemVersion: string | null
}

export interface Posted {
  comment: StoredComment
  /** Writer of the article. */
  authorId: string
}

const COLUMNS = [
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
] as const

export type CommentRepository = ReturnType<typeof createCommentRepository>

export function createCommentRepository({ db, now }: { db: Db; now: () => number }) {
  function withPeople(trx: Db = db) {
    return trx
      .selectFrom('comments')
      .innerJoin('users as writer', 'writer.id', 'comments.user_id')
      .leftJoin('users as answered', 'answered.id', 'comments.reply_user_id')
      .select(COLUMNS)
  }

  /** Adds to the article's counter, and holds its row until the transaction ends. */
  async function count(trx: Transaction<Tables>, articleId: number, added: number) {
    return await trx
      .updateTable('articles')
      .set((eb) => ({ comment_count: eb('comment_count', '+', added) }))
      .where('id', '=', articleId)
      .returning(['author_id as authorId', 'is_publish as isPublish'])
      .executeTakeFirst()
  }

  /** Whom an answer is for: the one it names if he wrote in the conversation, else the writer of what is answered. */
  async function answeredOf(trx: Transaction<Tables>, asked: NewComment) {
    if (asked.parentId === null) return { parentId: null, replyUserId: null }
    const parent = await trx
      .selectFrom('comments')
      .select(['id', 'parent_id', 'user_id'])
      .where('id', '=', asked.parentId)
      .where('article_id', '=', asked.articleId)
      .executeTakeFirst()
    if (!parent) return undefined
    const rootId = parent.parent_id ?? parent.id
    if (asked.replyUserId === null) return { parentId: rootId, replyUserId: parent.user_id }
    const taking = await trx
      .selectFrom('comments')
      .select('user_id')
      .where((eb) => eb.or([eb('id', '=', rootId), eb('parent_id', '=', rootId)]))
      .where('user_id', '=', asked.replyUserId)
      .limit(1)
      .executeTakeFirst()
    return { parentId: rootId, replyUserId: taking?.user_id ?? parent.user_id }
  }

  const topLevel = (articleId: number) =>
    db.selectFrom('comments').where('comments.article_id', '=', articleId).where('comments.parent_id', 'is', null)

  return {
    /** Top-level ones of a published article, newest first. */
    async list(articleId: number, page: Page): Promise<{ rows: StoredComment[]; total: number }> {
      const published = await db
        .selectFrom('articles')
        .select('id')
        .where('id', '=', articleId)
        .where('is_publish', '=', PUBLISH_STATE.published)
        .executeTakeFirst()
      if (!published) return { rows: [], total: 0 }
      // Ids come from an index alone, so that the comments before a late page are not read.
      const ids = await topLevel(articleId)
        .select('comments.id')
        .orderBy('comments.id', 'desc')
        .limit(page.size)
        .offset(page.offset)
        .execute()
      const rows =
        ids.length === 0
          ? []
          : await withPeople()
              .where(
                'comments.id',
                'in',
                ids.map(({ id }) => id),
              )
              .orderBy('comments.id', 'desc')
              .execute()
      const { total } = await topLevel(articleId)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { rows, total }
    },

    /** Replies to several comments, newest first. */
    async answersTo(ids: readonly number[]): Promise<StoredComment[]> {
      if (ids.length === 0) return []
      return await withPeople()
        .where('comments.parent_id', 'in', [...ids])
        .orderBy('comments.id', 'desc')
        .execute()
    },

    /** How many conversations are newer than the one a comment belongs to; `undefined` for no comment of the article. */
    async newerThan(articleId: number, commentId: number): Promise<number | undefined> {
      const comment = await db
        .selectFrom('comments')
        .select(['id', 'parent_id'])
        .where('id', '=', commentId)
        .where('article_id', '=', articleId)
        .executeTakeFirst()
      if (!comment) return undefined
      const { newer } = await topLevel(articleId)
        .select((eb) => eb.fn.countAll<number>().as('newer'))
        .where('comments.id', '>', comment.parent_id ?? comment.id)
        .executeTakeFirstOrThrow()
      return newer
    },

    /** `no article` for one that is not published, `no parent` for an answer to nothing. */
    async post(asked: NewComment): Promise<Posted | 'no article' | 'no parent'> {
      return await db.transaction().execute(async (trx) => {
        // First the article's row: deleting and posting wait for each other there.
        const article = await count(trx, asked.articleId, 0)
        if (article?.isPublish !== PUBLISH_STATE.published) return 'no article'
        const answered = await answeredOf(trx, asked)
        if (!answered) return 'no parent'
        const { id } = await trx
          .insertInto('comments')
          .values({
            article_id: asked.articleId,
            user_id: asked.userId,
            parent_id: answered.parentId,
            reply_user_id: answered.replyUserId,
            content: asked.content,
            browser: asked.browser,
            browser_version: asked.browserVersion,
            system: asked.system,
            system_version: asked.systemVersion,
            reported_at: null,
            created_at: now(),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await count(trx, asked.articleId, 1)
        const comment = await withPeople(trx).where('comments.id', '=', id).executeTakeFirstOrThrow()
        return { comment, authorId: article.authorId }
      })
    },

    /**
     * Deletes a comment with its replies.
     * @param ownerId only when he wrote it; omitted: any writer's
     */
    async remove(id: number, ownerId?: string): Promise<boolean> {
      return await db.transaction().execute(async (trx) => {
        let query = trx.selectFrom('comments').select('article_id').where('id', '=', id)
        if (ownerId !== undefined) query = query.where('user_id', '=', ownerId)
        const found = await query.executeTakeFirst()
        if (!found) return false
        await count(trx, found.article_id, 0)
        // Answers by themselves, as those that a cascade takes are not counted.
        const answers = await trx.deleteFrom('comments').where('parent_id', '=', id).returning('id').execute()
        const own = await trx.deleteFrom('comments').where('id', '=', id).returning('id').execute()
        await count(trx, found.article_id, -(answers.length + own.length))
        return own.length > 0
      })
    },

    /** Once a user; again is no change. `false` for no such comment. */
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
        if (added) await trx.updateTable('comments').set({ reported_at: now() }).where('id', '=', id).execute()
        return true
      })
    },

    async hasCommented(articleId: number, userId: string): Promise<boolean> {
      const row = await db
        .selectFrom('comments')
        .select('id')
        .where('user_id', '=', userId)
        .where('article_id', '=', articleId)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    /** A user's comments on published articles, newest first. */
    async ofUser(userId: string, page: Page) {
      const own = db
        .selectFrom('comments')
        .innerJoin('articles', 'articles.id', 'comments.article_id')
        .where('comments.user_id', '=', userId)
        .where('articles.is_publish', '=', PUBLISH_STATE.published)
      const rows = await own
        .select([
          'articles.id',
          'articles.title',
          'comments.id as commentId',
          'comments.content',
          'comments.created_at as createdAt',
        ])
        .orderBy('comments.id', 'desc')
        .limit(page.size)
        .offset(page.offset)
        .execute()
      const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { rows, total }
    },
  }
}
