import { appendToLog, lockEvenStopped, lockLog, textNow } from '#log/append.ts'
import { addToBacklog, enterWaiting } from '#log/backlog.ts'
import type { Desk } from './desk-drafts.ts'

/**
 * Locks the public log before a step that changes what holders see.
 * @param numbers that it changes: what they wait for must be in the log before
 * @throws AppError when the log was stopped
 */
export async function openLog({ trx, digest, now }: Desk, numbers: readonly string[]): Promise<void> {
  await lockLog(trx)
  await enterWaiting(trx, numbers, { now: now(), digest })
}

/** Appends what holders now see of a number. */
export async function logNumber({ trx, digest, fileDigest, now }: Desk, certificateNo: string): Promise<void> {
  await appendToLog(trx, { certificateNo, now: now(), digest, fileDigest })
}

/**
 * Locks the public log before an emergency withdrawal, also a stopped one: a certificate that is known to be wrong must not stay
 * valid until an operator has recovered the log.
 * @returns whether the log is stopped
 */
export async function openLogToWithdraw({ trx, digest, now }: Desk, certificateNo: string): Promise<boolean> {
  const { isStopped } = await lockEvenStopped(trx)
  if (!isStopped) await enterWaiting(trx, [certificateNo], { now: now(), digest })
  return isStopped
}

/** Lets a withdrawal wait for its entry until the log runs again. */
export async function logWithdrawalLater({ trx, digest, fileDigest }: Desk, certificateNo: string): Promise<void> {
  await addToBacklog(trx, digest, await textNow(trx, certificateNo, fileDigest))
}
