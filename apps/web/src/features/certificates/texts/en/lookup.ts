import {
  CODE_LENGTH,
  type CodeReading,
  NUMBER_LENGTH,
  NUMBER_PARTS,
  NUMBER_PREFIX,
} from '@portal/contract/certificates/certificate-number.ts'
import type { TypedNumber, WrongNumber } from '@portal/contract/numbers/typed-numbers.ts'
import type { LookupTexts } from '../texts.tsx'
import { CRUMB_WORDS, LOOKUP } from './words.tsx'

const FAULTS: Readonly<Record<WrongNumber['fault'], (text: string) => string>> = {
  kind: () => 'This is the number of an order or a sample, not of a certificate',
  characters: () => 'A certificate number has letters and digits only: remove or correct the marked characters',
  prefix: () => `A certificate number begins with ${NUMBER_PREFIX}: check the first two characters`,
  letters: () => `After ${NUMBER_PREFIX} there are digits only: check the marked places`,
  short: ({ length }) =>
    `A certificate number has ${NUMBER_LENGTH} characters; this one has ${length}, ${NUMBER_LENGTH - length} too few`,
  long: ({ length }) =>
    `A certificate number has ${NUMBER_LENGTH} characters; this one has ${length}, ${length - NUMBER_LENGTH} too many`,
  date: (text) =>
    `Characters 3 to 10 are the date of registration, but ${text.slice(...NUMBER_PARTS.date)} is not a date`,
  check: () =>
    'The last digit is a check digit and does not fit the others: one digit is wrong, or two neighbours are swapped',
}

function getNumberFault(reading: TypedNumber | undefined): string | undefined {
  if (!reading || reading.kind === 'right') return undefined
  return reading.kind === 'empty' ? 'Enter the certificate number' : FAULTS[reading.fault](reading.text)
}

function getCodeFault(reading: CodeReading | undefined): string | undefined {
  if (!reading || reading.kind === 'right') return undefined
  if (reading.kind === 'empty') return 'Enter the check code'
  if (/[^0-9A-Z]/.test(reading.text)) return 'A check code has letters and digits only'
  const { length } = reading.text
  if (length !== CODE_LENGTH) return `A check code has ${CODE_LENGTH} characters; this one has ${length}`
  return 'A check code never contains 0, O, 1, I or L: look at the scratch panel again'
}

/** Texts of the lookup's first view in English. */
export const lookup: LookupTexts['lookup'] = {
  ...LOOKUP,
  crumb: [{ text: LOOKUP.title }],
  crumbWords: CRUMB_WORDS,
  lead: 'Compare a certificate with the records of the laboratory. Free of charge, no account needed.',
  other: { language: 'zh-CN', name: '中文', path: '/certificate-check' },
  phone: ['call ', 'contact the laboratory'],
  numberFault: getNumberFault,
  codeFault: getCodeFault,
  form: {
    number: 'Certificate number',
    numberHint: 'Letters and digits, upper or lower case',
    numberExample: 'Certificate number',
    code: 'Check code',
    codeHint: '6 letters and digits under the scratch panel',
    codeExample: '6 characters',
    submit: 'Check',
    busy: 'Checking',
    scan: 'Scan',
    proof: { running: 'Running a security check…', progress: 'Progress of the security check', cancel: 'Cancel' },
    places: 'The number is at the top right of the certificate, the code under the scratch panel',
    where: 'Where is it?',
    progress: '',
    submission: 'How to submit (in Chinese)',
  },
  receiptPath: '/en/certificate-check/receipt',
  announcements: {
    answer: (state: string) => `Result: ${state}`,
    valid: 'the certificate is valid',
    reissued: 'the certificate has been replaced',
    withdrawn: 'the certificate has been withdrawn',
    examination: 'the sample is being examined, no certificate has been issued',
    mismatch: 'the certificate failed the check, so its content is not shown',
    unknown: 'no matching certificate found',
    fault: 'The certificate number or the check code is not well formed, nothing was looked up',
    busy: 'Too many checks, please try again later',
    unavailable: 'The check is not available at the moment',
  },
}
