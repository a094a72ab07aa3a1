import { randomBytes } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { NOTICE } from '#accounts/notices/notice-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { type Lease, retryInMinutes } from '#platform/jobs/jobs.ts'
import type { PushBus } from '#platform/push/push-bus.ts'
import { queueSavedMail } from './saved-mails.ts'
import { formatNotice } from './saved-texts.ts'

/** Members per transaction: SQLite blocks other requests meanwhile. */
const PIECE = 50
/** How long notified changes are stored, as a record of the notices to members. */
const KEPT_DAYS = 90

interface Options {
  db: Db
  bus: PushBus
  now: () => number
}

/**
 * Notifies members whose saved certificates have changed, in pieces. Notices, jobs of mails and the position in the
 * list are one transaction, so that each member is notified once despite interruptions and several instances.
 */
export function createSavedNotices({ db, bus, now }: Options) {
  /** Notifies the next members. @returns whether more may be left */
  async function notifyPiece(id: number, lease: Lease): Promise<boolean> {
    return await bus.transaction(async (trx, push) => {
      await lease.renew(trx, true)
      const changes = trx.selectFrom('certificate_notices').selectAll().where('id', '=', id)
      const change = await changes.executeTakeFirst()
      if (!change) return false
      const people = await trx
        .selectFrom('saved_certificates as saved')
        .innerJoin('users', 'users.id', 'saved.user_id')
        .leftJoin('saved_certificate_mail_opt_outs as refusal', 'refusal.user_id', 'saved.user_id')
        .select(['saved.user_id', 'saved.version', 'saved.state', 'refusal.user_id as refusal', 'users.status'])
        .where('saved.certificate_no', '=', change.certificate_no)
        .where('saved.user_id', '>', change.notified_to)
        .orderBy('saved.user_id')
        .limit(PIECE)
        .execute()
      const unaware = people.filter(
        (member) =>
          member.status === ACCOUNT_STATUS.normal &&
          (change.kind === 'correction' ? member.version < change.version : member.state === 'valid'),
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
            content: formatNotice(change),
            is_read: 0,
            created_at: now(),
          })
          .execute()
        await push({ kind: 'notice', id: noticeId, to: [user_id] })
        if (refusal === null) await queueSavedMail(trx, id, user_id, now())
      }
      const last = people.at(-1)?.user_id ?? change.notified_to
      await trx.updateTable('certificate_notices').set({ notified_to: last }).where('id', '=', id).execute()
      return people.length === PIECE
    })
  }

  return {
    async run({ ref }: { ref: string }, lease: Lease): Promise<void> {
      while (await notifyPiece(Number(ref), lease));
    },
    leaseMs: MINUTE_MS,
    retryAfterMs: retryInMinutes,
    atOnce: 1,

    async sweep(): Promise<void> {
      await db
        .deleteFrom('certificate_notices')
        .where('created_at', '<', now() - KEPT_DAYS * DAY_MS)
        .execute()
    },
  }
}
