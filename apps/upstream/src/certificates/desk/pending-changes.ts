import { createHash } from 'node:crypto'
import { toCanonicalJson } from '@portal/contract/certificates/certificate-receipt.ts'
import { DESK_STEPS, type DeskStepName } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { Selectable } from 'kysely'
import { shownStaffName } from '#accounts/people/staff-names.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import type { AuditSubject } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import { certificateBeingImported, certificateMissing, changeOutdated, stepImpossible } from '#platform/errors.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { findStaged, isVisible, type StagedChange } from './staged-changes.ts'

/** The account, transaction and time of a step. */
export interface Desk {
  trx: Db
  account: Pick<SessionAccount, 'id' | 'nickname' | 'signingName' | 'duties'>
  digest: Digest
  fileDigest: FileDigest
  now: () => number
}

/** Import id of texts that the desk publishes, which come from no import. */
export const DESK_IMPORT = 0

export type ChangeRow = Selectable<Tables['pending_changes']>
export type EntryRow = Selectable<Tables['certificates']>

/**
 * Locks a number for the rest of the transaction. Every step begins with it, so that steps and imports of one number
 * run one after the other.
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
  if (hidden) throw hidden.kind === 'first' ? certificateMissing() : certificateBeingImported()
  return entry
}

/**
 * Reads what readers may see of a number.
 * @throws AppError for an unknown number, and for a new one of an unfinished batch
 */
export async function readEntry(
  db: Db,
  certificateNo: string,
): Promise<{ entry: EntryRow; change: ChangeRow | undefined; hidden: StagedChange | undefined }> {
  const entry = await db
    .selectFrom('certificates')
    .selectAll()
    .where('certificate_no', '=', certificateNo)
    .executeTakeFirst()
  const hidden = await findStaged(db, certificateNo)
  if (!entry || hidden?.kind === 'first') throw certificateMissing()
  return { entry, change: await findChange(db, certificateNo), hidden }
}

export async function findChange(db: Db, certificateNo: string): Promise<ChangeRow | undefined> {
  return await db
    .selectFrom('pending_changes')
    .selectAll()
    .where('certificate_no', '=', certificateNo)
    .where(isVisible)
    .executeTakeFirst()
}

/**
 * Returns the pending change of a locked number if a step is possible now.
 * @param seenRevision the revision that the caller saw
 * @throws AppError when there is none, it is in another state, or was changed since
 */
export async function requireChange(
  trx: Db,
  certificateNo: string,
  step: DeskStepName,
  seenRevision: number,
): Promise<ChangeRow> {
  const change = await findChange(trx, certificateNo)
  const { from } = DESK_STEPS[step]
  if (!change) throw stepImpossible()
  if (change.revision !== seenRevision) throw changeOutdated({ state: change.state, revision: change.revision })
  if (!(from as readonly string[]).includes(change.state)) throw stepImpossible()
  return change
}

/** Updates a pending change and raises its revision. */
export async function updateChange(
  trx: Db,
  change: ChangeRow,
  changes: Partial<ChangeRow>,
  at: number,
): Promise<number> {
  const revision = change.revision + 1
  await trx
    .updateTable('pending_changes')
    .set({ ...changes, revision, changed_at: at })
    .where('certificate_no', '=', change.certificate_no)
    .execute()
  return revision
}

/** Records an editor as a writer of a version. */
export async function addWriter(trx: Db, { certificate_no, version }: ChangeRow, userId: string): Promise<void> {
  await trx
    .insertInto('certificate_writers')
    .values({ certificate_no, version, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function readWriters(db: Db, { certificate_no, version }: ChangeRow) {
  return await db
    .selectFrom('certificate_writers')
    .innerJoin('users', 'users.id', 'certificate_writers.user_id')
    .select(['users.id', shownStaffName.as('nickname')])
    .where('certificate_no', '=', certificate_no)
    .where('version', '=', version)
    .orderBy('nickname')
    .execute()
}

/** Returns whether an account has written or submitted a part of a change. */
export async function isWriter(db: Db, change: ChangeRow, userId: string): Promise<boolean> {
  return change.submitted_by === userId || (await readWriters(db, change)).some(({ id }) => id === userId)
}

/** What a signatory approves of a raw record. */
export interface HashedRecord {
  fileName: string
  instrument: string | null
  sha256: string
}

type HashedChange = Pick<ChangeRow, 'certificate_no' | 'version' | 'kind' | 'reason' | 'replaces' | 'answers'>

/**
 * Hashes what a signatory approves: number, version and everything that will be stored. SHA-256, hex.
 * @param pictures SHA-256 of the bytes of each picture, in their order
 * @param records raw records in their order
 */
export function hashContent(
  change: HashedChange,
  body: string | null,
  pictures: readonly string[],
  records: readonly HashedRecord[] = [],
): string {
  const { certificate_no, version, kind, reason, replaces, answers } = change
  const content = toCanonicalJson({
    certificate_no,
    version,
    kind,
    reason,
    replaces,
    answers,
    body,
    pictures,
    // Texts without raw records have the same hash as before there were any.
    ...(records.length > 0 && { records }),
  })
  return createHash('sha256').update(content).digest('hex')
}

/** Subject of a step with a reason in the audit log. */
export const toReasonSubject = (certificateNo: string, reason: string | null): AuditSubject => ({
  kind: 'certificate',
  id: certificateNo,
  changes: [{ member: 'reason', before: null, after: reason }],
})
