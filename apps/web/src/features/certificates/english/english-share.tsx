import { CERTIFICATE_FIELDS } from '@portal/contract/certificates/certificate-fields.ts'
import { translateValue } from '@portal/contract/certificates/english-values.ts'
import { ENGLISH_PREFIX, SHARE_PATH, SHARE_REVOKE_PATH } from '@portal/contract/certificates/saved-certificate-rules.ts'
import { findEnglishName } from '#domain/site/english-name.ts'
import type { ShareTexts } from '../language/share-texts.ts'
import { formatEnglishDate, formatEnglishDateTime } from '../texts/en/words.tsx'
import { getEnglishRefusal, showEnglishFailure } from './english-call-failure.ts'
import { capitalise } from './english-values.tsx'

const RULE =
  'Those who open the link see the certificate, but never its check code. They see corrections; a withdrawal or a replacement ends the link.'

/** Texts of making and revoking shares, in English. */
export const englishShare: ShareTexts = {
  sharePath: ENGLISH_PREFIX + SHARE_PATH,
  revokePath: ENGLISH_PREFIX + SHARE_REVOKE_PATH,
  formPath: '/en/certificate-check/share',
  lookupPath: '/en/certificate-check',
  title: 'Share the result',
  rule: RULE,
  lookUp: 'Check a certificate',
  crumbLookup: 'Certificate check',
  days: 'Valid for',
  dayChoice: (days) => (days === 1 ? '1 day' : `${days} days`),
  make: 'Create link',
  making: 'Creating',
  numberAlone: 'You can also give the number alone: to see the certificate, others need its check code as well.',
  made: (endTime) => (
    <>
      Created, valid until <b>{formatEnglishDateTime(endTime)}</b>; you can revoke it at any time
    </>
  ),
  link: 'Link',
  copy: 'Copy',
  copied: 'Link copied',
  notCopied: 'The browser does not allow copying; please select the link yourself',
  once: 'The link is shown only now: copy it or save the picture before you close this.',
  pass: 'Send',
  passTitle: 'Shared certificate',
  revoke: 'Revoke the link',
  close: 'Close',
  revokeLater: (link) => (
    <>You are not logged in: later you can revoke it only with this {link('revocation link')}, shown only once.</>
  ),
  copyRevoke: 'Copy the revocation link',
  isQuiet: true,
  showFailure: showEnglishFailure,
  picture: {
    facts: ({ conclusion, conclusionEn, issuedOn }, organisation) => ({
      organisation: findEnglishName(organisation) ?? organisation,
      conclusion: capitalise(conclusionEn?.trim() || translateValue('conclusion', conclusion) || conclusion),
      issuedOn: formatEnglishDate(issuedOn),
    }),
    title: 'Shared certificate',
    conclusion: CERTIFICATE_FIELDS.conclusion.labelEn,
    number: 'Certificate No.',
    mass: CERTIFICATE_FIELDS.totalMassG.labelEn,
    issuedOn: 'Date of issue',
    indent: 280,
    scan: 'Scan for the full result',
    until: (endTime) => `Until ${formatEnglishDateTime(endTime)}`,
    noCode: 'Without the check code',
    label: (words, endTime) =>
      `Picture to share: ${words.join(', ')}; its QR code opens the link, until ${formatEnglishDateTime(endTime)}; without the check code`,
    caption: 'Picture to save, 1080 × 1440',
    save: 'Save picture',
  },
  form: {
    lead: RULE,
    made: (endTime) =>
      `Created, valid until ${formatEnglishDateTime(endTime)}. The link is shown only now; please copy it:`,
    revokeLater: (link) => (
      <>Later you can revoke it only with this {link('revocation link')}, shown only once: save it, too.</>
    ),
    noProofs: 'Please check the certificate first, and share it from the result.',
    failed: getEnglishRefusal,
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
