import { randomBytes } from 'node:crypto'
import { type InferResult, sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import { isAny, readPage } from '#platform/db/queries.ts'
import type { Page } from '#platform/http/paging.ts'
import type { PushBus } from '#platform/push/push-bus.ts'

/** `noticeType` on the wire. */
export const NOTICE = { system: 0, comment: 1, follow: 2, like: 3, favourite: 4 } as const
/** `commentMark` of a notice of type 1. */
export const COMMENT_MARK = { reply: 1, onArticle: 2 } as const

export interface NewNotice {
  /** Recipient. */
  to: string
  type: (typeof NOTICE)[keyof typeof NOTICE]
  /** The user who caused the notice; omitted for notices of the site. */
  by?: string
  mark?: number
  articleId?: number
  commentId?: number
  /** HTML. */
  content?: string
}

/** Types that are sent once per user and article: a repeated like creates no second notice. */
const SENT_ONCE: readonly number[] = [NOTICE.follow, NOTICE.like, NOTICE.favourite]

interface Options {
  db: Db
  bus: PushBus
  now: () => number
  onError: (error: Error) => void
}

const queryNotices = (db: Db) =>
  db
    .selectFrom('notices')
    .leftJoin('articles', 'articles.id', 'notices.article_id')
    .leftJoin('users', 'users.id', 'notices.actor_id')
    .select([
      'notices.id',
      'notices.user_id as userId',
      'notices.type',
      'notices.mark',
      'notices.article_id as articleId',
      'articles.title as articleTitle',
      'notices.comment_id as commentId',
      'notices.actor_id as actorId',
      'users.nickname as actorNickname',
      'users.avatar as actorAvatar',
      'users.role as actorRole',
      'notices.content',
      'notices.is_read as isRead',
      'notices.created_at as createdAt',
    ])

export type Notice = InferResult<ReturnType<typeof queryNotices>>[number]
export type NoticeRepository = ReturnType<typeof createNoticeRepository>

export function createNoticeRepository({ db, bus, now, onError }: Options) {
  const queryType = (userId: string, type: number) =>
    db.selectFrom('notices').where('notices.user_id', '=', userId).where('notices.type', '=', type)

  async function wasSent({ to, type, by, articleId }: NewNotice): Promise<boolean> {
    if (!SENT_ONCE.includes(type)) return false
    const sameNotices = queryType(to, type)
      .where('actor_id', 'is not distinct from', by ?? null)
      .where('article_id', 'is not distinct from', articleId ?? null)
    return await isAny(sameNotices.select('id').limit(1))
  }

  /** Blocked users cause no notices. Notices of the site always arrive. */
  async function isBlocked({ to, type, by }: NewNotice): Promise<boolean> {
    if (by === undefined || type === NOTICE.system) return false
    const block = db.selectFrom('blocks').select('blocked_id').where('blocker_id', '=', to)
    return await isAny(block.where('blocked_id', '=', by))
  }

  async function store(notice: NewNotice): Promise<void> {
    if ((await isBlocked(notice)) || (await wasSent(notice))) return
    const id = randomBytes(16).toString('hex')
    await bus.transaction(async (trx, push) => {
      await trx
        .insertInto('notices')
        .values({
          id,
          user_id: notice.to,
          type: notice.type,
          mark: notice.mark ?? null,
          article_id: notice.articleId ?? null,
          comment_id: notice.commentId ?? null,
          actor_id: notice.by ?? null,
          content: notice.content ?? null,
          is_read: 0,
          created_at: now(),
        })
        .execute()
      await push({ kind: 'notice', id, to: [notice.to] })
    })
  }

  return {
    /**
     * Stores a notice after an action. A failure does not fail the action, and users get no notices of their own
     * actions.
     */
    async notify(notice: NewNotice): Promise<void> {
      if (notice.to === notice.by) return
      await store(notice).catch(onError)
    },

    /** Counts the unread notices by type. */
    async countUnread(userId: string): Promise<Map<number, number>> {
      const rows = await db
        .selectFrom('notices')
        .select(['type', sql<number>`count(*)`.as('count')])
        .where('user_id', '=', userId)
        .where('is_read', '=', 0)
        .groupBy('type')
        .execute()
      return new Map(rows.map(({ type, count }) => [type, count]))
    },

    /** Lists notices, newest first. Every notice of that type counts as read afterwards. */
    async open(userId: string, type: number, page: Page) {
      // Notices that arrive during the query stay unread.
      const openedAt = now()
      const listed = queryNotices(db).where('notices.user_id', '=', userId).where('notices.type', '=', type)
      const newestFirst = listed.orderBy('notices.created_at', 'desc').orderBy('notices.id', 'desc')
      const found = await readPage(newestFirst, queryType(userId, type), page)
      await db
        .updateTable('notices')
        .set({ is_read: 1 })
        .where('user_id', '=', userId)
        .where('type', '=', type)
        .where('is_read', '=', 0)
        .where('created_at', '<=', openedAt)
        .execute()
      return found
    },

    async findMany(ids: readonly string[]): Promise<Notice[]> {
      return ids.length === 0 ? [] : await queryNotices(db).where('notices.id', 'in', ids).execute()
    },

    /** Ignores a missing notice, and one of another user. */
    async deleteOne(userId: string, id: string): Promise<void> {
      await db.deleteFrom('notices').where('user_id', '=', userId).where('id', '=', id).execute()
    },

    async deleteType(userId: string, type: number): Promise<void> {
      await db.deleteFrom('notices').where('user_id', '=', userId).where('type', '=', type).execute()
    },
  }
}
