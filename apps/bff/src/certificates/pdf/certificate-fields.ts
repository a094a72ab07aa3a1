import type { CertificateMember } from '@portal/contract/certificates/certificate-members.ts'
import {
  CERTIFICATE_CATEGORIES,
  type CertificateCategory,
  GRAMS_PER_CARAT,
} from '@portal/contract/certificates/certificate-states.ts'
import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { isNumberMember, printedFree, printedNumber, withPlaces } from '@portal/contract/certificates/printed-values.ts'

/** One line of the table. */
export interface CertificateField {
  /** Of the certificate; `size` for its lengths. Left out for none. */
  member?: string
  label: string
  value: string
  /** The contract defines it. */
  isNamed: boolean
}

/** Chinese name of every member of the contract, as printed. */
const LABELS: Readonly<Record<CertificateMember, string>> = {
  certificateNo: '证书编号',
  version: '版本',
  category: '样品类别',
  conclusion: '检测结论',
  conclusionEn: '英文结论',
  shape: '形状',
  totalMassG: '总质量',
  lengthMm: '长',
  widthMm: '宽',
  heightMm: '高',
  color: '颜色',
  transparency: '透明度',
  lustre: '光泽',
  refractiveIndex: '折射率',
  specificGravity: '密度',
  fluorescence: '紫外荧光',
  magnification: '放大检查',
  spectrum: '吸收光谱',
  treatment: '优化处理',
  metal: '贵金属',
  fineness: '纯度',
  caratMassCt: '钻石质量',
  colorGrade: '颜色级别',
  clarityGrade: '净度级别',
  cutGrade: '切工级别',
  polish: '抛光级别',
  symmetry: '对称级别',
  inscription: '印记',
  standards: '检测依据',
  remarks: '备注',
  pictures: '影像',
  receivedOn: '收样日期',
  testedOn: '检测日期',
  issuedOn: '签发日期',
  inspector: '主检',
  reviewer: '审核',
  approver: '批准',
}

/** Members printed elsewhere on the sheet, or combined. */
const ELSEWHERE: ReadonlySet<string> = new Set<CertificateMember>([
  'certificateNo',
  'version',
  'conclusion',
  'conclusionEn',
  'lengthMm',
  'widthMm',
  'heightMm',
  'pictures',
  'receivedOn',
  'testedOn',
  'issuedOn',
  'inspector',
  'reviewer',
  'approver',
])

/** Grades of a diamond, printed before the members of every stone. */
const GRADES = ['caratMassCt', 'colorGrade', 'clarityGrade', 'cutGrade', 'polish', 'symmetry', 'fluorescence'] as const
const LAST = ['standards', 'remarks'] as const
const AT_FOOT = ['inspector', 'reviewer', 'approver', 'receivedOn', 'testedOn', 'issuedOn'] as const
/** Characters; a longer one stands in the table. */
const MOST_AT_FOOT = 16
const MOST_ENGLISH = 120

/** Title of the sheet. */
export function titleOf(category: CertificateCategory): string {
  if (category === 'diamond') return '钻石分级证书'
  return category === 'metal' ? '贵金属饰品检测证书' : '珠宝玉石鉴定证书'
}

/** Rows of the table: members of the contract in its order, then unknown ones by their names, remarks last. */
export function fieldsOf(certificate: Certificate): CertificateField[] {
  const named = Object.keys(LABELS).filter((member) => !ELSEWHERE.has(member) && !isOneOf(LAST, member))
  const first = certificate.category === 'diamond' ? ['category', ...GRADES] : ['category']
  const order = [...new Set([...first, ...named])]
  const size = { member: 'size', label: '尺寸', value: sizeOf(certificate), isNamed: true }
  const others = Object.keys(certificate).filter((member) => !Object.hasOwn(LABELS, member) && member !== 'printed')
  const longOnes = AT_FOOT.map((member) => fieldOf(certificate, member)).filter(
    ({ value }) => value.length > MOST_AT_FOOT,
  )
  return [
    ...(englishOf(certificate) === '' ? [fieldOf(certificate, 'conclusionEn')] : []),
    ...order.flatMap((member) => {
      const field = fieldOf(certificate, member)
      return member === 'totalMassG' ? [field, size] : [field]
    }),
    ...others.map((member) => fieldOf(certificate, member)),
    ...longOnes,
    ...LAST.map((member) => fieldOf(certificate, member)),
  ].filter(({ value }) => value !== '')
}

/** The conclusion in English, as it stands below the Chinese one; empty when it is too long for that. */
export function englishOf({ conclusionEn }: Certificate): string {
  const english = conclusionEn?.trim() ?? ''
  return english.length > MOST_ENGLISH ? '' : english
}

/** Days and people at the foot. */
export function signaturesOf(certificate: Certificate): CertificateField[] {
  const fields = AT_FOOT.map((member) => fieldOf(certificate, member))
  return fields.filter(({ value }) => value !== '' && value.length <= MOST_AT_FOOT)
}

function fieldOf(certificate: Certificate, member: string): CertificateField {
  const value = wordOf(certificate, member)
  const label = Object.hasOwn(LABELS, member) ? LABELS[member as CertificateMember] : undefined
  return { member, label: label ?? member, value, isNamed: label !== undefined }
}

function wordOf(certificate: Certificate, member: string): string {
  const value = (certificate as Readonly<Record<string, unknown>>)[member]
  if (value === null || value === undefined) return ''
  if (member === 'category') return CERTIFICATE_CATEGORIES[value as CertificateCategory]
  if (Array.isArray(value)) return value.join('，')
  if (!isNumberMember(member) || typeof value !== 'number') return printedFree(value as string | number | boolean)
  const number = printedNumber(certificate, member)
  if (member === 'totalMassG') return `${number} g（${withPlaces(value / GRAMS_PER_CARAT, 2, 3)} ct）`
  if (member === 'caratMassCt') return `${number} ct（${withPlaces(value * GRAMS_PER_CARAT, 2, 4)} g）`
  return member === 'specificGravity' ? `${number} g/cm³` : number
}

/** `12.30 × 8.10 × 5.00 mm`; with one missing, each says which it is. */
function sizeOf(certificate: Certificate): string {
  const sizes = (['lengthMm', 'widthMm', 'heightMm'] as const).map((member) => printedNumber(certificate, member))
  const known = sizes.filter(Boolean)
  if (known.length === 0) return ''
  if (known.length === 3 || (known.length === 2 && sizes[2] === '')) return `${known.join(' × ')} mm`
  const names = [LABELS.lengthMm, LABELS.widthMm, LABELS.heightMm]
  return sizes.flatMap((size, index) => (size === '' ? [] : [`${names[index]} ${size} mm`])).join('，')
}

function isOneOf(members: readonly string[], member: string): boolean {
  return members.includes(member)
}
