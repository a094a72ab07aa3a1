import type { DataFor } from '@portal/contract/calls.ts'
import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { isNumberMember, printedNumber } from '@portal/contract/certificates/printed-values.ts'
import { titleOf as headingOf } from '@portal/contract/certificates/rules/certificate-columns.ts'

export type Printable = DataFor<'POST /v1/manage/certificates/printable'>
export type PrintedText = NonNullable<Printable['first']>

/** What a preview draws; never a code. */
export interface PreviewFacts {
  text: PrintedText
  siteName: string
  host: string
  /** Of the QR code. */
  address: string
}

const SHOWN = [
  ...['totalMassG', 'caratMassCt', 'colorGrade', 'clarityGrade', 'metal', 'fineness', 'shape', 'color', 'lustre'],
  ...['refractiveIndex', 'specificGravity', 'fluorescence', 'spectrum', 'magnification', 'treatment', 'standards'],
  'remarks',
] as const

export interface FactRow {
  label: string
  value: string
}

/** Names and values of a certificate, as its sheets show them. */
export function factRows(certificate: PrintedText['certificate']): FactRow[] {
  return SHOWN.flatMap((member) => {
    const value = certificate[member]
    if (value === null || value === undefined || value === '') return []
    const label = headingOf(member).replace(/（.*）$/, '')
    const unit = { totalMassG: ' g', caratMassCt: ' ct', specificGravity: ' g/cm³' }[member as string] ?? ''
    const text = isNumberMember(member) ? printedNumber(certificate, member) : value
    return [{ label, value: `${Array.isArray(text) ? text.join('，') : text}${unit}` }]
  })
}

export function titleOf(category: CertificateCategory): string {
  if (category === 'diamond') return '钻石分级证书'
  return category === 'metal' ? '贵金属饰品检测证书' : '珠宝玉石鉴定证书'
}
