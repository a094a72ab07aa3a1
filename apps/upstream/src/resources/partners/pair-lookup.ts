import { CODE_PATTERN, NUMBER_PATTERN } from '@portal/contract/certificates/certificate-number.ts'
import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import type { Db } from '#db/open.ts'
import type { Digest } from '#instance-secret.ts'
import type { CertificateEntry, CertificateRepository } from '../certificates/certificate-repository.ts'
import { answerToHolder } from '../certificates/certificate-routes.ts'
import { isCheckCode } from '../certificates/check-code.ts'

export interface Pair {
  certificateNo: string
  checkCode: string
}

interface Options {
  db: Db
  digest: Digest
  certificates: CertificateRepository
}

const NUMBER = new RegExp(NUMBER_PATTERN)
const CODE = new RegExp(CODE_PATTERN)

/** @returns `null` for anything that the single lookup would refuse as malformed */
export function readPair(given: unknown): Pair | null {
  if (typeof given !== 'object' || given === null) return null
  const { certificateNo, checkCode } = given as Partial<Record<keyof Pair, unknown>>
  if (typeof certificateNo !== 'string' || typeof checkCode !== 'string') return null
  return NUMBER.test(certificateNo) && CODE.test(checkCode) ? { certificateNo, checkCode } : null
}

/**
 * The answer to each pair as the single lookup gives it; `null`: unknown. Entries, texts and
 * places in the log are read by one query each; each pair costs one digest and one comparison, whatever its entry is.
 */
export async function lookUpPairs(
  { db, digest, certificates }: Options,
  pairs: readonly Pair[],
): Promise<(CertificateAnswer | null)[]> {
  const entries = await certificates.findMany(pairs.map(({ certificateNo }) => certificateNo))
  const shown = pairs.map(({ certificateNo, checkCode }) => {
    const entry = entries.get(certificateNo)
    const isRight = isCheckCode(digest, certificateNo, checkCode, entry?.checkCodeHash)
    return entry && isRight && entry.state !== 'draft' ? entry : null
  })
  const right = shown.filter((entry) => entry !== null)
  const bodies = await readBodies(db, right)
  const logged = await certificates.loggedMany(right)
  const preloaded: CertificateRepository = {
    ...certificates,
    bodyOf: async (entry) => bodyIn(bodies, entry),
    loggedOf: async ({ logIndex }) => (logIndex === null ? undefined : logged.get(logIndex)),
  }
  return await Promise.all(shown.map((entry) => entry && answerToHolder(entry, preloaded)))
}

const keyOf = (certificateNo: string, version: number, importId: number) => `${certificateNo} ${version} ${importId}`

function bodyIn(bodies: ReadonlyMap<string, string>, { certificateNo, version, bodyImportId }: CertificateEntry) {
  const body = bodies.get(keyOf(certificateNo, version, bodyImportId))
  // Published again between the two queries: the caller repeats the call.
  if (body === undefined) throw new Error(`no text of ${certificateNo}, version ${version}`)
  return JSON.parse(body) as Record<string, unknown>
}

/** By number, version and import. */
async function readBodies(db: Db, entries: readonly CertificateEntry[]): Promise<Map<string, string>> {
  const numbers = [...new Set(entries.map(({ certificateNo }) => certificateNo))]
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('certificate_versions')
    .select(['certificate_no', 'version', 'import_id', 'body'])
    .where('certificate_no', 'in', numbers)
    .execute()
  return new Map(rows.map((row) => [keyOf(row.certificate_no, row.version, row.import_id), row.body]))
}
