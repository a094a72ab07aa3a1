import { DUTIES } from '@portal/contract/accounts/duties.ts'
import type { Person } from '@portal/contract/accounts/people-shapes.ts'
import type { AuditChange } from '@portal/contract/audit/audit.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { OPERATOR_NAME } from '#platform/audit/system-action.ts'
import type { Db } from '#platform/db/open.ts'
import { countRows } from '#platform/db/queries.ts'
import { toAccountFacts, toWireOrNull } from './account-facts.ts'
import { countWritings } from './person-writings.ts'
import { countOpenReports } from './reported-people.ts'
import { createSignatoryRepository } from './signatories.ts'

const EVENTS = 50

interface Options {
  db: Db
  now: () => number
  /** The caller. */
  callerId: string
  showsEmails: boolean
}

/** Reads everything that the page of one account shows. @returns `undefined` for a missing or closed account */
export async function findPerson(id: string, { db, now, callerId, showsEmails }: Options): Promise<Person | undefined> {
  const [found] = await toAccountFacts(db, [id], showsEmails)
  if (!found) return undefined
  const { facts, duties, row } = found
  const signatories = createSignatoryRepository({ db, now })
  const deputies = await signatories.listDeputies(id)
  return {
    ...facts,
    version: row.managed_version,
    closeTime: toWireOrNull(row.closes_at),
    duties: await readDutiesWithGiver(db, id),
    isSelf: id === callerId,
    isLastOwner: duties.includes('owner') && (await isLastOwner(db, id)),
    factor: {
      passkeys: row.passkeys ?? 0,
      hasTotp: row.totp_at !== null,
      recoveryCodes: await countRows(db.selectFrom('recovery_codes').where('user_id', '=', id)),
    },
    openReports: await countOpenReports(db, id),
    openTickets: await countRows(db.selectFrom('tickets').where('assignee_id', '=', id).where('state', '!=', 'closed')),
    factorReset: await findPendingReset(db, id),
    sessions: await readSessions(db, id, now()),
    penalties: await readPenalties(db, id),
    signatories: await signatories.listByUser(id),
    ...(deputies.length > 0 && { deputies }),
    events: await readEvents(db, id),
    counts: await countWritings(db, id),
  }
}

async function readDutiesWithGiver(db: Db, id: string) {
  const rows = await db
    .selectFrom('duties')
    .leftJoin('users', 'users.id', 'duties.given_by')
    .select(['duty', 'given_at', 'users.nickname'])
    .where('user_id', '=', id)
    .execute()
  return DUTIES.flatMap((duty) =>
    rows
      .filter((row) => row.duty === duty)
      .map((row) => ({ duty, since: toWireDateTime(row.given_at), byName: row.nickname })),
  )
}

async function isLastOwner(db: Db, id: string): Promise<boolean> {
  const otherQuery = db
    .selectFrom('users')
    .where('role', '=', 'owner')
    .where('status', '=', ACCOUNT_STATUS.normal)
    .where('account_name', 'is not', null)
    .where('id', '!=', id)
  return (await countRows(otherQuery)) === 0
}

async function findPendingReset(db: Db, id: string) {
  const row = await db
    .selectFrom('factor_resets')
    .leftJoin('users', 'users.id', 'factor_resets.requested_by')
    .select(['due_at', 'mailed_at', 'users.nickname'])
    .where('user_id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  return { dueTime: toWireDateTime(row.due_at), byName: row.nickname ?? '', isMailed: row.mailed_at !== null }
}

async function readSessions(db: Db, id: string, at: number) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_used_at', 'factor_at'])
    .where('user_id', '=', id)
    .where('expires_at', '>', at)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    createTime: toWireDateTime(row.created_at),
    lastUseTime: toWireOrNull(row.last_used_at),
    isProven: row.factor_at !== null,
  }))
}

async function readPenalties(db: Db, id: string) {
  const rows = await db
    .selectFrom('penalties')
    .leftJoin('users as giver', 'giver.id', 'penalties.given_by')
    .leftJoin('users as lifter', 'lifter.id', 'penalties.lifted_by')
    .select(['penalties.id', 'reason', 'given_at', 'ends_at', 'lifted_at'])
    .select(['giver.nickname as giver', 'lifter.nickname as lifter'])
    .where('user_id', '=', id)
    .orderBy('penalties.id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    reason: row.reason,
    byName: row.giver ?? OPERATOR_NAME,
    time: toWireDateTime(row.given_at),
    endTime: toWireOrNull(row.ends_at),
    liftedTime: toWireOrNull(row.lifted_at),
    liftedByName: row.lifter,
  }))
}

async function readEvents(db: Db, id: string) {
  const rows = await db
    .selectFrom('audit_log')
    .select(['at', 'actor_name', 'action', 'changes'])
    .where('target_kind', '=', 'user')
    .where('target_id', '=', id)
    .where('outcome', '=', 'done')
    .orderBy('id', 'desc')
    .limit(EVENTS)
    .execute()
  return rows.map((row) => ({
    time: toWireDateTime(row.at),
    actorName: row.actor_name,
    action: row.action,
    changes: JSON.parse(row.changes) as AuditChange[],
  }))
}
