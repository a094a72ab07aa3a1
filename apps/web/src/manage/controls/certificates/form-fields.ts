import { findField } from '@portal/contract/certificates/certificate-fields.ts'
import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'

/** A position on the form. Label, unit and control are those of the field of a certificate. */
export interface FormPlace {
  member: string
  /** Width in columns of twelve. */
  width: 2 | 3 | 4 | 6 | 12
  /** The warnings of the section are shown below this field, otherwise at the end of the section. */
  isLastReading?: true
}
export interface FormSection {
  title: string
  fields: readonly FormPlace[]
}

const SAMPLE: readonly FormPlace[] = [
  { member: 'conclusion', width: 6 },
  { member: 'conclusionEn', width: 6 },
  { member: 'totalMassG', width: 3 },
  { member: 'lengthMm', width: 2 },
  { member: 'widthMm', width: 2 },
  { member: 'heightMm', width: 2 },
  { member: 'shape', width: 3 },
  { member: 'color', width: 4 },
  { member: 'transparency', width: 4 },
  { member: 'lustre', width: 4 },
]
const INDEX: FormPlace = { member: 'refractiveIndex', width: 3 }
const BIREFRINGENCE: FormPlace = { member: '双折射率', width: 3 }
const DENSITY: FormPlace = { member: 'specificGravity', width: 3 }
const HARDNESS: FormPlace = { member: '摩氏硬度', width: 3 }
const AGGREGATE: readonly FormPlace[] = [
  INDEX,
  BIREFRINGENCE,
  DENSITY,
  { ...HARDNESS, isLastReading: true },
  { member: 'fluorescence', width: 4 },
  { member: 'spectrum', width: 4 },
  { member: '红外光谱', width: 4 },
  { member: 'magnification', width: 12 },
]
/** The refractive index takes two of three columns: the lesser and the greater reading. */
const CRYSTAL: readonly FormPlace[] = [
  INDEX,
  BIREFRINGENCE,
  { ...DENSITY, isLastReading: true },
  HARDNESS,
  { member: '光性特征', width: 3 },
  { member: '多色性', width: 3 },
  { member: 'fluorescence', width: 3 },
  { member: 'spectrum', width: 12 },
  { member: 'magnification', width: 12 },
]
const GRADED: readonly FormPlace[] = [
  { member: 'caratMassCt', width: 4 },
  { member: 'colorGrade', width: 4 },
  { member: 'clarityGrade', width: 4 },
  { member: 'cutGrade', width: 4 },
  { member: 'polish', width: 4 },
  { member: 'symmetry', width: 4 },
  { member: 'tablePct', width: 3 },
  { member: 'depthPct', width: 3 },
  { member: 'crownAngleDeg', width: 3 },
  { member: 'pavilionAngleDeg', width: 3 },
  { member: 'inscription', width: 12 },
]
const DIAMOND: readonly FormPlace[] = [
  { ...INDEX, width: 4 },
  { ...DENSITY, width: 4, isLastReading: true },
  { member: 'fluorescence', width: 4 },
  { member: 'spectrum', width: 12 },
  { member: 'magnification', width: 12 },
]
const JADE: readonly FormPlace[] = [
  { member: 'transparencyGrade', width: 6 },
  { member: 'textureGrade', width: 6 },
]
const PEARL: readonly FormPlace[] = [
  { member: 'pearlLustreGrade', width: 3 },
  { member: 'surfaceGrade', width: 3 },
  { member: 'matchingGrade', width: 3 },
  { member: 'nacreMm', width: 3 },
]
const METAL: readonly FormPlace[] = [
  { member: 'metal', width: 4 },
  { member: 'fineness', width: 4 },
  { member: 'inscription', width: 4 },
]
const TEXTS: readonly FormPlace[] = [
  { member: 'treatment', width: 6 },
  { member: 'standards', width: 6 },
  { member: 'remarks', width: 12 },
]
const DAYS: readonly FormPlace[] = [
  { member: 'receivedOn', width: 3 },
  { member: 'testedOn', width: 3 },
]

/** Lists the sections of a category. */
export function listFormSections(category: CertificateCategory): readonly FormSection[] {
  const aggregate = { title: '测量', fields: AGGREGATE }
  const middle: Record<CertificateCategory, readonly FormSection[]> = {
    gemstone: [{ title: '测量', fields: CRYSTAL }],
    jade: [aggregate, { title: '翡翠分级', fields: JADE }],
    turquoise: [aggregate],
    organic: [aggregate, { title: '珍珠分级', fields: PEARL }],
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

/** Label of a field without its unit, which is shown inside the control. */
export const getFieldLabel = (member: string): string => findField(member)?.label ?? member

export const isPlaced = (category: CertificateCategory, member: string | null): boolean =>
  listFormSections(category).some(({ fields }) => fields.some((field) => field.member === member))

/** Members with values that the category has no field for, typed under another category or imported under a free name. */
export const listUnplacedMembers = (
  category: CertificateCategory,
  fields: Readonly<Record<string, string>>,
): string[] => Object.keys(fields).filter((member) => !isPlaced(category, member))
