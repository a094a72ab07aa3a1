import { SECOND_MS } from '@portal/contract/constants.ts'
import type { LogSigner } from './log-signer.ts'

/** Interval at which new entries are looked for, those of other instances included. */
const POLL_MS = 400
/** Wait after an error, e.g. when the database cannot be reached. */
const RETRY_MS = 5 * SECOND_MS

/**
 * Signs appended entries once a second has passed since the last checkpoint.
 * @returns a function that stops it after the work under way
 */
export function startSigning(
  { signDue, close }: Pick<LogSigner, 'signDue' | 'close'>,
  onError: (error: Error) => void,
): () => Promise<void> {
  let timer = setTimeout(look, POLL_MS).unref()
  let isEnding = false

  function look(): void {
    signDue().then(
      (waitMs) => lookIn(Math.min(POLL_MS, waitMs)),
      (error) => {
        onError(error)
        lookIn(RETRY_MS)
      },
    )
  }

  function lookIn(waitMs: number): void {
    if (!isEnding) timer = setTimeout(look, waitMs).unref()
  }

  return async () => {
    isEnding = true
    clearTimeout(timer)
    await close()
  }
}
