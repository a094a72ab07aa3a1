import { NUMBER_LENGTH } from '@portal/contract/certificates/certificate-number.ts'
import { translateCategory } from '@portal/contract/certificates/printed-rows.ts'
import type { WrongNumber } from '@portal/contract/numbers/typed-numbers.ts'
import { decodeBase64, toHex } from '@portal/contract/tlog/hashing.ts'
import type { ReactNode } from 'react'
import type { Failed, Included } from '#domain/log/check-logged.ts'
import { formatNumber } from '#lib/format.ts'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { shortenHash } from '../../proof/short-hash.ts'
import type { LookupTexts } from '../texts.tsx'
import { certificateTexts } from './certificate.tsx'
import { comparison } from './comparison.tsx'
import { formatEnglishDate, formatEnglishDateTime, renderOriginal } from './words.tsx'

/** Texts of the parts below the form of the lookup. */
const help: LookupTexts['help'] = {
  tips: [
    {
      title: 'Where is the number?',
      text: `At the top right of the certificate: ${NUMBER_LENGTH} characters. On a card it is printed on the back, below the QR code. Scanning that code fills in the number.`,
    },
    {
      title: 'Why a check code?',
      text: 'A number can be copied. The code is only under the scratch panel and shows that you hold the certificate itself. The panel should be intact when you buy.',
    },
    {
      title: 'If nothing is found',
      text: 'Check characters that look alike, then ',
      after: ': our staff compare the original record.',
    },
  ],
  official: {
    title: 'Beware of imitation sites',
    text: 'The QR code of a forged certificate opens a forged page. After scanning, compare the address bar with the address shown here: they must be identical. If in doubt, type the address yourself.',
    report: 'Report a forgery (in Chinese)',
    receipt: 'Verify a receipt',
    withdrawn: 'Withdrawn certificates (in Chinese)',
    log: 'Public log (in Chinese)',
    address: 'Official address',
    icp: 'ICP filing',
    police: 'Public security filing',
  },
  diagram: {
    label:
      'Sketch of a certificate: number at the top right, check code under the scratch panel at the bottom left, QR code at the bottom right',
    number: 'Certificate No.',
    code: 'Check code',
    qr: 'QR code',
    caption: 'Sketch of a certificate',
  },
  closed: {
    title: 'Online check not open yet',
    text: 'This site has no access to the certificate records yet. Please ',
    after: ': our staff compare the original record by its number.',
    others: 'No other website can check certificates of this laboratory on its behalf.',
  },
}

const found: LookupTexts['found'] = {
  valid: {
    title: 'This certificate is valid',
    text: 'It agrees with the record of issue. Now compare the certificate and the stone in your hand.',
  },
  reissued: {
    title: 'This certificate has been replaced',
    text: (changedOn, newer) => (
      <>
        A new certificate replaced it{changedOn && ` on ${formatEnglishDate(changedOn)}`}. It is no longer to be relied
        on; its former content is shown below.
        {newer && <> New certificate: {newer}; use the check code of that one.</>}
      </>
    ),
  },
  withdrawn: {
    title: 'This certificate has been withdrawn',
    text: ({ changedOn, reason }) => (
      <>
        {changedOn && `Withdrawn on ${formatEnglishDate(changedOn)}. `}
        The certificate is void. Its content is shown for comparison only: do not rely on it in a sale.
        {reason && <> Reason: {renderOriginal(reason)}</>}
      </>
    ),
  },
  corrected: {
    title: 'Valid, but corrected since',
    text: (version, newest) =>
      `What you hold is version ${version}; version ${newest} has taken its place. The content below applies: ask the laboratory for a new certificate.`,
  },
  voidMark: ({ state, changedOn }) => {
    if (state === 'withdrawn') return `Withdrawn ${formatEnglishDate(changedOn)}`.trim()
    return state === 'reissued' ? `Replaced ${formatEnglishDate(changedOn)}`.trim() : undefined
  },
  checkedAt: (instantMs) => `Checked ${formatEnglishDateTime(instantMs)}`,
  checks: {
    label: 'Check the certificate',
    steps: [
      {
        title: 'Compare the number',
        text: 'The number on this page and on your certificate or tag must be identical, character by character.',
      },
      {
        title: 'Look at the scratch panel',
        text: 'It should be intact when you buy: once it is scratched, others may know the code.',
      },
      { title: 'Look at the address', text: 'The address bar must show the official address given on this page.' },
    ],
  },
  note: (certificateNo) => (
    <p className={shared.note}>
      Names of gem materials follow GB/T 16552 and the CIBJO Blue Books. Words without a sure English name stay Chinese.
      The Chinese text is the original;{' '}
      <TextLink to={`/certificate-check?no=${certificateNo}`}>view it in Chinese</TextLink>.
    </p>
  ),
}

const actions: LookupTexts['actions'] = {
  pdfPath: '/en/certificate-check/certificate.pdf',
  print: 'Print',
  pdf: 'Download PDF',
  copy: 'Copy number',
  copied: 'Certificate number copied',
  notCopied: 'The browser does not allow copying; please select the text yourself',
  share: 'Share',
  sharePath: '/en/certificate-check/share',
  save: {
    save: 'Save',
    busy: 'Saving',
    saved: 'Saved: my certificates (in Chinese)',
    done: 'Saved; you will be notified of changes',
    login: 'Log in to save (in Chinese)',
  },
  receipt: 'View receipt',
  receiptFile: 'Download receipt file',
  again: 'Check another',
}

const scan: LookupTexts['scan'] = {
  title: 'Scan the QR code of a certificate',
  close: 'Close',
  lead: 'Pictures are read on this device only and never uploaded. The number is filled in; nothing is looked up yet.',
  view: 'Picture of the camera',
  start: 'Scan with the camera',
  stop: 'Close the camera',
  again: 'Continue scanning',
  album: 'Choose a picture',
  busy: 'Reading',
  nothingFound: 'No QR code was found in the picture. Choose a sharper one with a larger code, or type the number.',
  noPicture: 'This file is not a picture that can be opened; please choose another.',
  states: {
    opening: 'Opening the camera; please allow it when the browser asks.',
    on: 'Hold the QR code of the certificate in the frame, about 15 cm away.',
    paused: 'The page was in the background, so the camera was closed.',
    insecure: 'Browsers allow the camera on secure pages (https) only. Choose a picture, or type the number.',
    missing: 'This browser gives pages no access to a camera. Choose a picture, or type the number.',
    refused: 'The camera was not allowed. Allow it in the settings of the browser and try again, or choose a picture.',
    absent: 'No camera was found. Choose a picture, or type the number.',
    taken: 'Another program is using the camera. Close it and try again, or choose a picture.',
    failed: 'The camera did not open. Try again, or choose a picture.',
  },
}

/** `characters 4, 13`, counted from 1. */
function formatPlaces(marked: readonly number[]): string {
  return `character${marked.length > 1 ? 's' : ''} ${marked.map((place) => place + 1).join(', ')}`
}

function formatWait(retryAfterS: number | null): string {
  if (retryAfterS === null) return 'a minute'
  if (retryAfterS < 100) return `${Math.max(1, Math.ceil(retryAfterS))} seconds`
  return `${Math.ceil(retryAfterS / 60)} minutes`
}

function getHint({ fault, suggestions }: WrongNumber): string {
  if (fault === 'letters' || (fault === 'prefix' && suggestions.length > 0)) {
    return 'Characters that look alike: letter O and digit 0, letters I and L and digit 1, letter S and digit 5, letter B and digit 8.'
  }
  const compare = 'Compare it with the printed number, digit by digit.'
  return fault === 'check' ? `${compare} Digits that look alike: 0 and 8, 1 and 7, 3 and 8, 5 and 6, 6 and 9.` : compare
}

/** Texts of lookups that found no certificate. */
const others: LookupTexts['others'] = {
  retry: 'Check again',
  examination: {
    title: 'The sample is being examined',
    text: 'The number is registered, but the examination is not finished and there is no conclusion. A conclusion shown to you now was not issued by this laboratory.',
    number: 'Certificate number',
    category: 'Category',
    formatCategory: (category) => translateCategory(category),
    receivedOn: 'Sample received',
    end: (phone) => <>After issue, check it with the same number and code. To ask how far it is, {phone}.</>,
  },
  mismatch: {
    title: 'This certificate failed the check',
    text: 'Number and code are right, but what this site has stored differs from the public log and may have been altered, so it is not shown. The laboratory has been notified.',
    todo: 'What to do',
    pay: 'Do not pay and do not hand over anything.',
    contact: (phone) => (
      <>With certificate and stone at hand, {phone}: the laboratory compares them with its own records.</>
    ),
    later: 'Once the content is restored, check it again with the same number and code.',
  },
  unavailable: {
    title: 'The check is not available at the moment',
    reason: (status) =>
      status === 0
        ? 'This site could not be reached; please check your connection.'
        : 'The certificate records do not answer at the moment.',
    end: (phone) => (
      <>
        There was no result: this says neither that the certificate is valid nor that it is not. Try again later, or{' '}
        {phone}.
      </>
    ),
  },
  busy: {
    title: 'Too many checks, please try again later',
    text: (retryAfterS, phone) => (
      <>
        There were many checks from your network in a short time, and this one was not made. Try again in{' '}
        {formatWait(retryAfterS)}; if it is urgent, {phone}.
      </>
    ),
    noScript: 'With JavaScript, the browser can do a security check instead, and there is no need to wait.',
  },
  unknown: {
    title: 'No matching certificate found',
    text: 'A certificate is shown only when number and check code both match. So that nobody can guess numbers, this page does not say which one does not. Please check:',
    number: (spelled) => `Number entered: ${spelled}`,
    code: (spelled, doubtful) =>
      `Check code entered: ${spelled}${doubtful.length > 0 ? `; easily misread: ${formatPlaces(doubtful)}` : ''}`,
    checks: [
      'Every character of the number is as printed, and number and code are from the same certificate.',
      'The check code is from under the scratch panel. Easily misread are 2 and Z, 5 and S, 6 and G, 8 and B, U and V; it never contains 0, O, 1, I or L.',
      'The certificate is from this laboratory. For those of others, use their official sites.',
      'A certificate that you have just received can be checked 24 hours after its issue.',
    ],
    end: (phone, supportNo) => (
      <>
        If it still cannot be found, {phone}
        {supportNo && (
          <>
            , give the lookup number <b>{supportNo}</b>
          </>
        )}{' '}
        and have the certificate and the piece at hand: our staff compare the original record.
      </>
    ),
    contact: 'Contact (in Chinese)',
    report: 'Report a forgery (in Chinese)',
  },
  numberFault: {
    title: 'The certificate number is not well formed',
    hint: getHint,
    typed: (spelled, marked) =>
      `Number entered: ${spelled}${marked.length > 0 ? `; possibly wrong: ${formatPlaces(marked)}` : ''}`,
    retry: (certificateNo) => `Check ${certificateNo}`,
    order: 'Progress of the order (in Chinese)',
  },
}

const formatPlace = (index: number): ReactNode => (
  <>
    entry <b>{formatNumber(index)}</b> of the <TextLink to="/log">public log</TextLink>
  </>
)

function describeInclusion({ index, isSigned, since, isStored }: Included): ReactNode {
  if (!isSigned) {
    return (
      <>
        What is shown agrees with {formatPlace(index)}; this browser could not verify the signature of its checkpoint.
      </>
    )
  }
  if (since) {
    return (
      <>
        Checked: what is shown is {formatPlace(index)}, which has only grown since this device saw it on{' '}
        {formatEnglishDate(since.day)}.
      </>
    )
  }
  return (
    <>
      Checked: what is shown is {formatPlace(index)}.{' '}
      {isStored
        ? 'This device has stored the checkpoint; the next check verifies that the log continues it.'
        : 'This device cannot store the checkpoint, so the next check cannot verify that the log continues it.'}
    </>
  )
}

const FAILED: Readonly<Record<Failed['why'], (since: string) => ReactNode>> = {
  absent: () => (
    <>
      <b>Check failed: what is shown is not in the public log.</b> Do not rely on it in a sale, and notify the
      laboratory.
    </>
  ),
  discontinued: (since) => (
    <>
      <b>
        Check failed: the log does not continue the one that this device saw on {since}; earlier entries may have been
        altered.
      </b>{' '}
      Do not rely on it in a sale.
    </>
  ),
  foreign: () => (
    <>
      <b>Check failed: the checkpoint is not signed by the laboratory.</b> This may not be the site of the laboratory.
    </>
  ),
}

const describeProof: LookupTexts['proof']['sentence'] = (proof, log) => {
  switch (proof.kind) {
    case 'checking':
      return 'Checking the public log…'
    case 'included':
      return describeInclusion(proof)
    case 'unscripted':
      return (
        log && (
          <>
            Said to be {formatPlace(log.index)}, hash{' '}
            <code>{shortenHash(toHex(decodeBase64(log.entry) ?? new Uint8Array()), 6)}</code>. Scripts are off: this
            page has not checked it.
          </>
        )
      )
    case 'missing':
      return proof.isWithdrawn
        ? 'This withdrawal has no entry in the public log yet, so it was not checked; it is in force.'
        : 'The answer names no entry of the public log, so it was not checked. This device has checked the log of this site before; if it checked this certificate too, please ask the laboratory.'
    case 'unreachable':
      return 'The public log cannot be reached, so it was not checked; the result is not affected.'
    case 'pending':
      return 'This version was issued a moment ago and no checkpoint has it yet, so it was not checked; the result is not affected.'
    case 'unsupported':
      return 'This browser cannot check the public log; the result is not affected.'
    case 'failed':
      return FAILED[proof.why](formatEnglishDate(proof.since))
  }
}

/** Texts about the check of a result against the public log. */
const proof: LookupTexts['proof'] = {
  sentence: describeProof,
  how: 'How',
  retry: 'Try again',
  checkYourself: 'Check it yourself (in Chinese)',
  report: 'Report it (in Chinese)',
  recognise: 'How to recognise it',
  verdict: {
    title: 'What is shown failed the check',
    text: {
      absent: 'The number is in the records, but what is shown differs from the public log.',
      discontinued: 'The public log does not continue the one seen earlier: do not trust what is shown.',
      foreign: 'The public log is not signed by the laboratory: do not trust what is shown.',
    },
  },
  stamp: 'Check failed',
  failure: {
    title: 'Why not to rely on it',
    why: {
      absent:
        'Every certificate that was issued is in the public log. What is shown here is not: it differs from what was issued, or was altered on its way.',
      discontinued:
        'The log only ever grows at its end. It does not continue the one seen earlier, so entries were altered or removed, and what is shown may be altered too.',
      foreign:
        'The laboratory signs every checkpoint. The signature is another one: this may not be the site of the laboratory, or the page was altered on its way.',
    },
    pay: 'Do not pay and do not hand over anything.',
    save: 'Download the receipt',
    keep: (button) => <>Keep the evidence: {button}, with all data of this check.</>,
    report: (link, phone) => (
      <>
        Notify the laboratory: {link('report it online')} (in Chinese, with the receipt), or {phone}, with certificate
        and stone at hand.
      </>
    ),
    derived: 'Derived root',
    signed: 'Root of the checkpoint',
  },
  facts: {
    entry: 'Entry',
    index: 'Index',
    number: (index) => formatNumber(index),
    checkpoint: 'Checkpoint',
    checkpointOf: ({ size, atMs }) => `${formatNumber(size)} entries, read ${formatEnglishDateTime(atMs)}`,
    root: 'Root',
    proof: 'Proof',
    proofOf: (count) => `${formatNumber(count)} hashes`,
    continued: 'Continues',
    continuedOf: ({ since, isStored, isSigned }) => {
      if (since) return `${formatNumber(since.size)} entries of ${formatEnglishDate(since.day)}: yes`
      if (!isSigned) return 'signature not verified, nothing stored'
      return isStored ? 'first check, checkpoint stored' : 'first check, nothing stored'
    },
    cosignatures: 'Witnesses',
    cosignaturesOf: (count) => (count > 0 ? `${count}, not verified by this page` : 'none'),
    pictures: 'Pictures',
    picturesOf: ({ right, unread }) => {
      if (right + unread === 0) return null
      const parts = [right > 0 && `${right} agree`, unread > 0 && `${unread} not available, not checked`]
      return parts.filter(Boolean).join(', ')
    },
  },
  steps: {
    label: 'How it was checked',
    note: 'The entry was computed from what is shown, the root of the checkpoint from the entry and its proof; then signature and continuation were verified, all on this device. The index counts from 0.',
    log: 'About the log (in Chinese)',
    receipt: 'Download the receipt with proof',
    file: 'Download the proof file',
    others: 'Verify with other tools (in Chinese)',
  },
}

/** Texts of the parts of the lookup that are loaded after its first view. */
export const resultTexts = { ...certificateTexts, help, found, comparison, actions, others, scan, proof }
