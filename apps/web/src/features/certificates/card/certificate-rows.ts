import type { CertificateMember } from '@portal/contract/certificates/certificate-members.ts'
import { GRAMS_PER_CARAT } from '@portal/contract/certificates/certificate-states.ts'
import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { valueInEnglish } from '@portal/contract/certificates/english-values.ts'
import { isNumberMember, printedFree, printedNumber, withPlaces } from '@portal/contract/certificates/printed-values.ts'
import { formatDate } from '#lib/format.ts'

/** A line of the table of a certificate. */
export interface CertificateRow {
  /** Unique on the certificate. */
  name: string
  label: string
  /** `undefined` for members that the contract does not name. */
  labelEn?: string | undefined
  value: string
  valueEn?: string | undefined
  /** Takes the whole width. */
  isWide: boolean
}

export type RowGroup = ReturnType<typeof certificateGroups>[number]

interface Label {
  group: (typeof GROUPS)[number]['name']
  label: string
  labelEn: string
  isWide?: true
  unit?: string
}

/** In their order; empty headings for groups without one. */
const GROUPS = [
  { name: 'stone', title: '', titleEn: '' },
  { name: 'diamond', title: '钻石分级', titleEn: 'Diamond grading' },
  { name: 'metal', title: '贵金属', titleEn: 'Precious metal' },
  { name: 'paper', title: '', titleEn: '' },
] as const

/** Members outside the table, or combined into one line. */
const OUTSIDE_TABLE = [
  'certificateNo',
  'version',
  'category',
  'conclusion',
  'conclusionEn',
  'pictures',
  'lengthMm',
  'widthMm',
  'heightMm',
  'issuedOn',
  'inspector',
  'reviewer',
  'approver',
  'printed',
] as const satisfies (CertificateMember | 'printed')[]

/** The lines of the table in their order; the type makes it complete. */
const MEMBERS: Readonly<Record<Exclude<CertificateMember, (typeof OUTSIDE_TABLE)[number]>, Label>> = {
  shape: { group: 'stone', label: '形状', labelEn: 'Shape and cut' },
  totalMassG: { group: 'stone', label: '总质量', labelEn: 'Total mass' },
  color: { group: 'stone', label: '颜色', labelEn: 'Colour' },
  transparency: { group: 'stone', label: '透明度', labelEn: 'Transparency' },
  lustre: { group: 'stone', label: '光泽', labelEn: 'Lustre' },
  refractiveIndex: { group: 'stone', label: '折射率', labelEn: 'Refractive index' },
  specificGravity: { group: 'stone', label: '密度', labelEn: 'Density', unit: 'g/cm³' },
  fluorescence: { group: 'stone', label: '紫外荧光', labelEn: 'UV fluorescence' },
  spectrum: { group: 'stone', label: '吸收光谱', labelEn: 'Spectrum' },
  magnification: { group: 'stone', label: '放大检查', labelEn: 'Magnification', isWide: true },
  treatment: { group: 'stone', label: '优化处理', labelEn: 'Treatment', isWide: true },
  caratMassCt: { group: 'diamond', label: '钻石质量', labelEn: 'Carat mass', unit: 'ct' },
  colorGrade: { group: 'diamond', label: '颜色级别', labelEn: 'Colour grade' },
  clarityGrade: { group: 'diamond', label: '净度级别', labelEn: 'Clarity grade' },
  cutGrade: { group: 'diamond', label: '切工级别', labelEn: 'Cut grade' },
  polish: { group: 'diamond', label: '抛光级别', labelEn: 'Polish' },
  symmetry: { group: 'diamond', label: '对称级别', labelEn: 'Symmetry' },
  metal: { group: 'metal', label: '材质', labelEn: 'Metal' },
  fineness: { group: 'metal', label: '纯度', labelEn: 'Fineness' },
  inscription: { group: 'paper', label: '印记', labelEn: 'Inscription' },
  receivedOn: { group: 'paper', label: '收样日期', labelEn: 'Received' },
  testedOn: { group: 'paper', label: '检测日期', labelEn: 'Tested' },
  standards: { group: 'paper', label: '检测依据', labelEn: 'Standards', isWide: true },
  remarks: { group: 'paper', label: '备注', labelEn: 'Remarks', isWide: true },
}

const SIZE: Label = { group: 'stone', label: '尺寸', labelEn: 'Measurements' }
/** Width of half the table, in Latin characters; a Chinese one counts twice. */
const LONG_WIDTH = 26

/** The groups of the table, without empty lines and empty groups. */
export function certificateGroups(certificate: Certificate) {
  const named = Object.entries(MEMBERS).flatMap(([name, label]) => {
    const row = { group: label.group, ...rowOf(name, label, formatMember(name, label, certificate)) }
    return name === 'totalMassG' ? [row, { group: SIZE.group, ...rowOf('size', SIZE, formatSize(certificate)) }] : [row]
  })
  return GROUPS.map((group) => {
    const rows = named.filter((row) => row.group === group.name && row.value !== '')
    return { ...group, rows: narrowFirst(group.name === 'stone' ? [...rows, ...otherRows(certificate)] : rows) }
  }).filter(({ rows }) => rows.length > 0)
}

/** Avoids a gap before a line that takes the whole width. */
function narrowFirst(rows: readonly CertificateRow[]): CertificateRow[] {
  return [...rows.filter(({ isWide }) => !isWide), ...rows.filter(({ isWide }) => isWide)]
}

/** Members that the contract does not name are shown under their own names. */
function otherRows(certificate: Certificate): CertificateRow[] {
  return Object.entries(certificate as Record<string, unknown>).flatMap(([name, value]) => {
    const isKnown = Object.hasOwn(MEMBERS, name) || OUTSIDE_TABLE.some((member) => member === name)
    if (isKnown || value === null || value === undefined || value === '') return []
    const text = printedFree(value as string | number | boolean)
    return [{ name, label: name, value: text, isWide: isLong(text) }]
  })
}

function rowOf(name: string, { label, labelEn, isWide }: Label, value: string): CertificateRow {
  return { name, label, labelEn, value, valueEn: valueInEnglish(name, value), isWide: isWide ?? isLong(value) }
}

function isLong(text: string): boolean {
  return text.length + (text.match(/[^\0-\u2fff]/g)?.length ?? 0) > LONG_WIDTH
}

function formatMember(name: string, { unit }: Label, certificate: Certificate): string {
  const value = certificate[name as CertificateMember]
  if (name === 'totalMassG') return formatMass(certificate)
  if (name.endsWith('On')) return formatDate(value as string | null | undefined)
  if (Array.isArray(value)) return value.join('，')
  if (isNumberMember(name)) {
    const number = printedNumber(certificate, name)
    return number && `${number}\u00a0${unit ?? ''}`.trim()
  }
  return typeof value === 'string' ? value.trim() : ''
}

/** `12.36 g（61.80 ct）`. */
export function formatMass(certificate: Partial<Certificate>): string {
  const { totalMassG: massG } = certificate
  if (massG === null || massG === undefined) return ''
  const carats = withPlaces(massG / GRAMS_PER_CARAT, 2, 4)
  return `${printedNumber(certificate, 'totalMassG')}\u00a0g（${carats}\u00a0ct）`
}

/** `18.42 × 14.10 × 6.85 mm`, for the measured lengths. */
export function formatSize(certificate: Certificate): string {
  const sizes = (['lengthMm', 'widthMm', 'heightMm'] as const).map((name) => printedNumber(certificate, name))
  const known = sizes.filter(Boolean)
  return known.length > 0 ? `${known.join(' × ')}\u00a0mm` : ''
}
