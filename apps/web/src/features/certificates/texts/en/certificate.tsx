import { CERTIFICATE_FIELDS } from '@portal/contract/certificates/certificate-fields.ts'
import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { translateCaption } from '@portal/contract/certificates/english-captions.ts'
import { translateValue } from '@portal/contract/certificates/english-values.ts'
import {
  formatEnglishValue,
  getCertificateTitle,
  type PrintedRow,
  translateCategory,
} from '@portal/contract/certificates/printed-rows.ts'
import type { ReactNode } from 'react'
import { SIGNED_FIELDS, splitName } from '../../card/certificate-fields.ts'
import type { LookupTexts } from '../texts.tsx'
import { calls, share } from './share.tsx'
import { formatEnglishDate, formatEnglishDateTime, RECEIPT_CODE, renderOriginal } from './words.tsx'

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The value of a row; a value without a certain translation stays Chinese. */
const toEnglishValue = (row: PrintedRow): ReactNode => renderOriginal(formatEnglishValue(row))

/** The conclusion, followed by its Chinese text when it is translated. */
function toEnglishConclusion(
  { conclusion, conclusionEn }: Certificate,
  beside: string | undefined,
): readonly [ReactNode, ReactNode] {
  const translated = conclusionEn?.trim() || translateValue('conclusion', conclusion)
  if (!translated) return [renderOriginal(conclusion), null]
  const chinese = (
    <span className={beside} lang="zh-CN">
      {conclusion}
    </span>
  )
  return [translated, chinese]
}

/** Texts of the certificate itself. */
const card: LookupTexts['card'] = {
  mark: (organisation) => {
    const { head, rest } = splitName(organisation.name)
    return {
      head: <span lang="zh-CN">{head}</span>,
      rest: organisation.nameEn?.trim() || <span lang="zh-CN">{rest}</span>,
    }
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

/** Texts of the dialog that makes a share. */
const shareDialog: LookupTexts['shareDialog'] = {
  making: 'Creating',
  numberAlone: 'You can also give the number alone: to see the certificate, others need its check code as well.',
  made: (endTime) => (
    <>
      Created, valid until <b>{formatEnglishDateTime(endTime)}</b>; you can revoke it at any time
    </>
  ),
  link: 'Link',
  copy: 'Copy',
  copied: 'Link copied',
  notCopied: 'The browser does not allow copying; please select the link yourself',
  once: 'The link is shown only now: copy it or save the picture before you close this.',
  pass: 'Send',
  passTitle: 'Shared certificate',
  close: 'Close',
  revokeLater: (link) => (
    <>You are not logged in: later you can revoke it only with this {link('revocation link')}, shown only once.</>
  ),
  copyRevoke: 'Copy the revocation link',
  picture: {
    facts: ({ conclusion, conclusionEn, issuedOn }, organisation) => ({
      organisation: organisation.nameEn?.trim() || organisation.name,
      conclusion: capitalise(conclusionEn?.trim() || translateValue('conclusion', conclusion) || conclusion),
      issuedOn: formatEnglishDate(issuedOn),
    }),
    title: 'Shared certificate',
    conclusion: CERTIFICATE_FIELDS.conclusion.labelEn,
    number: 'Certificate No.',
    mass: CERTIFICATE_FIELDS.totalMassG.labelEn,
    issuedOn: 'Date of issue',
    indent: 280,
    scan: 'Scan for the full result',
    until: (endTime) => `Until ${formatEnglishDateTime(endTime)}`,
    noCode: 'Without the check code',
    label: (words, endTime) =>
      `Picture to share: ${words.join(', ')}; its QR code opens the link, until ${formatEnglishDateTime(endTime)}; without the check code`,
    caption: 'Picture to save, 1080 × 1440',
    save: 'Save picture',
  },
}

/** Texts of a certificate and of sharing it, which are loaded with the certificate. */
export const certificateTexts = { card, calls, share, shareDialog }
