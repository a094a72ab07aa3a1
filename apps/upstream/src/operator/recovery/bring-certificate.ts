import { listNumber } from '#certificates/desk/desk-listing.ts'
import { DESK_IMPORT } from '#certificates/desk/pending-changes.ts'
import { releasePictures } from '#certificates/pictures/desk-pictures.ts'
import { releaseRawRecords } from '#certificates/raw-records/raw-records.ts'
import { listPictureNames } from '#log/picture-digests.ts'
import type { Db } from '#platform/db/open.ts'
import type { FormerDatabase } from './former-database.ts'
import { STATES, type Step, type StoredCertificate } from './verified-steps.ts'

interface RecoveryContext {
  former: FormerDatabase
  certificateNo: string
  /** Stored state of the number before the recovery. */
  before: StoredCertificate | undefined
  /** Epoch ms. */
  at: number
}

/**
 * Gives a number the state of its newest entry, with the texts of its versions.
 * @param steps at least one; their records are stored
 */
export async function bringCertificate(trx: Db, steps: readonly Step[], context: RecoveryContext): Promise<void> {
  const { certificateNo, before, at } = context
  const isPublished = before !== undefined && before.state !== 'draft' && before.state !== 'examination'
  const knownVersion = isPublished ? before.version : 0
  const versions = new Map(steps.map((step) => [step.version.version, step]))
  for (const step of versions.values()) if (step.version.version > knownVersion) await bringVersion(trx, step, context)
  const newest = steps.at(-1) as Step
  const { version } = newest.version
  await bringState(trx, newest, version > knownVersion ? DESK_IMPORT : (before?.body_import_id ?? DESK_IMPORT), context)
  // A pending change of the backup was published since.
  await trx.deleteFrom('pending_changes').where('certificate_no', '=', certificateNo).execute()
  await releasePictures(trx, certificateNo)
  await releaseRawRecords(trx, certificateNo)
  const event = { step: 'recover', by_id: null, by_name: null, reason: null, at }
  await trx
    .insertInto('certificate_events')
    .values({ certificate_no: certificateNo, version, ...event })
    .execute()
  await listNumber(trx, certificateNo, at)
}

/** Lists a number of which only the entries came back as one without a text, so that it is a task of the desk. */
export async function listLostNumber(trx: Db, certificateNo: string, at: number): Promise<void> {
  await trx
    .insertInto('certificates')
    .values({
      certificate_no: certificateNo,
      state: 'draft',
      version: 1,
      // No check code matches an empty hash.
      check_code_hash: '',
      body_import_id: DESK_IMPORT,
      import_id: DESK_IMPORT,
      imported_at: at,
      revision: 1,
    })
    .execute()
  await listNumber(trx, certificateNo, at)
}

async function bringVersion(trx: Db, { version, body, digests }: Step, context: RecoveryContext): Promise<void> {
  const { certificateNo: certificate_no } = context
  await trx
    .insertInto('certificate_versions')
    .values({ ...version, certificate_no, import_id: DESK_IMPORT })
    .execute()
  for (const [at, name] of listPictureNames(body).entries()) {
    // Its file is still stored: a restore deletes none, and the sweep spares it once this row names it.
    await trx
      .insertInto('certificate_desk_pictures')
      .values({ name, certificate_no, sha256: digests[at] ?? null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

async function bringState(trx: Db, newest: Step, body_import_id: number, context: RecoveryContext): Promise<void> {
  const { certificateNo: certificate_no, before, former } = context
  const {
    idx: log_index,
    kind,
    change,
    version: { version, imported_at },
    body,
  } = newest
  const { category = null, receivedOn: received_on = null } = body as { category?: string; receivedOn?: string }
  const from = former.certificate(certificate_no)
  const text = { version, body_import_id, category, received_on, log_index }
  const state = { state: STATES[kind], ...change, noticed_on: from?.noticed_on ?? null }
  if (before) {
    await trx
      .updateTable('certificates')
      .set({ ...text, ...state, ...(kind !== 'publish' && { code_sealed: null }) })
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('certificate_no', '=', certificate_no)
      .execute()
    return
  }
  await trx
    .insertInto('certificates')
    .values({
      certificate_no,
      ...text,
      ...state,
      check_code_hash: from?.check_code_hash ?? '',
      code_sealed: kind === 'publish' ? (from?.code_sealed ?? null) : null,
      import_id: DESK_IMPORT,
      imported_at,
      revision: 1,
    })
    .execute()
}
