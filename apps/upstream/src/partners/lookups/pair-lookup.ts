import { CODE_PATTERN, NUMBER_PATTERN } from '@portal/contract/certificates/certificate-number.ts'
import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import type { PairFault } from '@portal/contract/partners/partner-rules.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import { isCheckCode } from '#certificates/lookup/check-code.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'

export interface Pair {
  certificateNo: string
  checkCode: string
}

interface Options {
  digest: Digest
  certificates: CertificateRepository
}

const NUMBER = new RegExp(NUMBER_PATTERN)
const CODE = new RegExp(CODE_PATTERN)

/** Pair that is not looked up, with its number if that is a text. */
export interface FaultyPair {
  code: PairFault
  certificateNo?: string
}

/** Parses a pair. Anything that the single lookup would refuse as malformed has a fault. */
export function readPair(value: unknown): Pair | FaultyPair {
  if (typeof value !== 'object' || value === null) return { code: 'pairMalformed' }
  const { certificateNo, checkCode } = value as Partial<Record<keyof Pair, unknown>>
  if (typeof certificateNo !== 'string') return { code: 'pairMalformed' }
  if (typeof checkCode !== 'string') return { code: 'pairMalformed', certificateNo }
  if (!NUMBER.test(certificateNo)) return { code: 'numberMalformed', certificateNo }
  return CODE.test(checkCode) ? { certificateNo, checkCode } : { code: 'codeMalformed', certificateNo }
}

/** Whether a pair can be looked up. */
export const isWellFormed = (pair: Pair | FaultyPair): pair is Pair => 'checkCode' in pair

/**
 * Answers each pair like the single lookup; `null`: unknown. Entries, texts and log positions are read by one query
 * each; each pair costs one digest and one comparison.
 */
export async function lookUpPairs(
  { digest, certificates }: Options,
  pairs: readonly Pair[],
): Promise<(CertificateAnswer | null)[]> {
  const entries = await certificates.findMany(pairs.map(({ certificateNo }) => certificateNo))
  const entriesToShow = pairs.map(({ certificateNo, checkCode }) => {
    const entry = entries.get(certificateNo)
    const isRight = isCheckCode(digest, certificateNo, checkCode, entry?.checkCodeHash)
    return entry && isRight && entry.state !== 'draft' ? entry : null
  })
  const checkedEntries = entriesToShow.filter((entry) => entry !== null)
  const answers = await certificates.readAnswers(checkedEntries)
  return entriesToShow.map((entry) => entry && (answers.shift() ?? null))
}
