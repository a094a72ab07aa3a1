import { FRESH_PROOF_HOURS, FRESH_PROOF_MINUTES } from '@portal/contract/accounts/duties.ts'
import { HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'

/**
 * Returns when the proof of a session stops being fresh, epoch ms; `null`: it is not fresh. Each call renews it for 15
 * minutes, up to the length of a working day, so that a stolen session does not stay fresh.
 */
export function computeFreshUntil(
  { factorAt, renewedAt }: Pick<SessionAccount, 'factorAt' | 'renewedAt'>,
  nowMs: number,
) {
  if (factorAt === null) return null
  const renewed = Math.max(factorAt, renewedAt ?? 0) + FRESH_PROOF_MINUTES * MINUTE_MS
  const until = Math.min(renewed, factorAt + FRESH_PROOF_HOURS * HOUR_MS)
  return nowMs <= until ? until : null
}
