import { CODE } from '@portal/contract/errors.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { showToast } from '#lib/toasts.ts'

/** Reason why upstream refused to save or share, in English; its own texts are Chinese. */
export function getEnglishRefusal(code: number): string {
  if (code === CODE.tooMany) return 'Too many requests; please try again later.'
  if (code === CODE.unauthenticated) return 'You are no longer logged in.'
  if (code === CODE.refused) return 'The certificate number and the check code do not match.'
  if (code === CODE.rule) {
    return 'This was refused: the certificate is not valid any more, or the limit of 10 live links or 500 kept certificates is reached.'
  }
  return 'The service does not answer at the moment; please try again later.'
}

/** Shows the reason why a call failed. */
export function showEnglishFailure(reason: unknown): void {
  // The visitor cancelled the security check.
  if (reason instanceof Error && reason.name === 'AbortError') return
  const isAnswer = reason instanceof ApiError
  showToast('error', isAnswer ? getEnglishRefusal(reason.code) : 'No connection; please try again later.')
}
