import { appendToLog, lockLog } from '#resources/log/append.ts'
import { enterWaiting } from '#resources/log/backlog.ts'
import type { Desk } from './desk-drafts.ts'

/**
 * Locks the public log before a step that changes what holders see.
 * @param numbers that it changes: what they show must be in the log before
 * @throws AppError when the log was stopped
 */
export async function openLog({ trx, fileDigest, now }: Desk, numbers: readonly string[]): Promise<void> {
  await lockLog(trx)
  await enterWaiting(trx, numbers, { now: now(), fileDigest })
}

/** Appends what holders now see of a number. */
export async function logNumber({ trx, fileDigest, now }: Desk, certificateNo: string): Promise<void> {
  await appendToLog(trx, { certificateNo, now: now(), fileDigest })
}
