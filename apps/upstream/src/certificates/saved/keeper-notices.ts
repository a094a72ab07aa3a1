import { randomBytes } from 'node:crypto'
import { DAY_MS } from '@portal/contract/constants.ts'
import type { Selectable } from 'kysely'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { NOTICE } from '#accounts/notices/notice-repository.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { PushBus } from '#platform/push/push-bus.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import { createKeeperMails } from './keeper-mails.ts'
import { noticeText } from './keeper-texts.ts'

/** Keepers of one transaction: SQLite keeps other requests waiting for it. */
const PIECE = 50
/** Rows of the outbox are kept so long after they are done, as a record. */
const DONE_DAYS = 90

export interface KeeperNoticesOptions {
  db: Db
  bus: PushBus
  now: () => number
  mailer: Mailer
  site: SiteRepository
  /** `null` when it is not known: then mails have no link. */
  siteUrl: string | null
  onError: (error: Error) => void
}

type Change = Selectable<Tables['certificate_notices']>

export type KeeperNotices = ReturnType<typeof createKeeperNotices>

/**
 * Notifies members whose saved certificates have changed. Reads the outbox that approvals and imports write, some members at a time: their
 * notices, the rows of their mails and the place in the list are one transaction, so that each member is notified once, despite
 * interruptions and several instances.
 */
export function createKeeperNotices({ db, bus, now, mailer, site, siteUrl, onError }: KeeperNoticesOptions) {
  const mails = createKeeperMails({ db, now, mailer, site, siteUrl, onError })

  /** @returns whether members may be left */
  async function notifyPiece(change: Change): Promise<boolean> {
    const { id, certificate_no, notified_to, version, kind } = change
    return await bus.transaction(async (trx, push) => {
      const people = await trx
        .selectFrom('kept_certificates as kept')
        .innerJoin('users', 'users.id', 'kept.user_id')
        .leftJoin('kept_mail_refusals as refusal', 'refusal.user_id', 'kept.user_id')
        .select(['kept.user_id', 'kept.version', 'kept.state', 'refusal.user_id as refusal', 'users.status'])
        .where('kept.certificate_no', '=', certificate_no)
        .where('kept.user_id', '>', notified_to)
        .orderBy('kept.user_id')
        .limit(PIECE)
        .execute()
      const moved = await trx
        .updateTable('certificate_notices')
        .set({ notified_to: people.at(-1)?.user_id ?? notified_to, is_done: people.length < PIECE ? 1 : 0 })
        .where('id', '=', id)
        .where('notified_to', '=', notified_to)
        .where('is_done', '=', 0)
        .executeTakeFirst()
      // Another instance notified them.
      if (moved.numUpdatedRows === 0n) return false
      const unaware = people.filter(
        (keeper) =>
          keeper.status === ACCOUNT_STATUS.normal &&
          (kind === 'correction' ? keeper.version < version : keeper.state === 'valid'),
      )
      for (const { user_id, refusal } of unaware) {
        const noticeId = randomBytes(16).toString('hex')
        await trx
          .insertInto('notices')
          .values({
            id: noticeId,
            user_id,
            type: NOTICE.system,
            mark: null,
            article_id: null,
            comment_id: null,
            actor_id: null,
            content: noticeText(change),
            is_read: 0,
            created_at: now(),
          })
          .execute()
        await push({ kind: 'notice', id: noticeId, to: [user_id] })
        if (refusal === null) await mails.queue(trx, id, user_id)
      }
      return people.length === PIECE
    })
  }

  async function notifyAll(): Promise<void> {
    for (;;) {
      const change = await db
        .selectFrom('certificate_notices')
        .selectAll()
        .where('is_done', '=', 0)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      if (!change) return
      await notifyPiece(change)
    }
  }

  let running: Promise<void> | null = null

  /** Writes all notices, and sends the mails that are due. One run at a time. */
  function work(): Promise<void> {
    running ??= notifyAll()
      .then(mails.sendDue)
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    work,
    /** Starts the work without making the caller wait. */
    workSoon: () => void work().catch(onError),
    /** Waits until no mail is being sent. */
    async flush(): Promise<void> {
      await running?.catch(onError)
    },
    async sweep(): Promise<void> {
      await db
        .deleteFrom('certificate_notices')
        .where('is_done', '=', 1)
        .where('created_at', '<', now() - DONE_DAYS * DAY_MS)
        .execute()
    },
  }
}
