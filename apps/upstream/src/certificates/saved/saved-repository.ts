import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import {
  SAVED_CERTIFICATES_MAX,
  SAVED_CERTIFICATES_PAGE_SIZE,
} from '@portal/contract/certificates/saved-certificate-rules.ts'
import type { OwnShare, SavedCertificate } from '@portal/contract/certificates/saved-certificates.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { InferResult } from 'kysely'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { notSaved, savedUsedUp } from './saved-errors.ts'
import { lockShown, toSavedState } from './shown-entry.ts'

export interface SavedOptions {
  db: Db
  now: () => number
  certificates: Pick<CertificateRepository, 'findMany' | 'readAnswers'>
}

const querySaved = (db: Db) =>
  db
    .selectFrom('saved_certificates as saved')
    .innerJoin('certificates as entry', 'entry.certificate_no', 'saved.certificate_no')
    .innerJoin('certificate_versions as text', (join) =>
      join
        .onRef('text.certificate_no', '=', 'entry.certificate_no')
        .onRef('text.version', '=', 'entry.version')
        .onRef('text.import_id', '=', 'entry.body_import_id'),
    )
    .select(['saved.certificate_no', 'saved.version as seenVersion', 'saved.state as seenState', 'saved.saved_at'])
    .select(['entry.state', 'entry.version', 'entry.newer_no', 'entry.reason', 'entry.changed_on'])
    .select(['text.reason as correction', 'text.imported_at'])
    .where('entry.state', 'in', ['published', 'reissued', 'withdrawn'])
type SavedRow = InferResult<ReturnType<typeof querySaved>>[number]

export type SavedEntry = Omit<SavedCertificate, 'shares'>

export type SavedRepository = ReturnType<typeof createSavedRepository>

/** Certificates that members have saved. Their texts are read from the certificates; none is stored here. */
export function createSavedRepository({ db, now, certificates }: SavedOptions) {
  return {
    /**
     * Saves a certificate that a lookup has shown.
     * @throws AppError for a certificate that is not shown, or above the limit
     */
    async save(userId: string, certificateNo: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        // Locks the member, so that two concurrent requests do not exceed the limit.
        await trx
          .updateTable('users')
          .set((eb) => ({ status: eb.ref('status') }))
          .where('id', '=', userId)
          .execute()
        const { state, version } = await lockShown(trx, certificateNo)
        await trx
          .insertInto('saved_certificates')
          .values({ user_id: userId, certificate_no: certificateNo, version, state, saved_at: now() })
          .onConflict((conflict) => conflict.columns(['user_id', 'certificate_no']).doUpdateSet({ version, state }))
          .execute()
        if ((await countSaved(trx, userId)) > SAVED_CERTIFICATES_MAX) throw savedUsedUp()
      })
    },

    count: (userId: string) => countSaved(db, userId),

    /** Lists saved certificates, newest first. @param after the last number of the page before */
    async readPage(userId: string, after: string | undefined): Promise<{ saved: SavedEntry[]; hasMore: boolean }> {
      let query = querySaved(db).where('saved.user_id', '=', userId)
      if (after !== undefined) {
        const last = await db
          .selectFrom('saved_certificates')
          .select('saved_at')
          .where('user_id', '=', userId)
          .where('certificate_no', '=', after)
          .executeTakeFirst()
        if (!last) throw notSaved()
        query = query.where((eb) =>
          eb(eb.refTuple('saved.saved_at', 'saved.certificate_no'), '<', eb.tuple(last.saved_at, after)),
        )
      }
      const found = await query
        .orderBy('saved.saved_at', 'desc')
        .orderBy('saved.certificate_no', 'desc')
        .limit(SAVED_CERTIFICATES_PAGE_SIZE + 1)
        .execute()
      return {
        saved: await toEntries(certificates, found.slice(0, SAVED_CERTIFICATES_PAGE_SIZE)),
        hasMore: found.length > SAVED_CERTIFICATES_PAGE_SIZE,
      }
    },

    /** Reads saved certificates that have ended since their member last saw a change. */
    async listNews(userId: string): Promise<SavedEntry[]> {
      const found = await querySaved(db)
        .where('saved.user_id', '=', userId)
        .where('saved.state', '=', 'valid')
        .where('entry.state', '!=', 'published')
        .orderBy('saved.saved_at', 'desc')
        .limit(SAVED_CERTIFICATES_PAGE_SIZE)
        .execute()
      return (await toEntries(certificates, found)).filter(({ state }) => state !== 'mismatch')
    },

    /** Lists the shares whose certificates the member has not saved. */
    async listOthers(userId: string, shares: readonly OwnShare[]): Promise<OwnShare[]> {
      if (shares.length === 0) return []
      const numbers = await db
        .selectFrom('saved_certificates')
        .select('certificate_no')
        .where('user_id', '=', userId)
        .where(
          'certificate_no',
          'in',
          shares.map(({ certificateNo }) => certificateNo),
        )
        .execute()
      const savedNumbers = new Set(numbers.map(({ certificate_no }) => certificate_no))
      return shares.filter(({ certificateNo }) => !savedNumbers.has(certificateNo))
    },

    /** @throws AppError for a number that the member has not saved */
    async checkSaved(userId: string, certificateNo: string): Promise<void> {
      const found = await db
        .selectFrom('saved_certificates')
        .select('certificate_no')
        .where('user_id', '=', userId)
        .where('certificate_no', '=', certificateNo)
        .executeTakeFirst()
      if (!found) throw notSaved()
    },

    /** Marks a change as seen. @throws AppError for a number that the member has not saved */
    async markSeen(userId: string, certificateNo: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const { state, version } = await lockShown(trx, certificateNo)
        const updated = await trx
          .updateTable('saved_certificates')
          .set({ state, version })
          .where('user_id', '=', userId)
          .where('certificate_no', '=', certificateNo)
          .executeTakeFirst()
        if (updated.numUpdatedRows === 0n) throw notSaved()
      })
    },

    async remove(userId: string, certificateNo: string): Promise<void> {
      await db
        .deleteFrom('saved_certificates')
        .where('user_id', '=', userId)
        .where('certificate_no', '=', certificateNo)
        .execute()
    },

    isMailed: (userId: string) => isMailed(db, userId),
    setMailed: (userId: string, wanted: boolean) => setMailed(db, userId, wanted),
  }
}

async function isMailed(db: Db, userId: string): Promise<boolean> {
  const query = db.selectFrom('saved_certificate_mail_opt_outs').select('user_id').where('user_id', '=', userId)
  return (await query.executeTakeFirst()) === undefined
}

async function setMailed(db: Db, userId: string, wanted: boolean): Promise<void> {
  if (wanted) await db.deleteFrom('saved_certificate_mail_opt_outs').where('user_id', '=', userId).execute()
  else {
    const row = db.insertInto('saved_certificate_mail_opt_outs').values({ user_id: userId })
    await row.onConflict((conflict) => conflict.doNothing()).execute()
  }
}

async function countSaved(db: Db, userId: string): Promise<number> {
  const { saved } = await db
    .selectFrom('saved_certificates')
    .select((eb) => eb.fn.countAll<number>().as('saved'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(saved)
}

/** Adds what a lookup shows to each row. Leaves out certificates that are not shown any more. */
async function toEntries(
  certificates: SavedOptions['certificates'],
  found: readonly SavedRow[],
): Promise<SavedEntry[]> {
  const entries = await certificates.findMany(found.map(({ certificate_no }) => certificate_no))
  const answers = await certificates.readAnswers([...entries.values()])
  const byNumber = new Map([...entries.keys()].map((certificateNo, at) => [certificateNo, answers[at]]))
  return found.flatMap((row) => {
    const answer = byNumber.get(row.certificate_no)
    return answer ? [toEntry(row, answer)] : []
  })
}

function toEntry(row: SavedRow, { certificate }: CertificateAnswer): SavedEntry {
  const state = certificate ? (toSavedState(row) ?? 'valid') : 'mismatch'
  const isCorrected = state === 'valid' && row.version > 1
  return {
    certificateNo: row.certificate_no,
    state,
    version: row.version,
    seenVersion: row.seenVersion,
    conclusion: certificate?.conclusion ?? '',
    category: certificate?.category ?? '',
    shape: certificate?.shape ?? null,
    totalMassG: certificate?.totalMassG ?? null,
    issuedOn: certificate?.issuedOn ?? null,
    pictureUrl: certificate?.pictures?.[0]?.url ?? null,
    savedOn: toWireDate(row.saved_at),
    ...(certificate ? describeChange(row, state, isCorrected) : { newerNo: null, reason: null, changedOn: null }),
    isNews: state !== row.seenState || row.version > row.seenVersion,
  }
}

const describeChange = (row: SavedRow, state: SavedEntry['state'], isCorrected: boolean) => ({
  newerNo: row.newer_no,
  reason: state === 'valid' ? row.correction : row.reason,
  changedOn: isCorrected ? toWireDate(row.imported_at) : row.changed_on,
})
