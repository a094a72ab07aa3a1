import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { type CertificateField, fieldsOf } from '../pdf/certificate-fields.ts'
import type { Style, Typesetter } from '../pdf/typesetter.ts'
import { mm } from './lengths.ts'

/** What a card has room for, by category; a treatment and remarks always, as buyers must not miss them. */
const ALWAYS = ['优化处理', '备注']
const WANTED = [
  ...['总质量', '钻石质量', '颜色级别', '净度级别', '切工级别', '贵金属', '纯度', '形状', '尺寸', '颜色'],
  ...['折射率', '密度', '印记'],
]
const ORDER = [...WANTED, ...ALWAYS]
const LABEL_WIDTH = mm(8.5)
const LEADING = mm(3.05)

export interface CardLine {
  label: string
  text: string
}

interface Room {
  width: number
  height: number
  style: Style
}

/** Lines of the fields that fit. The lookup shows all. */
export function cardLines(type: Typesetter, certificate: Certificate, { width, height, style }: Room): CardLine[] {
  const fields = fieldsOf(certificate).filter(({ label }) => ORDER.includes(label))
  const linesOf = ({ label, value }: CertificateField): CardLine[] => {
    const broken = type.linesOf(value, style, width - LABEL_WIDTH)
    return broken.map((text, index) => ({ label: index === 0 ? label : '', text }))
  }
  let left = Math.floor(height / LEADING)
  const kept = new Map<string, CardLine[]>()
  const always = fields.filter(({ label }) => ALWAYS.includes(label))
  for (const field of [...always, ...fields.toSorted(byOrder)]) {
    const lines = linesOf(field)
    if (kept.has(field.label) || lines.length > left) continue
    kept.set(field.label, lines)
    left -= lines.length
  }
  return ORDER.flatMap((label) => kept.get(label) ?? [])
}

const byOrder = (one: CertificateField, other: CertificateField) =>
  ORDER.indexOf(one.label) - ORDER.indexOf(other.label)

export const CARD_LINE = { leading: LEADING, labelWidth: LABEL_WIDTH } as const
