import { createHash } from 'node:crypto'
import { toCanonicalJson } from '@portal/contract/certificates/certificate-receipt.ts'
import { DESK_STEPS, type DeskStepName } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { Selectable } from 'kysely'
import { shownStaffName } from '#accounts/people/staff-names.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import { certificateMissing, stepImpossible, workChanged, workImporting } from '#platform/errors.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { findStaged, isVisible, type StagedChange } from './staged-changes.ts'

/** The person, the transaction and the time of a step. */
export interface Desk {
  trx: Db
  account: SessionAccount
  digest: Digest
  fileDigest: FileDigest
  now: () => number
}

/** Texts of no import: what the desk publishes. */
export const DESK_IMPORT = 0

export type WorkRow = Selectable<Tables['certificate_works']>
export type EntryRow = Selectable<Tables['certificates']>

/**
 * Locks a number for the rest of the transaction: every step begins with it, so that steps and imports of one number come one
 * after the other.
 * @throws AppError for an unknown number, and for one that an unfinished batch has reserved
 */
export async function lockEntry(trx: Db, certificateNo: string): Promise<EntryRow> {
  const entry = await trx
    .updateTable('certificates')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('certificate_no', '=', certificateNo)
    .returningAll()
    .executeTakeFirst()
  if (!entry) throw certificateMissing()
  const hidden = await findStaged(trx, certificateNo)
  if (hidden) throw hidden.kind === 'first' ? certificateMissing() : workImporting()
  return entry
}

/** What readers may see of a number. @throws AppError for an unknown one, as for a new one of an unfinished batch */
export async function readEntry(
  db: Db,
  certificateNo: string,
): Promise<{ entry: EntryRow; work: WorkRow | undefined; hidden: StagedChange | undefined }> {
  const entry = await db
    .selectFrom('certificates')
    .selectAll()
    .where('certificate_no', '=', certificateNo)
    .executeTakeFirst()
  const hidden = await findStaged(db, certificateNo)
  if (!entry || hidden?.kind === 'first') throw certificateMissing()
  return { entry, work: await findWork(db, certificateNo), hidden }
}

export async function findWork(db: Db, certificateNo: string): Promise<WorkRow | undefined> {
  return await db
    .selectFrom('certificate_works')
    .selectAll()
    .where('certificate_no', '=', certificateNo)
    .where(isVisible)
    .executeTakeFirst()
}

/**
 * The work on a locked number, if a step may be done with it now.
 * @param seen the revision that the caller saw
 * @throws AppError when there is none, it is in another state, or was changed since
 */
export async function takeWork(trx: Db, certificateNo: string, step: DeskStepName, seen: number): Promise<WorkRow> {
  const work = await findWork(trx, certificateNo)
  const { from } = DESK_STEPS[step]
  if (!work) throw stepImpossible()
  if (work.revision !== seen) throw workChanged({ state: work.state, revision: work.revision })
  if (!(from as readonly string[]).includes(work.state)) throw stepImpossible()
  return work
}

/** Writes a work; its revision rises. */
export async function saveWork(trx: Db, work: WorkRow, changes: Partial<WorkRow>, at: number): Promise<number> {
  const revision = work.revision + 1
  await trx
    .updateTable('certificate_works')
    .set({ ...changes, revision, changed_at: at })
    .where('certificate_no', '=', work.certificate_no)
    .execute()
  return revision
}

/** Records an editor as a writer of a version. */
export async function noteWriter(trx: Db, { certificate_no, version }: WorkRow, userId: string): Promise<void> {
  await trx
    .insertInto('certificate_writers')
    .values({ certificate_no, version, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function readWriters(db: Db, { certificate_no, version }: WorkRow) {
  return await db
    .selectFrom('certificate_writers')
    .innerJoin('users', 'users.id', 'certificate_writers.user_id')
    .select(['users.id', shownStaffName.as('nickname')])
    .where('certificate_no', '=', certificate_no)
    .where('version', '=', version)
    .orderBy('nickname')
    .execute()
}

type HashedWork = Pick<WorkRow, 'certificate_no' | 'version' | 'kind' | 'reason' | 'replaces' | 'answers'>

/**
 * What a signatory approves: number, version and everything that will be stored. SHA-256, hex.
 * @param pictures SHA-256 of the bytes of each picture, in their order
 */
export function hashContent(work: HashedWork, body: string | null, pictures: readonly string[]): string {
  const { certificate_no, version, kind, reason, replaces, answers } = work
  const content = toCanonicalJson({ certificate_no, version, kind, reason, replaces, answers, body, pictures })
  return createHash('sha256').update(content).digest('hex')
}
