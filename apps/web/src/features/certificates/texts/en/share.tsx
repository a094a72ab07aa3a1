import { ENGLISH_PREFIX, SHARE_PATH, SHARE_REVOKE_PATH } from '@portal/contract/certificates/saved-certificate-rules.ts'
import { CODE } from '@portal/contract/errors.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { showToast } from '#lib/toasts.ts'
import type { LookupTexts } from '../texts.tsx'
import { CRUMB_WORDS, formatEnglishDateTime, LOOKUP } from './words.tsx'

/** Reason why upstream refused to save or share; its own texts are Chinese. */
function describeRefusal(code: number): string {
  if (code === CODE.tooMany) return 'Too many requests; please try again later.'
  if (code === CODE.unauthenticated) return 'You are no longer logged in.'
  if (code === CODE.refused) return 'The certificate number and the check code do not match.'
  if (code === CODE.rule) {
    return 'This was refused: the certificate is not valid any more, or the limit of 10 live links or 500 saved certificates is reached.'
  }
  return 'The service does not answer at the moment; please try again later.'
}

/** Texts of calls that failed. */
export const calls: LookupTexts['calls'] = {
  isQuiet: true,
  showFailure: (reason) => {
    // The visitor cancelled the security check.
    if (reason instanceof Error && reason.name === 'AbortError') return
    const isAnswer = reason instanceof ApiError
    showToast('error', isAnswer ? describeRefusal(reason.code) : 'No connection; please try again later.')
  },
  describeRefusal,
}

/** Texts of making and revoking shares; `certificate.tsx` has those of the dialog alone. */
export const share: LookupTexts['share'] = {
  sharePath: ENGLISH_PREFIX + SHARE_PATH,
  revokePath: ENGLISH_PREFIX + SHARE_REVOKE_PATH,
  formPath: '/en/certificate-check/share',
  lookupPath: LOOKUP.path,
  title: 'Share the result',
  rule: 'Those who open the link see the certificate, but never its check code. They see corrections; a withdrawal or a replacement ends the link.',
  lookUp: 'Check a certificate',
  crumbLookup: LOOKUP.title,
  crumbWords: CRUMB_WORDS,
  days: 'Valid for',
  dayChoice: (days) => (days === 1 ? '1 day' : `${days} days`),
  make: 'Create link',
  revoke: 'Revoke the link',
  form: {
    made: (endTime) =>
      `Created, valid until ${formatEnglishDateTime(endTime)}. The link is shown only now; please copy it:`,
    revokeLater: (link) => (
      <>Later you can revoke it only with this {link('revocation link')}, shown only once: save it, too.</>
    ),
    noProofs: 'Please check the certificate first, and share it from the result.',
  },
  revoking: {
    lead: 'A revoked link no longer shows the certificate and cannot be restored. To share again, check the certificate again.',
    busy: 'Revoking',
    open: 'Please open the revocation link that you saved.',
    outcomes: {
      revoked: 'The link is revoked and no longer shows the certificate.',
      malformed: 'The link is not complete; please open the revocation link again.',
      unknown: 'There is no such link; it may have ended long ago.',
      failed: 'No connection: the link was not revoked. Please try again later.',
    },
  },
}
