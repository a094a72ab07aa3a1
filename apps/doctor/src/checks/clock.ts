import { SECOND_MS } from '@portal/contract/constants.ts'
import { type Finding, fault, type Subject } from '#finding.ts'

/** Difference that is reported. Logins, codes and receipts use the clock; a minute shows in all of them. */
const APART_MS = 30 * SECOND_MS

/** @param theirMs epoch ms; NaN when there is no `Date` header */
export function checkClock(
  { now }: Pick<Subject, 'now'>,
  { whose, theirMs }: { whose: string; theirMs: number },
): Finding[] {
  const apartMs = now() - theirMs
  if (!(Math.abs(apartMs) > APART_MS)) return []
  const seconds = Math.round(Math.abs(apartMs) / SECOND_MS)
  const side = apartMs > 0 ? 'ahead of' : 'behind'
  const remedy = 'Set both clocks by NTP (timedatectl set-ntp true)'
  return [fault(`this machine’s clock is ${seconds} s ${side} ${whose}`, remedy)]
}
