import { findReissue } from '@portal/contract/certificates/amendments.ts'
import { translateCaption } from '@portal/contract/certificates/english-captions.ts'
import { formatEnglishDay } from '@portal/contract/certificates/english-days.ts'
import { translateValue } from '@portal/contract/certificates/english-values.ts'
import { formatEnglishValue, getCertificateTitle, type PrintedRow } from '@portal/contract/certificates/printed-rows.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { listSignatureRows, listTableRows } from './sheet-rows.ts'
import type { SheetWords } from './sheet-words.ts'

/** Translates a row; a member outside the contract keeps its own name. */
const translate = (row: PrintedRow): PrintedRow => ({
  ...row,
  label: row.labelEn ?? row.label,
  value: formatEnglishValue(row),
})

export const ENGLISH_WORDS: SheetWords = {
  language: 'en',
  lookupPath: '/en/certificate-check',
  receiptPath: '/en/certificate-check/receipt',
  shortLookupPath: '/e',
  brand: (rest, english) => english || rest,
  tracking: 0.02,
  title: (category) => getCertificateTitle(category)[1],
  titleBeside: () => '',
  subject: (certificate) => `Conclusion: ${ENGLISH_WORDS.getConclusion(certificate)[0]}`,
  number: 'Certificate No.',
  version: ({ version, amendment }, replaces) => {
    const name = replaces ? `version ${replaces.version}` : findReissue(amendment)?.replaced
    const issuedOn = (replaces ?? findReissue(amendment))?.issuedOn ?? ''
    return name ? `Version ${version}, in place of ${name} of ${formatEnglishDay(issuedOn)}` : `Version ${version}`
  },
  conclusion: 'Conclusion',
  getConclusion: ({ conclusion, conclusionEn }) => {
    const english = conclusionEn?.trim() || translateValue('conclusion', conclusion)
    return english ? [english, conclusion] : [conclusion, '']
  },
  rows: (certificate) =>
    listTableRows(certificate)
      .filter(({ member }) => member !== 'conclusionEn')
      .map(translate),
  signatures: (certificate) => listSignatureRows(certificate).map(translate),
  labelWidth: 82,
  untranslated: 'Texts in Chinese have no certain English translation: the Chinese text applies.',
  blank: '(End of certificate)',
  omitted: (count) => `${count} more entries do not fit on this page: see the result on the official site`,
  picture: translateCaption,
  missing: (caption) => `${caption && `${caption}: `}picture not available at the moment`,
  state: ({ state, changedOn, newerNo, reason }) => {
    const day = changedOn ? ` on ${formatEnglishDay(changedOn)}` : ''
    if (state === 'reissued') {
      return {
        head: 'Replaced',
        text: `Replaced${day} by certificate ${newerNo ?? ''}. This certificate is no longer valid.`,
      }
    }
    if (state !== 'withdrawn') return null
    return {
      head: 'Withdrawn',
      text: `Withdrawn${day}. This certificate is no longer valid.${reason ? ` Reason: ${reason}` : ''}`,
    }
  },
  result: ({ state }, lookedUpAtMs) => {
    const name = { valid: 'valid', reissued: 'replaced', withdrawn: 'withdrawn' }[state as 'valid'] ?? ''
    return `Result: ${name}, looked up ${toWireDateTime(lookedUpAtMs)} (UTC+8)`
  },
  site: (origin, phone) => `Official site ${origin}${phone && `, telephone ${phone}`}`,
  note: 'Made from the record of issue at the time of the lookup. The Chinese text is the original; the official site has the state now.',
  hint: (hasReceipt) =>
    hasReceipt
      ? ['Scan to verify the receipt', 'on the official site; the', 'numbers must be the same']
      : ['Scan to check again', 'on the official site'],
  print: {
    name: 'Certificate',
    code: 'Check code: scratch off the coating, and look it up with the number',
    noCode: ['No check code on this copy: look the certificate up with the code of the original'],
    lookUp: (host) => `Look up at ${host}`,
    phone: (phone) => `Telephone ${phone}`,
    hint: ['Scan to look up: valid only if', 'the page has the same number'],
  },
}
