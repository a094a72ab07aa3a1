import { translateCategory } from '@portal/contract/certificates/printed-rows.ts'
import type { OutcomeTexts } from '../language/outcome-texts.ts'
import type { InvalidNumber } from '../lookup/number-texts.ts'

/** `characters 4, 13`, counted from 1. */
function formatPlaces(marked: readonly number[]): string {
  return `character${marked.length > 1 ? 's' : ''} ${marked.map((place) => place + 1).join(', ')}`
}

function wait(retryAfterS: number | null): string {
  if (retryAfterS === null) return 'a minute'
  if (retryAfterS < 100) return `${Math.max(1, Math.ceil(retryAfterS))} seconds`
  return `${Math.ceil(retryAfterS / 60)} minutes`
}

function getHint({ fault, suggestions }: InvalidNumber): string {
  if (fault === 'letters' || (fault === 'prefix' && suggestions.length > 0)) {
    return 'Characters that look alike: letter O and digit 0, letters I and L and digit 1, letter S and digit 5, letter B and digit 8.'
  }
  const compare = 'Compare it with the printed number, digit by digit.'
  return fault === 'check' ? `${compare} Digits that look alike: 0 and 8, 1 and 7, 3 and 8, 5 and 6, 6 and 9.` : compare
}

/** Texts of lookups that found no certificate, in English. */
export const englishOthers: OutcomeTexts['others'] = {
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
        {wait(retryAfterS)}; if it is urgent, {phone}.
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
      'The certificate is from this laboratory, and its number begins with SH. For those of others, use their official sites.',
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
  },
}
