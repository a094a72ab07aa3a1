import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import type { OutcomeTexts } from '../language/outcome-texts.ts'
import { formatEnglishDate, formatEnglishDateTime, renderOriginal } from '../texts/en/words.tsx'
import { showEnglishFailure } from './english-call-failure.ts'
import { englishOthers } from './english-others.tsx'
import { englishProof } from './english-proof.tsx'

const found: OutcomeTexts['found'] = {
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
        {reason && <>Reason: {renderOriginal(reason)} </>}
        The certificate is void. Its content is shown for comparison only: do not rely on it in a sale.
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

const actions: OutcomeTexts['actions'] = {
  pdfPath: '/en/certificate-check/certificate.pdf',
  print: 'Print',
  pdf: 'Download PDF',
  copy: 'Copy number',
  copied: 'Certificate number copied',
  notCopied: 'The browser does not allow copying; please select the text yourself',
  share: 'Share',
  sharePath: '/en/certificate-check/share',
  keep: {
    keep: 'Keep',
    busy: 'Keeping',
    kept: 'Kept: my certificates (in Chinese)',
    done: 'Kept; you will be notified of changes',
    login: 'Log in to keep (in Chinese)',
  },
  isQuiet: true,
  showFailure: showEnglishFailure,
  receipt: 'View receipt',
  receiptFile: 'Download receipt file',
  again: 'Check another',
}

const scan: OutcomeTexts['scan'] = {
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

export const englishOutcomes: OutcomeTexts = { found, actions, others: englishOthers, scan, proof: englishProof }
