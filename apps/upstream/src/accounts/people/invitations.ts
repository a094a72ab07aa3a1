import { DUTIES, type Duty } from '@portal/contract/accounts/duties.ts'
import { INVITATION_HOURS } from '@portal/contract/accounts/people-rules.ts'
import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import type { Db } from '#platform/db/open.ts'

const PAGE_SIZE = 50
/** How long expired invitations stay in the list. */
const KEPT_MS = 30 * DAY_MS

const parseDuties = (json: string) => DUTIES.filter((duty) => (JSON.parse(json) as Duty[]).includes(duty))

/** Invitations that are not accepted yet, at most one for an address. @param db may be a transaction */
export function createInvitationRepository({ db, now }: { db: Db; now: () => number }) {
  const queryInvitations = () =>
    db
      .selectFrom('invitations')
      .leftJoin('users', 'users.id', 'invitations.invited_by')
      .selectAll('invitations')
      .select('nickname as byName')
  type Row = Awaited<ReturnType<ReturnType<typeof queryInvitations>['execute']>>[number]

  const toInvitation = (row: Row) => ({
    id: row.id,
    email: row.email,
    duties: parseDuties(row.duties),
    invitedBy: row.invited_by,
    byName: row.byName ?? '',
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    isMailed: row.mailed_at !== null,
  })

  return {
    /** Lists invitations, newest first. @param after id of the last one on the page before */
    async list(after?: number) {
      let newestFirst = queryInvitations()
        .orderBy('invitations.id', 'desc')
        .limit(PAGE_SIZE + 1)
      if (after !== undefined) newestFirst = newestFirst.where('invitations.id', '<', after)
      const found = await newestFirst.execute()
      return { invitations: found.slice(0, PAGE_SIZE).map(toInvitation), hasMore: found.length > PAGE_SIZE }
    },

    async find(id: number) {
      const row = await queryInvitations().where('invitations.id', '=', id).executeTakeFirst()
      return row && toInvitation(row)
    },

    /** Finds an invitation that can still be accepted. */
    async findOpen(codeHash: string) {
      const row = await queryInvitations()
        .where('code_hash', '=', codeHash)
        .where('expires_at', '>', now())
        .executeTakeFirst()
      return row && toInvitation(row)
    },

    /** Stores an invitation. It replaces an older one to the address, whose code becomes void. */
    async put(email: string, duties: readonly Duty[], codeHash: string, by: string): Promise<number> {
      const at = now()
      await db.deleteFrom('invitations').where('email', '=', email).execute()
      const row = { email, duties: JSON.stringify(duties), code_hash: codeHash, invited_by: by }
      const inserted = await db
        .insertInto('invitations')
        .values({ ...row, created_at: at, expires_at: at + INVITATION_HOURS * HOUR_MS })
        .returning('id')
        .executeTakeFirstOrThrow()
      return inserted.id
    },

    async noteMailed(id: number): Promise<void> {
      await db.updateTable('invitations').set({ mailed_at: now() }).where('id', '=', id).execute()
    },

    async remove(id: number): Promise<void> {
      await db.deleteFrom('invitations').where('id', '=', id).execute()
    },

    /** Uses up an invitation. @returns `undefined` when it is not open; one of two concurrent calls gets it */
    async take(codeHash: string) {
      const row = await db
        .deleteFrom('invitations')
        .where('code_hash', '=', codeHash)
        .where('expires_at', '>', now())
        .returning(['email', 'duties', 'invited_by'])
        .executeTakeFirst()
      return row && { email: row.email, duties: parseDuties(row.duties), invitedBy: row.invited_by }
    },

    async sweep(): Promise<void> {
      await db
        .deleteFrom('invitations')
        .where('expires_at', '<=', now() - KEPT_MS)
        .execute()
    },
  }
}
