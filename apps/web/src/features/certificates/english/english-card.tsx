import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { englishCaption } from '@portal/contract/certificates/english-captions.ts'
import { englishNameOf } from '#domain/site/english-name.ts'
import type { CardTexts } from '../language/card-texts.ts'
import { markOf } from '../language/chinese-card.tsx'
import { CATEGORIES } from './english-categories.ts'
import { englishDate } from './english-dates.ts'
import { englishConclusion, englishValue } from './english-values.tsx'
import { ENGLISH_RECEIPT_WORDS } from './english-words.ts'
import { original } from './original.tsx'

const TITLES: Readonly<Partial<Record<CertificateCategory, string>>> = {
  diamond: 'Diamond Grading Certificate',
  metal: 'Precious Metal Jewellery Certificate',
}

/** Texts of the certificate itself, in English. */
export const englishCard: CardTexts = {
  mark: (name) => {
    const { head, rest } = markOf(name)
    return { head: <span lang="zh-CN">{head}</span>, rest: englishNameOf(name) ?? rest }
  },
  sign: original,
  toggle: null,
  label: (certificateNo, voidText) => `Certificate ${certificateNo}${voidText ? ` (${voidText})` : ''}`,
  title: (category) => [TITLES[category] ?? 'Gem Identification Certificate', ''],
  number: 'Certificate No.',
  category: (category, version, replaces) => {
    if (version === 1) return CATEGORIES[category]
    const before = replaces && `, in place of version ${replaces.version} of ${englishDate(replaces.issuedOn)}`
    return `${CATEGORIES[category]}, version ${version}${before ?? ''} (corrected; this version applies)`
  },
  conclusion: 'Conclusion',
  conclusionOf: englishConclusion,
  heading: (_chinese, english) => english,
  rowLabel: ({ label, labelEn }) => labelEn ?? original(label),
  rowValue: englishValue,
  signs: ['Examined by', 'Reviewed by', 'Approved by', 'Date of issue'],
  date: englishDate,
  picture: englishCaption,
  enlarge: (name) => `Open the picture: ${name}`,
  scene: (name, widthMm) => `${name} (width of the picture ${widthMm} mm)`,
  hasViewer: false,
  scale: (lengthMm) => `Scale bar of ${lengthMm} mm`,
  seal: 'Seal of the laboratory: 检测专用章',
  receipt: ENGLISH_RECEIPT_WORDS,
}
