import { CODE } from '@portal/contract/errors.ts'
import { ApiError } from './api-client.ts'

/** Why a lookup has no answer. */
export type LookupFailure =
  /** The lookup failed. `status` is the code of the failed call, 0 when there was no answer. */
  | { kind: 'unavailable'; status: number; message: string }
  /** The request was rate limited, or the visitor cancelled the proof of work. */
  | { kind: 'busy'; retryAfterS: number | null }

/** Reads the error of a call made by `withProof`. @returns the failure, and the status of a page that shows it */
export function readLookupFailure(reason: unknown): { failure: LookupFailure; pageStatus: number } {
  const isAnswer = reason instanceof ApiError
  const isGivenUp = reason instanceof Error && reason.name === 'AbortError'
  if (isGivenUp || (isAnswer && reason.code === CODE.tooMany)) {
    const retryAfterS = (isAnswer && reason.retryAfterS) || null
    return { failure: { kind: 'busy', retryAfterS }, pageStatus: CODE.tooMany }
  }
  const status = isAnswer ? reason.code : 0
  const message = isAnswer ? reason.message : ''
  return { failure: { kind: 'unavailable', status, message }, pageStatus: CODE.overloaded }
}
