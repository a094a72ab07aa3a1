import { randomBytes } from 'node:crypto'
import type { InferResult } from 'kysely'
import { ACCOUNT_COLUMNS } from '#accounts/sessions/session-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny, readPage } from '#platform/db/queries.ts'
import type { Page } from '#platform/http/paging.ts'

interface NewPost {
  userId: string
  content: string
  pictures: readonly string[]
  address: string | null
  isPublic: boolean
}

interface NewComment {
  userId: string
  replyUserId: string | null
  content: string
  seesHidden: boolean
}

/** Maximum members shown below a post because they liked it. */
const LIKERS_MAX = 50
const COMMENTS_MAX = 200

const addWriterColumns = (posts: ReturnType<typeof queryVisiblePosts>) =>
  posts
    .innerJoin('users', 'users.id', 'says.user_id')
    .select([
      'says.id',
      'says.user_id as userId',
      'users.nickname',
      'users.avatar',
      'users.role',
      'says.content',
      'says.pictures',
      'says.address',
      'says.is_public as isPublic',
      'says.created_at as createdAt',
    ])

export type StoredPost = InferResult<ReturnType<typeof addWriterColumns>>[number]

function queryVisiblePosts(db: Db, seesHidden: boolean) {
  const all = db.selectFrom('says')
  return seesHidden ? all : all.where('says.is_public', '=', 1)
}

/** Locks the post's row, so that two clicks of one user are serialised. @returns `false` when there is no such post */
async function lockPost(trx: Db, id: string, seesHidden: boolean): Promise<boolean> {
  const query = trx
    .updateTable('says')
    .set((eb) => ({ is_public: eb.ref('is_public') }))
    .where('id', '=', id)
    .returning('id')
  return await isAny(seesHidden ? query : query.where('is_public', '=', 1))
}

export type PostRepository = ReturnType<typeof createPostRepository>

/** Short posts. `seesHidden`: the caller is the owner of the site, who alone sees private posts of others. */
export function createPostRepository({ db, now }: { db: Db; now: () => number }) {
  return {
    async list(seesHidden: boolean, page: Page) {
      const posts = queryVisiblePosts(db, seesHidden)
      const newestFirst = addWriterColumns(posts).orderBy('says.created_at', 'desc').orderBy('says.id', 'desc')
      return await readPage(newestFirst, posts, page)
    },

    /** Lists the first members who liked it. */
    async listLikers(id: string) {
      return await db
        .selectFrom('say_likes')
        .innerJoin('users', 'users.id', 'say_likes.user_id')
        .select(ACCOUNT_COLUMNS)
        .where('say_likes.say_id', '=', id)
        .orderBy('say_likes.created_at')
        .orderBy('say_likes.user_id')
        .limit(LIKERS_MAX)
        .execute()
    },

    async isLikedBy(id: string, userId: string): Promise<boolean> {
      const like = db.selectFrom('say_likes').where('say_id', '=', id).where('user_id', '=', userId)
      return await isAny(like.select('say_id'))
    },

    /** Lists the newest comments, the oldest of them first. */
    async listComments(id: string) {
      const rows = await db
        .selectFrom('say_comments')
        .innerJoin('users as writer', 'writer.id', 'say_comments.user_id')
        .leftJoin('users as answered', 'answered.id', 'say_comments.reply_user_id')
        .select([
          'say_comments.id',
          'say_comments.user_id as userId',
          'writer.nickname',
          'writer.role',
          'say_comments.reply_user_id as replyUserId',
          'answered.nickname as replyNickname',
          'say_comments.content',
          'say_comments.created_at as createdAt',
        ])
        .where('say_comments.say_id', '=', id)
        .orderBy('say_comments.id', 'desc')
        .limit(COMMENTS_MAX)
        .execute()
      return rows.reverse()
    },

    async add({ userId, content, pictures, address, isPublic }: NewPost): Promise<void> {
      await db
        .insertInto('says')
        .values({
          id: randomBytes(16).toString('hex'),
          user_id: userId,
          content,
          pictures: pictures.join('\n') || null,
          address,
          is_public: isPublic ? 1 : 0,
          created_at: now(),
        })
        .execute()
    },

    async remove(id: string): Promise<boolean> {
      return await isAny(db.deleteFrom('says').where('id', '=', id).returning('id'))
    },

    /** Adds or removes a like. @returns `undefined` when there is no such post */
    async toggleLike(id: string, userId: string, seesHidden: boolean): Promise<'liked' | 'unliked' | undefined> {
      return await db.transaction().execute(async (trx) => {
        if (!(await lockPost(trx, id, seesHidden))) return undefined
        const removed = await trx
          .deleteFrom('say_likes')
          .where('say_id', '=', id)
          .where('user_id', '=', userId)
          .returning('say_id')
          .executeTakeFirst()
        if (removed) return 'unliked'
        await trx.insertInto('say_likes').values({ say_id: id, user_id: userId, created_at: now() }).execute()
        return 'liked'
      })
    },

    /**
     * Adds a comment. The user whom it answers counts only if that user commented on this post.
     * @returns the id; `undefined` when there is no such post
     */
    async addComment(
      postId: string,
      { userId, replyUserId, content, seesHidden }: NewComment,
    ): Promise<number | undefined> {
      return await db.transaction().execute(async (trx) => {
        if (!(await lockPost(trx, postId, seesHidden))) return undefined
        const answered = await trx
          .selectFrom('say_comments')
          .select('user_id')
          .where('say_id', '=', postId)
          .where('user_id', '=', replyUserId ?? '')
          .limit(1)
          .executeTakeFirst()
        const written = { say_id: postId, user_id: userId, content, created_at: now() }
        const { id } = await trx
          .insertInto('say_comments')
          .values({ ...written, reply_user_id: answered?.user_id ?? null })
          .returning('id')
          .executeTakeFirstOrThrow()
        return id
      })
    },

    /** Deletes a comment. @param ownerId if given, deletes a comment of this user only */
    async removeComment(id: number, ownerId?: string): Promise<boolean> {
      const query = db.deleteFrom('say_comments').where('id', '=', id)
      return await isAny((ownerId === undefined ? query : query.where('user_id', '=', ownerId)).returning('id'))
    },
  }
}
