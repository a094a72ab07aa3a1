import { CERTIFICATE_FIELDS } from '@portal/contract/certificates/certificate-fields.ts'
import { translateCaption } from '@portal/contract/certificates/english-captions.ts'
import { getCertificateTitle, translateCategory } from '@portal/contract/certificates/printed-rows.ts'
import { findEnglishName } from '#domain/site/english-name.ts'
import type { CardTexts } from '../language/card-texts.ts'
import { SIGNED_FIELDS, splitName } from '../language/chinese-card.tsx'
import { formatEnglishDate, RECEIPT_CODE, renderOriginal } from '../texts/en/words.tsx'
import { toEnglishConclusion, toEnglishValue } from './english-values.tsx'

/** Texts of the certificate itself, in English. */
export const englishCard: CardTexts = {
  mark: (name) => {
    const { head, rest } = splitName(name)
    return { head: <span lang="zh-CN">{head}</span>, rest: findEnglishName(name) ?? rest }
  },
  sign: renderOriginal,
  toggle: null,
  label: (certificateNo, voidText) => `Certificate ${certificateNo}${voidText ? ` (${voidText})` : ''}`,
  title: (category) => [getCertificateTitle(category)[1], ''],
  number: CERTIFICATE_FIELDS.certificateNo.labelEn,
  category: (category, version, replaces) => {
    if (version === 1) return translateCategory(category)
    const before = replaces && `, in place of version ${replaces.version} of ${formatEnglishDate(replaces.issuedOn)}`
    return `${translateCategory(category)}, version ${version}${before ?? ''} (corrected; this version applies)`
  },
  conclusion: CERTIFICATE_FIELDS.conclusion.labelEn,
  formatConclusion: toEnglishConclusion,
  heading: (_chinese, english) => english,
  rowLabel: ({ label, labelEn }) => labelEn ?? renderOriginal(label),
  rowValue: toEnglishValue,
  signs: SIGNED_FIELDS.map(({ labelEn }) => labelEn),
  date: formatEnglishDate,
  picture: translateCaption,
  enlarge: (name) => `Open the picture: ${name}`,
  scene: (name, widthMm) => `${name} (width of the picture ${widthMm} mm)`,
  hasViewer: false,
  scale: (lengthMm) => `Scale bar of ${lengthMm} mm`,
  seal: 'Seal of the laboratory: 检测专用章',
  receipt: RECEIPT_CODE,
}
