import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import type { DeskCertificate } from '@portal/contract/certificates/desk/desk.ts'
import type { PendingChange } from '@portal/contract/certificates/desk/desk-shapes.ts'
import type { CertificateRules } from '@portal/contract/certificates/rules/certificate-rules.ts'
import type { LicensedMark } from '@portal/contract/certificates/rules/marks.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { Selectable } from 'kysely'
import { createMarkRepository, createSignatoryRepository } from '#accounts/people/signatories.ts'
import { shownStaffName } from '#accounts/people/staff-names.ts'
import { readQueue } from '#certificates/list/review-queue.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import { findAltered } from '#certificates/lookup/check-unaltered.ts'
import { countPrints } from '#certificates/print/printable-list.ts'
import { listVersionRecords } from '#certificates/raw-records/raw-records.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import { judge, parseAnswers, parseForm, parseSuspendedDraft, toShownState } from './desk-form.ts'
import { readFourEyesOffReason } from './four-eyes.ts'
import { type ChangeRow, type EntryRow, readEntry, readWriters } from './pending-changes.ts'
import { readPublishedBody } from './published-body.ts'
import { readCertificateRules } from './read-certificate-rules.ts'
import { findRecovery } from './recovered-certificates.ts'
import { isShownEvent, type StagedChange } from './staged-changes.ts'
import { isAwaitingReview } from './three-persons.ts'

/** Maximum steps of a history that are shown; a certificate has fewer. */
const ACTS_MAX = 200

interface Options {
  certificates: CertificateRepository
  db: Db
  now: () => number
}

/** Reads everything that the desk shows of a number. @throws AppError for an unknown one */
export async function viewCertificate(
  { db, now, certificates }: Options,
  certificateNo: string,
  userId: string,
): Promise<DeskCertificate> {
  const { entry, change, hidden } = await readEntry(db, certificateNo)
  const published = await readPublishedText(db, entry)
  const category = (change ? parseForm(change).category : entry.category) as Certificate['category'] | null
  const waiting = await db
    .selectFrom('certificate_confirmations')
    .selectAll()
    .where('certificate_no', '=', certificateNo)
    .executeTakeFirst()
  const stage = change && (await isAwaitingReview(db, change)) ? 'review' : 'approval'
  const queue = change?.state === 'submitted' ? await readQueue(db, certificateNo, stage) : undefined
  const rules = await readCertificateRules(db)
  const fourEyesOff = await readFourEyesOffReason(db)
  const recovery = await findRecovery(db, entry)
  const altered = await findAltered(db, certificates, [certificateNo])
  const signatories = createSignatoryRepository({ db, now })
  return {
    certificateNo,
    shownState: toShownState(entry, published !== null, change),
    version: published === null ? null : entry.version,
    published,
    newerNo: entry.newer_no,
    ...(altered.length > 0 && { isAltered: true as const }),
    pendingChange: change ? await viewChange(db, change, now(), rules) : null,
    events: await listEvents(db, certificateNo, hidden),
    ...(waiting && {
      unconfirmed: {
        byName: waiting.by_name,
        time: toWireDateTime(waiting.at),
        isOwn: waiting.by_id === userId,
      },
    }),
    ...(recovery && {
      recovered: { time: toWireDateTime(recovery.at), isWhole: recovery.idx === entry.log_index },
    }),
    ...(queue && { queue }),
    ...(fourEyesOff !== null && { fourEyesOff }),
    rules,
    marks: (await createMarkRepository({ db, now }).list()).map(toLicensedMark),
    prints: (await countPrints(db, [certificateNo])).get(certificateNo) ?? 0,
    maySign: category !== null && (await signatories.maySign(userId, category)),
  }
}

/** The form needs nothing else of a mark. */
const toLicensedMark = ({ kind, number, categories, standards, validTo, isPrinted }: LicensedMark) => ({
  kind,
  number,
  categories: [...categories],
  standards: [...standards],
  validTo,
  isPrinted,
})

async function readPublishedText(db: Db, { certificate_no, version }: EntryRow): Promise<Certificate | null> {
  const body = await readPublishedBody(db, certificate_no)
  return body && ({ certificateNo: certificate_no, version, ...body } as Certificate)
}

async function viewChange(db: Db, change: ChangeRow, nowMs: number, rules: CertificateRules): Promise<PendingChange> {
  const { kind, state, version, revision } = change
  const { faults, warnings } = judge(change, nowMs, rules)
  const suspendedDraft = parseSuspendedDraft(change)
  const preparedBy = await db
    .selectFrom('users')
    .select(['id', shownStaffName.as('nickname')])
    .where('id', '=', change.prepared_by)
    .executeTakeFirst()
  const rawRecords = state === 'submitted' && kind !== 'withdrawal' ? await listVersionRecords(db, change) : []
  return {
    kind,
    state,
    version,
    revision,
    faults,
    warnings,
    form: parseForm(change) as PendingChange['form'],
    answers: parseAnswers(change),
    ...(suspendedDraft && { setsAside: suspendedDraft.version }),
    reason: change.reason,
    returnReason: change.return_reason,
    replaces: change.replaces,
    contentHash: change.content_hash,
    submittedBy: change.submitted_name,
    ...(preparedBy && { preparedBy }),
    writers: await readWriters(db, change),
    awaitsReview: await isAwaitingReview(db, change),
    ...(change.reviewed_by !== null && {
      reviewer: {
        id: change.reviewed_by,
        name: change.reviewed_name ?? '',
        time: toWireDateTime(change.reviewed_at ?? change.changed_at),
      },
    }),
    isOpened: change.opened_at !== null,
    changeTime: toWireDateTime(change.changed_at),
    ...(rawRecords.length > 0 && { rawRecords }),
  }
}

async function listEvents(db: Db, certificateNo: string, hidden?: StagedChange): Promise<DeskCertificate['events']> {
  const rows = await db
    .selectFrom('certificate_events')
    .selectAll()
    .where('certificate_no', '=', certificateNo)
    .orderBy('id', 'desc')
    .limit(ACTS_MAX)
    .execute()
  return toWireEvents(rows.filter(isShownEvent(hidden)))
}

/** Converts steps to the form of the contract. */
export function toWireEvents(rows: readonly Selectable<Tables['certificate_events']>[]): DeskCertificate['events'] {
  return rows.map(({ id, version, step, by_name, reason, at }) => ({
    id,
    version,
    step,
    reason,
    byName: by_name,
    time: toWireDateTime(at),
  }))
}
