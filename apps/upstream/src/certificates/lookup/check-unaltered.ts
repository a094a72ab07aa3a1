import { MISMATCHES_MAX } from '@portal/contract/site/waiting-rules.ts'
import type { Db } from '#platform/db/open.ts'
import { certificateAltered } from '#platform/errors.ts'
import type { CertificateRepository } from './certificate-repository.ts'

/**
 * Checks a published text before it becomes a draft. Otherwise a text that was altered in the database would be
 * published again, with a matching entry in the public log.
 * @throws AppError for a text that does not match its entries
 */
export async function checkUnaltered(trx: Db, certificates: CertificateRepository, certificateNo: string) {
  const altered = await findAltered(trx, certificates, [certificateNo])
  if (altered.length > 0) throw certificateAltered()
}

/** Lists the numbers that do not match their entries, in their order. Drafts have no entries. */
export async function findAltered(db: Db, certificates: CertificateRepository, certificateNos: readonly string[]) {
  const found = await certificates.findMany(certificateNos, db)
  const entries = certificateNos.flatMap((certificateNo) => found.get(certificateNo) ?? [])
  const answers = await certificates.readAnswers(
    entries.filter(({ state }) => state !== 'draft'),
    db,
  )
  return answers.flatMap((answer) => (answer.state === 'mismatch' ? (answer.certificateNo ?? []) : []))
}

/**
 * Lists the numbers that were refused last and still do not match. A number that was restored or properly withdrawn
 * matches again.
 */
export async function findLatestAltered(db: Db, certificates: CertificateRepository): Promise<string[]> {
  const refusal = await db
    .selectFrom('certificate_mismatches')
    .select('certificate_no')
    .orderBy('last_at', 'desc')
    .orderBy('certificate_no')
    .limit(MISMATCHES_MAX)
    .execute()
  return await findAltered(
    db,
    certificates,
    refusal.map(({ certificate_no }) => certificate_no),
  )
}
