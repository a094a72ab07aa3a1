import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/open.ts'
import type { Role } from '#db/tables.ts'
import type { Page } from '#paging.ts'
import type { PushBus } from '#push/push-bus.ts'

/** `noticeType` on the wire. */
export const NOTICE = { system: 0, comment: 1, follow: 2, like: 3, favourite: 4 } as const
/** `commentMark` of a notice of type 1. */
export const COMMENT_MARK = { reply: 1, onArticle: 2 } as const

export interface Tidings {
  /** Recipient. */
  to: string
  type: (typeof NOTICE)[keyof typeof NOTICE]
  /** Who did it. Left out: the site. */
  by?: string
  mark?: number
  articleId?: number
  commentId?: number
  /** HTML. */
  content?: string
}

export interface Notice {
  id: string
  /** Recipient. */
  userId: string
  type: number
  mark: number | null
  articleId: number | null
  articleTitle: string | null
  commentId: number | null
  actorId: string | null
  actorNickname: string | null
  actorAvatar: string | null
  actorRole: Role | null
  content: string | null
  isRead: number
  createdAt: number
}

/** Once per user and article: a repeated like creates no second notice. */
const TOLD_ONCE: readonly number[] = [NOTICE.follow, NOTICE.like, NOTICE.favourite]

const COLUMNS = [
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
] as const

interface Options {
  db: Db
  bus: PushBus
  now: () => number
  onError: (error: Error) => void
}

export type NoticeRepository = ReturnType<typeof createNoticeRepository>

export function createNoticeRepository({ db, bus, now, onError }: Options) {
  async function wasTold({ to, type, by, articleId }: Tidings): Promise<boolean> {
    if (!TOLD_ONCE.includes(type)) return false
    const row = await db
      .selectFrom('notices')
      .select('id')
      .where('user_id', '=', to)
      .where('type', '=', type)
      .where('actor_id', 'is not distinct from', by ?? null)
      .where('article_id', 'is not distinct from', articleId ?? null)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }

  /** Blocked users cause no notices; the site's own ones always arrive. */
  async function isBlocked({ to, type, by }: Tidings): Promise<boolean> {
    if (by === undefined || type === NOTICE.system) return false
    const block = db.selectFrom('blocks').select('blocked_id').where('blocker_id', '=', to)
    return (await block.where('blocked_id', '=', by).executeTakeFirst()) !== undefined
  }

  async function write(tidings: Tidings): Promise<void> {
    if ((await isBlocked(tidings)) || (await wasTold(tidings))) return
    const id = randomBytes(16).toString('hex')
    await bus.transaction(async (trx, tell) => {
      await trx
        .insertInto('notices')
        .values({
          id,
          user_id: tidings.to,
          type: tidings.type,
          mark: tidings.mark ?? null,
          article_id: tidings.articleId ?? null,
          comment_id: tidings.commentId ?? null,
          actor_id: tidings.by ?? null,
          content: tidings.content ?? null,
          is_read: 0,
          created_at: now(),
        })
        .execute()
      await tell({ kind: 'notice', id, to: [tidings.to] })
    })
  }

  const shown = () =>
    db
      .selectFrom('notices')
      .leftJoin('articles', 'articles.id', 'notices.article_id')
      .leftJoin('users', 'users.id', 'notices.actor_id')
      .select(COLUMNS)

  const ofType = (userId: string, type: number) =>
    db.selectFrom('notices').where('notices.user_id', '=', userId).where('notices.type', '=', type)

  return {
    /** Stores a notice after the action. Never fails the action, and never notifies users of their own actions. */
    async tell(tidings: Tidings): Promise<void> {
      if (tidings.to === tidings.by) return
      await write(tidings).catch(onError)
    },

    /** Unread ones by type. */
    async unread(userId: string): Promise<Map<number, number>> {
      const rows = await db
        .selectFrom('notices')
        .select(['type', sql<number>`count(*)`.as('count')])
        .where('user_id', '=', userId)
        .where('is_read', '=', 0)
        .groupBy('type')
        .execute()
      return new Map(rows.map(({ type, count }) => [type, count]))
    },

    /** Newest first; every one of that type counts as read afterwards. */
    async open(userId: string, type: number, page: Page): Promise<{ rows: Notice[]; total: number }> {
      // Notices that arrive during the query stay unread.
      const openedAt = now()
      const rows = await shown()
        .where('notices.user_id', '=', userId)
        .where('notices.type', '=', type)
        .orderBy('notices.created_at', 'desc')
        .orderBy('notices.id', 'desc')
        .limit(page.size)
        .offset(page.offset)
        .execute()
      const { total } = await ofType(userId, type)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      await db
        .updateTable('notices')
        .set({ is_read: 1 })
        .where('user_id', '=', userId)
        .where('type', '=', type)
        .where('is_read', '=', 0)
        .where('created_at', '<=', openedAt)
        .execute()
      return { rows, total }
    },

    async findMany(ids: readonly string[]): Promise<Notice[]> {
      return ids.length === 0 ? [] : await shown().where('notices.id', 'in', ids).execute()
    },

    /** Another's notice is left alone, as one that does not exist. */
    async deleteOne(userId: string, id: string): Promise<void> {
      await db.deleteFrom('notices').where('user_id', '=', userId).where('id', '=', id).execute()
    },

    async deleteType(userId: string, type: number): Promise<void> {
      await db.deleteFrom('notices').where('user_id', '=', userId).where('type', '=', type).execute()
    },
  }
}
