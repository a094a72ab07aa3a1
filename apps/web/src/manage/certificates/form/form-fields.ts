import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { titleOf } from '@portal/contract/certificates/rules/certificate-columns.ts'

/** Fields of a form in their sections. */
export interface FormField {
  member: string
  /** Of twelve columns. */
  width: 2 | 3 | 4 | 6 | 12
  /** Inside the field, at its right. */
  unit?: string
  /** Figures of one width. */
  isNumber?: boolean
  isDay?: boolean
  isLong?: boolean
  /** Not a plain field: terms, readings, values to choose from. */
  control?: 'conclusion' | 'index' | 'birefringence' | 'choices'
  /** The warnings of the section stand below it. */
  isLastReading?: true
}
export interface FormSection {
  title: string
  fields: readonly FormField[]
}

const SAMPLE: readonly FormField[] = [
  { member: 'conclusion', width: 6, control: 'conclusion' },
  { member: 'conclusionEn', width: 6 },
  { member: 'totalMassG', width: 3, isNumber: true, unit: 'g' },
  { member: 'lengthMm', width: 2, isNumber: true, unit: 'mm' },
  { member: 'widthMm', width: 2, isNumber: true, unit: 'mm' },
  { member: 'heightMm', width: 2, isNumber: true, unit: 'mm' },
  { member: 'shape', width: 3 },
  { member: 'color', width: 4 },
  { member: 'transparency', width: 4 },
  { member: 'lustre', width: 4 },
]
const INDEX: FormField = { member: 'refractiveIndex', width: 3, isNumber: true, control: 'index' }
const BIREFRINGENCE: FormField = { member: '双折射率', width: 3, isNumber: true, control: 'birefringence' }
const DENSITY: FormField = { member: 'specificGravity', width: 3, isNumber: true, unit: 'g/cm³' }
const HARDNESS: FormField = { member: '摩氏硬度', width: 3, isNumber: true }
const OBSERVED: readonly FormField[] = [
  { member: 'fluorescence', width: 4 },
  { member: 'spectrum', width: 4 },
  { member: '红外光谱', width: 4 },
  { member: 'magnification', width: 12, isLong: true },
]
const AGGREGATE: readonly FormField[] = [
  INDEX,
  BIREFRINGENCE,
  DENSITY,
  { ...HARDNESS, isLastReading: true },
  ...OBSERVED,
]
/** The index takes two columns of three: the lesser and the greater reading. */
const CRYSTAL: readonly FormField[] = [
  INDEX,
  BIREFRINGENCE,
  { ...DENSITY, isLastReading: true },
  HARDNESS,
  { member: '光性特征', width: 3 },
  { member: '多色性', width: 3 },
  { member: 'fluorescence', width: 3 },
  { member: 'spectrum', width: 12 },
  { member: 'magnification', width: 12, isLong: true },
]
const GRADED: readonly FormField[] = [
  { member: 'caratMassCt', width: 4, isNumber: true, unit: 'ct' },
  { member: 'colorGrade', width: 4, control: 'choices' },
  { member: 'clarityGrade', width: 4, control: 'choices' },
  { member: 'cutGrade', width: 4, control: 'choices' },
  { member: 'polish', width: 4, control: 'choices' },
  { member: 'symmetry', width: 4, control: 'choices' },
  { member: 'inscription', width: 12 },
]
const DIAMOND: readonly FormField[] = [
  { ...INDEX, width: 4 },
  { ...DENSITY, width: 4, isLastReading: true },
  { member: 'fluorescence', width: 4 },
  { member: 'spectrum', width: 12 },
  { member: 'magnification', width: 12, isLong: true },
]
const METAL: readonly FormField[] = [
  { member: 'metal', width: 4, control: 'choices' },
  { member: 'fineness', width: 4, control: 'choices' },
  { member: 'inscription', width: 4 },
]
const TEXTS: readonly FormField[] = [
  { member: 'treatment', width: 6 },
  { member: 'standards', width: 6, control: 'choices' },
  { member: 'remarks', width: 12, isLong: true },
]
const DAYS: readonly FormField[] = [
  { member: 'receivedOn', width: 3, isDay: true },
  { member: 'testedOn', width: 3, isDay: true },
]

/** The sections that a category has. */
export function sectionsOf(category: CertificateCategory): readonly FormSection[] {
  const aggregate = { title: '测量', fields: AGGREGATE }
  const middle: Record<CertificateCategory, readonly FormSection[]> = {
    gemstone: [{ title: '测量', fields: CRYSTAL }],
    jade: [aggregate],
    turquoise: [aggregate],
    organic: [aggregate],
    diamond: [
      { title: '分级', fields: GRADED },
      { title: '测量', fields: DIAMOND },
    ],
    metal: [{ title: '贵金属', fields: METAL }, aggregate],
  }
  return [
    { title: '样品', fields: SAMPLE },
    ...middle[category],
    { title: '文字', fields: TEXTS },
    { title: '日期', fields: DAYS },
  ]
}

/** Without the unit, which stands inside the field. */
export const labelOf = (member: string): string => titleOf(member).replace(/（(?:g|mm|ct|g\/cm³)）$/, '')

export const isPlaced = (category: CertificateCategory, member: string | null): boolean =>
  sectionsOf(category).some(({ fields }) => fields.some((field) => field.member === member))

/** What was typed under another category, or came under a name of its own. */
export const unplacedMembers = (category: CertificateCategory, fields: Readonly<Record<string, string>>): string[] =>
  Object.keys(fields).filter((member) => !isPlaced(category, member))
