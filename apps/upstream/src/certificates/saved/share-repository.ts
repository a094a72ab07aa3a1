import { createHash, randomBytes } from 'node:crypto'
import {
  ENDED_SHARE_DAYS,
  LIVE_SHARES_MAX,
  type ShareDays,
} from '@portal/contract/certificates/saved-certificate-rules.ts'
import type { OwnShare } from '@portal/contract/certificates/saved-certificates.ts'
import type { NewShare } from '@portal/contract/certificates/shares.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { toWireDate, toWireMinute } from '@portal/contract/time.ts'
import type { Db } from '#platform/db/open.ts'
import { notShareable, shareMissing, sharesUsedUp } from './saved-errors.ts'
import { lockShown } from './shown-entry.ts'

const SECRET_BYTES = 32
/** Maximum shares of a member, which one list shows; at most ten of each certificate. */
const LISTED_MAX = 200

/** Only the hash is stored. */
const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')
const makeSecret = () => randomBytes(SECRET_BYTES).toString('base64url')

/** Creator of a share: a member, or a visitor by a digest of the client's address. */
export type ShareHolder = { userId: string } | { client: string }

interface Options {
  db: Db
  now: () => number
}

export type ShareRepository = ReturnType<typeof createShareRepository>

/** Shares: links that show a certificate without its code. */
export function createShareRepository({ db, now }: Options) {
  const queryLive = (at: number, from: Db = db) =>
    from.selectFrom('certificate_shares').where('revoked_at', 'is', null).where('ends_at', '>', at)

  return {
    /**
     * Creates a share.
     * @throws AppError for a certificate that is not valid, and for a holder with too many live shares of it
     */
    async add(certificateNo: string, days: ShareDays, holder: ShareHolder): Promise<NewShare> {
      const secret = makeSecret()
      const isMember = 'userId' in holder
      const revokeKey = isMember ? undefined : makeSecret()
      const startedAt = now()
      const endsAt = startedAt + days * DAY_MS
      const id = await db.transaction().execute(async (trx) => {
        const { state, version } = await lockShown(trx, certificateNo)
        if (state !== 'valid') throw notShareable()
        const { shares } = await queryLive(startedAt, trx)
          .select((eb) => eb.fn.countAll<number>().as('shares'))
          .where('certificate_no', '=', certificateNo)
          .where(isMember ? 'user_id' : 'client', '=', isMember ? holder.userId : holder.client)
          .executeTakeFirstOrThrow()
        if (Number(shares) >= LIVE_SHARES_MAX) throw sharesUsedUp()
        const row = await trx
          .insertInto('certificate_shares')
          .values({
            secret_hash: hashSecret(secret),
            certificate_no: certificateNo,
            version,
            user_id: isMember ? holder.userId : null,
            client: isMember ? null : holder.client,
            revoke_hash: revokeKey === undefined ? null : hashSecret(revokeKey),
            started_at: startedAt,
            ends_at: endsAt,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        return Number(row.id)
      })
      const times = { startTime: toWireMinute(startedAt), endTime: toWireMinute(endsAt) }
      return { id, secret, ...times, ...(revokeKey !== undefined && { revokeKey }) }
    },

    /** Finds a share in any state. */
    async find(secret: string) {
      return await db
        .selectFrom('certificate_shares')
        .selectAll()
        .where('secret_hash', '=', hashSecret(secret))
        .executeTakeFirst()
    },

    /** Counts an opening of a live share; others are ignored. */
    async countOpen(secret: string): Promise<void> {
      const share = await queryLive(now()).select('id').where('secret_hash', '=', hashSecret(secret)).executeTakeFirst()
      if (!share) return
      await db
        .insertInto('certificate_share_opens')
        .values({ share_id: share.id, day: toWireDate(now()), times: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['share_id', 'day'])
            .doUpdateSet((eb) => ({ times: eb('certificate_share_opens.times', '+', 1) })),
        )
        .execute()
    },

    /** Lists a member's live shares, newest first. Shares of ended certificates are over. */
    async listOwn(userId: string): Promise<OwnShare[]> {
      const found = await queryLive(now())
        .innerJoin('certificates', 'certificates.certificate_no', 'certificate_shares.certificate_no')
        .leftJoin('certificate_share_opens as opened', 'opened.share_id', 'certificate_shares.id')
        .select(['certificate_shares.id', 'certificate_shares.certificate_no', 'started_at', 'ends_at'])
        .select((eb) => eb.fn.sum<number | null>('opened.times').as('opens'))
        .where('user_id', '=', userId)
        .where('certificates.state', '=', 'published')
        .groupBy(['certificate_shares.id', 'certificate_shares.certificate_no', 'started_at', 'ends_at'])
        .orderBy('certificate_shares.id', 'desc')
        .limit(LISTED_MAX)
        .execute()
      return found.map(({ id, certificate_no, started_at, ends_at, opens }) => ({
        id: Number(id),
        certificateNo: certificate_no,
        opens: Number(opens ?? 0),
        startTime: toWireMinute(started_at),
        endTime: toWireMinute(ends_at),
      }))
    },

    /** Revokes a share. @throws AppError the same for a share of another member and an unknown one */
    async revoke(userId: string, id: number): Promise<void> {
      const revoked = await db
        .updateTable('certificate_shares')
        .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now())) }))
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      if (revoked.numUpdatedRows === 0n) throw shareMissing()
    },

    /** @throws AppError for an unknown key */
    async revokeByKey(key: string): Promise<void> {
      const revoked = await db
        .updateTable('certificate_shares')
        .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now())) }))
        .where('revoke_hash', '=', hashSecret(key))
        .executeTakeFirst()
      if (revoked.numUpdatedRows === 0n) throw shareMissing()
    },

    /** Deletes shares that ended long ago. */
    async sweep(): Promise<void> {
      await db
        .deleteFrom('certificate_shares')
        .where('ends_at', '<', now() - ENDED_SHARE_DAYS * DAY_MS)
        .execute()
    },
  }
}
