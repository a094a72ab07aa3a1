import { ENGLISH_PREFIX, SHARE_PATH } from '@portal/contract/certificates/saved-certificate-rules.ts'
import type { LookupTexts } from '../texts.tsx'
import { CRUMB_WORDS, formatEnglishDate, formatEnglishDateTime, LOOKUP } from './words.tsx'

/** `1 day`, `6 days`. */
function formatCount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const describeEnd: LookupTexts['sharePage']['ended'] = ({ state, endTime, changedOn }, number) => {
  const day = changedOn ? ` on ${formatEnglishDate(changedOn)}` : ''
  switch (state) {
    case 'expired':
      return {
        title: 'Expired',
        text: `The link was valid until ${formatEnglishDateTime(endTime)}. Ask the holder for a new one, or check the certificate with the number and check code on it.`,
      }
    case 'revoked':
      return {
        title: 'Revoked by the holder',
        text: 'A revoked link no longer shows the certificate. Check it with the number and check code on it.',
      }
    case 'reissued':
      return {
        title: 'The certificate has been replaced',
        text: (
          <>
            Certificate {number} was replaced{day} and is no longer in use. Ask the holder to share the new one.
          </>
        ),
        warning: 'If the stone is offered with the old certificate, check the new one first.',
      }
    case 'mismatch':
      return {
        title: 'This certificate failed the check',
        text: (
          <>
            What is stored of certificate {number} differs from the public log and may have been altered, so it is not
            shown. Contact the laboratory with certificate and stone at hand.
          </>
        ),
        warning: 'Do not rely on it in a sale.',
      }
    default:
      return {
        title: 'The certificate has been withdrawn',
        text: (
          <>
            Certificate {number} was withdrawn{day} and is void. Its number and check code show the reason.
          </>
        ),
        warning: 'Do not rely on this certificate in a sale.',
      }
  }
}

const CHANGED = 'The certificate has changed, which ended the link.'

/** Texts of the page that a share opens. */
export const sharePage: LookupTexts['sharePage'] = {
  path: ENGLISH_PREFIX + SHARE_PATH,
  other: { language: 'zh-CN', name: '中文', path: SHARE_PATH },
  lookupPath: LOOKUP.path,
  receiptPath: '/en/certificate-check/receipt',
  title: 'Shared certificate',
  crumbLookup: LOOKUP.title,
  crumbWords: CRUMB_WORDS,
  endedTitle: 'This link has ended',
  leads: {
    shown:
      'Looked up by its holder with number and check code, and shared under the seal of the laboratory. This page has no check code.',
    expired: 'After its time a link no longer shows the certificate.',
    revoked: 'The holder has revoked the link.',
    reissued: CHANGED,
    withdrawn: CHANGED,
    mismatch: 'The content of the certificate failed the check and is not shown.',
  },
  ended: describeEnd,
  lookUp: 'Check a certificate',
  contact: 'Contact (in Chinese)',
  time: {
    label: 'Time of the link',
    until: 'Valid until (UTC+8)',
    left: 'Left',
    since: 'Shared on',
    ruler: (days, left) => `${formatCount(days, 'day')} in all, ${left} left`,
    leftWords: (days, hours, minutes) => {
      if (days === 0 && hours === 0) return formatCount(minutes, 'minute')
      if (days === 0) return `${hours} h ${minutes} min`
      return hours > 0 ? `${formatCount(days, 'day')} ${hours} h` : formatCount(days, 'day')
    },
    // The label contains the time zone, because a phone has no space for it beside the time.
    dateTime: (wire) => formatEnglishDateTime(wire).replace(' (UTC+8)', ''),
    date: formatEnglishDate,
  },
  shown: {
    title: 'Valid certificate',
    text: 'It agrees with the record of issue at this moment. Corrections are shown here; a replacement or withdrawal ends this page.',
    corrected: (before, version) =>
      `Version ${before} was shared; the certificate has been corrected since, and version ${version} is shown.`,
    openedAt: (instantMs) => `Opened ${formatEnglishDateTime(instantMs)}`,
    ribbon: (endDay) => `Shared, until ${endDay}`,
    scan: 'Scan to open this link',
    until: (endDay) => `Valid until ${endDay}`,
    qr: 'QR code of this page',
    checks: 'When you look at a shared certificate',
    steps: [
      {
        title: 'When you see the stone',
        text: 'Scratch the panel and check the certificate yourself; a shared one is no substitute.',
      },
      {
        title: 'Compare the picture',
        text: 'Colour and markings should agree with the picture of the sample; use the scale bar for size.',
      },
      {
        title: 'If the panel is scratched',
        text: 'Others may know the check code. Check it together, and compare the number and the stone.',
      },
    ],
    own: 'Check your own certificate',
    receipt: 'Verify the seal of this page',
    report: 'Report misuse (in Chinese)',
  },
}
