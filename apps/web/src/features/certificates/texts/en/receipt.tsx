import { CERTIFICATE_FIELDS } from '@portal/contract/certificates/certificate-fields.ts'
import { RECEIPT_TYPE } from '@portal/contract/certificates/certificate-receipt.ts'
import { formatNumber } from '#lib/format.ts'
import { TextLink } from '#ui/text-link.tsx'
import type { LookupTexts } from '../texts.tsx'
import {
  CRUMB_WORDS,
  formatEnglishDate,
  formatEnglishDateTime,
  LOOKUP,
  RECEIPT_CODE,
  renderOriginal,
} from './words.tsx'

const title = 'Verify a receipt'

/** Texts of the page that checks receipts, in English. */
export const receipt: LookupTexts['receipt'] = {
  path: '/en/certificate-check/receipt',
  lookupPath: LOOKUP.path,
  title,
  crumb: [{ text: LOOKUP.title, to: LOOKUP.path }, { text: title }],
  crumbWords: CRUMB_WORDS,
  lead: 'The receipt of a lookup is digitally signed by the laboratory. Anybody can verify that it is genuine and unaltered.',
  form: {
    label: 'Verify a receipt',
    text: 'Text of the receipt',
    example: 'Paste the receipt, the address behind its QR code, or the whole content of a .receipt.json file',
    submit: 'Verify',
    busy: 'Verifying',
    file: 'Choose a file',
    here: 'Verified on this device, never uploaded; once the page is open it works offline too.',
    there: 'Verified by the server of this site, and not stored; this needs a connection.',
    failed: 'The program for verifying could not be loaded; go online and try again',
    empty: 'Paste the text of a receipt',
  },
  lookup: 'Check a certificate',
  proves: {
    title: 'What a receipt proves',
    items: [
      'What this site answered about a number at a certain time',
      'That the answer was not altered since',
      'With a proof: that it is in the public log',
    ],
  },
  provesNot: {
    title: 'What it does not prove',
    items: ['That the certificate is still valid', 'That the piece in hand is the sample of the certificate'],
  },
  own: {
    title: 'Verify it without this site',
    text: (
      <>
        A receipt is a standard JWS (RFC 7515) with algorithm EdDSA (Ed25519, RFC 8037) and <code>typ</code>{' '}
        <code>{RECEIPT_TYPE}</code>; any JOSE program can verify it. The public keys are published as a JWKS at:
      </>
    ),
    steps: [
      <>
        Take the public key by <code>kid</code> of the header and verify the signature; accept EdDSA only. Never trust a
        key with <code>revoked</code>, whatever the time of the receipt.
      </>,
      <>
        Read the claims: <code>iss</code> site, <code>sub</code> certificate number, <code>iat</code> time of the lookup
        (seconds since 1970), <code>state</code> state at that time.
      </>,
      <>
        <code>proof</code> of the file, if there is one, is a C2SP tlog-proof: save it as <code>.tlog-proof</code> for
        any tool of transparency logs.
      </>,
      <>
        SHA-256 of <code>answer</code> in the file, canonicalised by RFC 8785, in base64url must equal <code>hash</code>
        .
      </>,
    ],
  },
  titles: {
    valid: 'Genuine',
    altered: 'Altered',
    unlogged: 'Not proved by the public log',
    revoked: 'Signed with a revoked key',
    foreign: 'Not signed by this site',
    malformed: 'Not a receipt',
  },
  textFor: (verdict) => {
    switch (verdict.kind) {
      case 'valid':
        return 'Signed with a key of this site, and unaltered since.'
      case 'altered':
        return verdict.what === 'signature'
          ? 'Content and signature do not agree: characters were changed or are missing. Nothing in it can be relied on.'
          : `The signature is genuine, but the certificate in the file is not the signed one. The signature is for number ${verdict.claims.sub}.`
      case 'unlogged':
        return verdict.why === 'absent'
          ? 'The signature is genuine, but the proof in the file does not show its content in the public log.'
          : 'The signature is genuine, but the checkpoint in the file is not signed by the public log of this site.'
      case 'revoked':
        return `The key of this receipt was revoked on ${formatEnglishDate(verdict.revokedAtMs)}. It proves nothing any more; please check the certificate again.`
      case 'foreign':
        return `The key of the signature (${verdict.kid}) is not published by this site.`
      case 'malformed':
        return 'This is not the form of a receipt. Paste the whole text or the address behind the QR code, or choose a file that ends with .receipt.json.'
    }
  },
  afterwards:
    'A receipt shows the state at the time of the lookup. The certificate may have been replaced or withdrawn since: check it now.',
  lookUpNow: 'Check this certificate now',
  print: 'Print the receipt',
  code: RECEIPT_CODE,
  revoked:
    'Whoever has that key can forge receipts and date them back, so older ones cannot be trusted by their signature either. The certificate itself is not affected: check it now.',
  distrust: (
    <>
      Do not pay on the strength of this receipt. Ask its holder for the original file, or{' '}
      <TextLink to="/en/certificate-check">check the certificate</TextLink> yourself; if you suspect a forgery,{' '}
      <TextLink to="/certificate-check/report">report it (in Chinese)</TextLink>.
    </>
  ),
  facts: {
    number: 'Certificate number',
    state: 'State at that time',
    states: { valid: 'Valid', reissued: 'Replaced by a new certificate', withdrawn: 'Withdrawn' },
    lookedUpAt: 'Looked up',
    dateTime: formatEnglishDateTime,
    site: 'Issued by',
    siteNow: (origin) => ` (this site is now ${origin})`,
    key: 'Key',
    content: 'Certificate',
    digestOnly: 'The receipt has its digest only; choose the file to check the content too',
    agrees: 'Agrees with the signature',
    log: 'Public log',
    logOf: (log) =>
      log.kind === 'included'
        ? `Entry ${formatNumber(log.index)} under a signed checkpoint of ${formatNumber(log.size)} entries`
        : 'There is a proof; the key of the log is not known here, so it was not checked',
    conclusion: CERTIFICATE_FIELDS.conclusion.labelEn,
    formatConclusion: renderOriginal,
    mass: CERTIFICATE_FIELDS.totalMassG.labelEn,
  },
}
