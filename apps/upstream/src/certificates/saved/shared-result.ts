import type { SharedResult } from '@portal/contract/certificates/shares.ts'
import { toWireMinute } from '@portal/contract/time.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import { removeLogEntry } from '#log/certificate-answer.ts'
import { shareMissing } from './saved-errors.ts'
import type { ShareRepository } from './share-repository.ts'
import { toSavedState } from './shown-entry.ts'

interface Options {
  shares: ShareRepository
  certificates: CertificateRepository
  now: () => number
}

/**
 * Returns what the link of a share shows now. An ended share shows no certificate; only the holder of the link learns
 * why it ended.
 * @throws AppError the same for an unknown secret and for a certificate that is not shown
 */
export async function readSharedResult({ shares, certificates, now }: Options, secret: string): Promise<SharedResult> {
  const share = await shares.find(secret)
  const entry = share && (await certificates.find(share.certificate_no))
  const state = entry && toSavedState(entry)
  if (!share || !entry || !state) throw shareMissing()
  const times = { startTime: toWireMinute(share.started_at), endTime: toWireMinute(share.ends_at) }
  if (share.revoked_at !== null) return { state: 'revoked', ...times }
  const answer = removeLogEntry(await certificates.readAnswer(entry))
  const { certificateNo, changedOn } = entry
  if (answer.state === 'mismatch') return { state: 'mismatch', ...times, certificateNo }
  if (state !== 'valid') {
    return { state, ...times, certificateNo, ...(changedOn !== null && { changedOn }) }
  }
  if (share.ends_at <= now()) return { state: 'expired', ...times }
  return { state: 'shown', ...times, answer, sharedVersion: share.version }
}
