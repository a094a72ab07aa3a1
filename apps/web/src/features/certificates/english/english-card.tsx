import { CERTIFICATE_FIELDS } from '@portal/contract/certificates/certificate-fields.ts'
import { englishCaption } from '@portal/contract/certificates/english-captions.ts'
import { certificateTitle, translateCategory } from '@portal/contract/certificates/printed-rows.ts'
import { englishNameOf } from '#domain/site/english-name.ts'
import type { CardTexts } from '../language/card-texts.ts'
import { markOf, SIGNED_FIELDS } from '../language/chinese-card.tsx'
import { englishDate } from './english-dates.ts'
import { englishConclusion, englishValue } from './english-values.tsx'
import { ENGLISH_RECEIPT_WORDS } from './english-words.ts'
import { original } from './original.tsx'

/** Texts of the certificate itself, in English. */
export const englishCard: CardTexts = {
  mark: (name) => {
    const { head, rest } = markOf(name)
    return { head: <span lang="zh-CN">{head}</span>, rest: englishNameOf(name) ?? rest }
  },
  sign: original,
  toggle: null,
  label: (certificateNo, voidText) => `Certificate ${certificateNo}${voidText ? ` (${voidText})` : ''}`,
  title: (category) => [certificateTitle(category)[1], ''],
  number: CERTIFICATE_FIELDS.certificateNo.labelEn,
  category: (category, version, replaces) => {
    if (version === 1) return translateCategory(category)
    const before = replaces && `, in place of version ${replaces.version} of ${englishDate(replaces.issuedOn)}`
    return `${translateCategory(category)}, version ${version}${before ?? ''} (corrected; this version applies)`
  },
  conclusion: CERTIFICATE_FIELDS.conclusion.labelEn,
  conclusionOf: englishConclusion,
  heading: (_chinese, english) => english,
  rowLabel: ({ label, labelEn }) => labelEn ?? original(label),
  rowValue: englishValue,
  signs: SIGNED_FIELDS.map(({ labelEn }) => labelEn),
  date: englishDate,
  picture: englishCaption,
  enlarge: (name) => `Open the picture: ${name}`,
  scene: (name, widthMm) => `${name} (width of the picture ${widthMm} mm)`,
  hasViewer: false,
  scale: (lengthMm) => `Scale bar of ${lengthMm} mm`,
  seal: 'Seal of the laboratory: 检测专用章',
  receipt: ENGLISH_RECEIPT_WORDS,
}
