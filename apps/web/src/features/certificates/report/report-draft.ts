import { REPORT_MAX } from '@portal/contract/certificates/certificate-states.ts'
import { readText } from '#lib/api/define-action.ts'
import { countChars } from '#lib/feedback.ts'

export const REPORT_KINDS = [
  { value: 'certificate', text: '假证书' },
  { value: 'site', text: '假网站' },
  { value: 'name', text: '冒用名义' },
] as const

export const EMPTY_REPORT = {
  kind: 'certificate' as (typeof REPORT_KINDS)[number]['value'],
  /** Number as printed, which may be invalid on forged certificates. */
  certificateNo: '',
  /** Address of a site, or the place of sale. */
  place: '',
  text: '',
  contact: '',
}

/** The typed report, by form field. */
export type ReportDraft = typeof EMPTY_REPORT

export type ReportFault = Partial<Record<'place' | 'text', string>>

/** Reads the fields of the form. */
export function readReport(form: FormData): ReportDraft {
  const readField = (name: keyof ReportDraft) => readText(form, name)
  return {
    kind: REPORT_KINDS.find(({ value }) => value === readField('kind'))?.value ?? 'certificate',
    certificateNo: readField('certificateNo').slice(0, REPORT_MAX.certificateNo),
    place: readField('place').slice(0, REPORT_MAX.place),
    text: readField('text'),
    contact: readField('contact').slice(0, REPORT_MAX.contact),
  }
}

/** The request body, without empty fields. */
export function toReport({ kind, certificateNo, place, text, contact }: ReportDraft) {
  return {
    kind,
    text: text.trim(),
    ...(certificateNo.trim() && { certificateNo: certificateNo.trim() }),
    ...(place.trim() && { place: place.trim() }),
    ...(contact.trim() && { contact: contact.trim() }),
  }
}

/** The report as a letter, for sending it by e-mail. */
export function toLetter({ kind, certificateNo, place, text, contact }: ReportDraft) {
  const kindText = REPORT_KINDS.find(({ value }) => value === kind)?.text ?? ''
  const lines = [
    ['编号', certificateNo.trim()],
    ['来源', place.trim()],
    ['经过', text.trim()],
    ['联系', contact.trim()],
  ].filter(([, value]) => value !== '')
  return {
    title: `举报${kindText} ${certificateNo.trim()}`.trim(),
    content: lines.map(([name, value]) => `${name}：${value}`).join('\n'),
  }
}

export function findFaults({ kind, place, text }: ReportDraft): ReportFault {
  return {
    ...(kind === 'site' && !place.trim() && { place: '请输入假网站的网址' }),
    ...(!text.trim() && { text: '请输入经过' }),
    ...(countChars(text.trim()) > REPORT_MAX.text && { text: `内容超过 ${REPORT_MAX.text} 字，请缩短` }),
  }
}
