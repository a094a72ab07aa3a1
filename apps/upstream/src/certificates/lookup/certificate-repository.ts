import type { Certificate, CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { makeAnswer, type ShownEntry } from '#log/certificate-answer.ts'
import { readLoggedRows } from '#log/chain-of-number.ts'
import type { Db } from '#platform/db/open.ts'
import type { Mismatch } from '#platform/db/tables/log.ts'
import { type Comparing, compareWithLog } from './compare-with-log.ts'
import { readReplacedVersion } from './replaced-version.ts'

/** The state of a number, before the code is checked. */
export interface CertificateEntry extends ShownEntry {
  checkCodeHash: string
  bodyImportId: number
  receivedOn: string | null
  category: string | null
  /** Index of its newest entry in the public log. */
  logIndex: number | null
}

export type CertificateRepository = ReturnType<typeof createCertificateRepository>

interface Options extends Comparing {
  db: Db
  /**
   * Receives each certificate that is not shown because it does not match the public log. Must not wait for the
   * database.
   */
  onMismatch: (certificateNo: string, why: Mismatch) => void
}

const COLUMNS = [
  'certificate_no as certificateNo',
  'check_code_hash as checkCodeHash',
  'state',
  'version',
  'body_import_id as bodyImportId',
  'newer_no as newerNo',
  'reason',
  'changed_on as changedOn',
  'received_on as receivedOn',
  'category',
  'log_index as logIndex',
] as const

/** Attempts to compare a certificate that is being changed. */
const ATTEMPTS = 3

export function createCertificateRepository({ db, onMismatch, ...comparing }: Options) {
  /** Finds the existing rows, by number. */
  async function findMany(certificateNos: readonly string[], from = db): Promise<Map<string, CertificateEntry>> {
    if (certificateNos.length === 0) return new Map()
    const rows: CertificateEntry[] = await from
      .selectFrom('certificates')
      .select(COLUMNS)
      .where('certificate_no', 'in', [...new Set(certificateNos)])
      .execute()
    return new Map(rows.map((row) => [row.certificateNo, row]))
  }

  /** Finds answers and refusals by number, each from one snapshot of the database. */
  async function compareAll(entries: readonly CertificateEntry[], from: Db) {
    const numbers = [...new Set(entries.map(({ certificateNo }) => certificateNo))]
    const bodies = await readBodies(from, entries)
    const logged = await readLoggedRows(from, numbers)
    const compared = new Map<string, CertificateAnswer | Mismatch>()
    for (const entry of entries) {
      const { certificateNo, logIndex } = entry
      const answer = makeUnverifiedAnswer(entry, bodies.get(toTextKey(entry)))
      const rows = logged.get(certificateNo) ?? []
      const found = answer
        ? await compareWithLog(answer, { ...comparing, db: from, certificateNo, rows, logIndex })
        : { kind: 'mismatch' as const, why: 'text' as const }
      if (!answer || found.kind === 'mismatch') {
        compared.set(certificateNo, found.kind === 'mismatch' ? found.why : 'text')
        continue
      }
      const log = found.kind === 'same' ? found.log : undefined
      const replaces =
        answer.certificate && (found.replaces ?? (await readReplacedVersion(from, certificateNo, entry.version)))
      compared.set(certificateNo, { ...answer, ...(replaces && { replaces }), ...(log && { log }) })
    }
    return compared
  }

  /**
   * Returns what holders of the codes see of numbers that are no drafts, in their order. No other function reads texts
   * for them. A text that differs from the logged one is a `mismatch`.
   * @param from a transaction
   */
  async function readAnswers(entries: readonly CertificateEntry[], from = db): Promise<CertificateAnswer[]> {
    const answers = new Map<string, CertificateAnswer>()
    let pendingEntries = [...new Map(entries.map((entry) => [entry.certificateNo, entry])).values()]
    for (let attempt = 1; pendingEntries.length > 0; attempt += 1) {
      const compared = await compareAll(pendingEntries, from)
      const failed: CertificateEntry[] = []
      for (const entry of pendingEntries) {
        const result = compared.get(entry.certificateNo)
        if (typeof result === 'object') answers.set(entry.certificateNo, result)
        else failed.push(entry)
      }
      // A certificate that was published again meanwhile has not been altered.
      const now = await findMany(
        failed.map(({ certificateNo }) => certificateNo),
        from,
      )
      pendingEntries = failed.flatMap((entry) => {
        const { certificateNo } = entry
        const newer = now.get(certificateNo)
        if (newer && attempt < ATTEMPTS && JSON.stringify(newer) !== JSON.stringify(entry)) return newer
        onMismatch(certificateNo, compared.get(certificateNo) as Mismatch)
        answers.set(certificateNo, { state: 'mismatch', certificateNo })
        return []
      })
    }
    return entries.map(({ certificateNo }) => answers.get(certificateNo) as CertificateAnswer)
  }

  return {
    findMany,
    readAnswers,

    /** Finds one row by its key, without a comparison. */
    async find(certificateNo: string, from = db): Promise<CertificateEntry | undefined> {
      const query = from.selectFrom('certificates').select(COLUMNS).where('certificate_no', '=', certificateNo)
      return await query.executeTakeFirst()
    },

    /** Returns the answer for one entry, as `readAnswers` does. */
    async readAnswer(entry: CertificateEntry, from = db): Promise<CertificateAnswer> {
      const [answer] = await readAnswers([entry], from)
      return answer as CertificateAnswer
    },
  }
}

type TextKey = Pick<CertificateEntry, 'certificateNo' | 'version' | 'bodyImportId'>
const toTextKey = ({ certificateNo, version, bodyImportId }: TextKey) => `${certificateNo} ${version} ${bodyImportId}`

/** Reads the JSON of the printed texts: members of the contract's `Certificate` but number and version. */
async function readBodies(db: Db, entries: readonly CertificateEntry[]): Promise<Map<string, string>> {
  const numbers = [...new Set(entries.map(({ certificateNo }) => certificateNo))]
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('certificate_versions')
    .select(['certificate_no as certificateNo', 'version', 'import_id as bodyImportId', 'body'])
    .where('certificate_no', 'in', numbers)
    .execute()
  return new Map(rows.map((row) => [toTextKey(row), row.body]))
}

/** Makes the answer from stored data, without a comparison; `undefined` without a text. */
function makeUnverifiedAnswer(entry: CertificateEntry, body: string | undefined): CertificateAnswer | undefined {
  const { certificateNo, receivedOn } = entry
  if (entry.state === 'examination') {
    const category = entry.category as Certificate['category'] | null
    return { state: 'examination', certificateNo, ...(category && { category }), ...(receivedOn && { receivedOn }) }
  }
  const text = body === undefined ? undefined : readBody(body)
  return text && makeAnswer(entry, text)
}

/** Parses a stored text; `undefined` when it is no JSON object. */
export function readBody(body: string): Record<string, unknown> | undefined {
  try {
    const text: unknown = JSON.parse(body)
    return typeof text === 'object' && text !== null ? (text as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
