import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { englishCaption } from '@portal/contract/certificates/english-captions.ts'
import { valueInEnglish } from '@portal/contract/certificates/english-values.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { type CertificateField, fieldsOf, signaturesOf } from './certificate-fields.ts'
import type { SheetWords } from './sheet-words.ts'

/** As the page in English has them (`certificate-rows.ts`, `english-categories.ts`). */
const LABELS: Readonly<Record<string, string>> = {
  category: 'Category',
  conclusionEn: 'English conclusion',
  shape: 'Shape and cut',
  totalMassG: 'Total mass',
  size: 'Size',
  color: 'Colour',
  transparency: 'Transparency',
  lustre: 'Lustre',
  refractiveIndex: 'Refractive index',
  specificGravity: 'Density',
  fluorescence: 'UV fluorescence',
  magnification: 'Magnification',
  spectrum: 'Spectrum',
  treatment: 'Treatment',
  metal: 'Metal',
  fineness: 'Fineness',
  caratMassCt: 'Carat mass',
  colorGrade: 'Colour grade',
  clarityGrade: 'Clarity grade',
  cutGrade: 'Cut grade',
  polish: 'Polish',
  symmetry: 'Symmetry',
  inscription: 'Inscription',
  standards: 'Standards',
  remarks: 'Remarks',
  receivedOn: 'Received',
  testedOn: 'Tested',
  issuedOn: 'Date of issue',
  inspector: 'Examined by',
  reviewer: 'Reviewed by',
  approver: 'Approved by',
}

const CATEGORIES: Readonly<Record<CertificateCategory, string>> = {
  gemstone: 'Gemstone',
  jade: 'Jade',
  turquoise: 'Turquoise',
  diamond: 'Diamond',
  organic: 'Organic gem material',
  metal: 'Precious metal jewellery',
}

const TITLES: Readonly<Partial<Record<CertificateCategory, string>>> = {
  diamond: 'Diamond Grading Certificate',
  metal: 'Precious Metal Jewellery Certificate',
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `3 Nov 2026` of `2026-11-03`. */
function dayOf(day: string): string {
  const [year, month, date] = day.split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`
}

/** A field in English; a value without a sure translation stays Chinese. */
function translated(field: CertificateField): CertificateField {
  const { member = '', value } = field
  const label = LABELS[member] ?? field.label
  const english = valueInEnglish(member, value)
  if (english) return { ...field, label, value: english.charAt(0).toUpperCase() + english.slice(1) }
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return { ...field, label, value: dayOf(value) }
  // Chinese keeps its own punctuation.
  if (/\p{Script=Han}/u.test(value)) return { ...field, label }
  return { ...field, label, value: value.replaceAll('（', ' (').replaceAll('）', ')').replaceAll('，', ', ') }
}

export const ENGLISH_WORDS: SheetWords = {
  language: 'en',
  lookupPath: '/en/certificate-check',
  receiptPath: '/en/certificate-check/receipt',
  tracking: 0.02,
  title: (category) => TITLES[category] ?? 'Gem Identification Certificate',
  subject: (certificate) => `Conclusion: ${ENGLISH_WORDS.conclusionOf(certificate)[0]}`,
  number: 'Certificate No.',
  version: (version, replaces) =>
    replaces
      ? `Version ${version}, in place of version ${replaces.version} of ${dayOf(replaces.issuedOn)}`
      : `Version ${version}`,
  conclusion: 'Conclusion',
  conclusionOf: ({ conclusion, conclusionEn }) => {
    const english = conclusionEn?.trim() || valueInEnglish('conclusion', conclusion)
    return english ? [english, conclusion] : [conclusion, '']
  },
  fields: (certificate) => [
    { label: 'Category', value: CATEGORIES[certificate.category], isNamed: true },
    ...fieldsOf(certificate)
      .filter(({ member }) => member !== 'category' && member !== 'conclusionEn')
      .map(translated),
  ],
  signatures: (certificate) => signaturesOf(certificate).map(translated),
  blank: '(End of certificate)',
  omitted: (count) => `${count} more entries do not fit on this page: see the result on the official site`,
  picture: englishCaption,
  missing: (caption) => `${caption && `${caption}: `}picture not available at the moment`,
  state: ({ state, changedOn, newerNo, reason }) => {
    const day = changedOn ? ` on ${dayOf(changedOn)}` : ''
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
}
