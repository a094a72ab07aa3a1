/* The fields of a certificate. The page, the English page, paper, card, desk, history and files read them from here. */

/** Kind of value in a cell of a file. Numbers have their unit in the heading. */
export type CellKind = 'text' | 'number' | 'day' | 'standards' | 'pictures' | 'number-no' | 'category'

/** Position of a field: beside the table, in one of its groups, or with the signatures. */
export type FieldGroup = 'head' | 'stone' | 'diamond' | 'metal' | 'paper' | 'foot'

export interface CertificateField {
  /** Printed label without its unit, in the words of GB/T 16552, GB/T 16553, GB/T 16554 and GB 11887. */
  label: string
  labelEn: string
  group: FieldGroup
  cell: CellKind
  unit?: 'g' | 'mm' | 'ct' | 'g/cm³' | '%' | '°'
  /** Minimum and maximum number of decimals when the typed digits are not stored. */
  places?: readonly [least: number, most: number]
  /** Control in the desk's form; a one-line text field when left out. */
  control?: 'conclusion' | 'index' | 'choices' | 'lines'
  /** Rank on a card, which has space for few fields; `always`: a buyer must see it. */
  card?: number | 'always'
  /** The field spans the whole width of the table. */
  isWide?: true
}

/** Preserves the literal kind of each field, so that the members with a number form a type. */
const defineFields = <const F extends Readonly<Record<string, CertificateField>>>(fields: F) =>
  fields as { readonly [M in keyof F]: CertificateField & { readonly cell: F[M]['cell'] } }

/** Every field of a certificate, in the order in which values are stored. */
export const CERTIFICATE_FIELDS = defineFields({
  certificateNo: {
    label: '证书编号',
    labelEn: 'Certificate No.',
    group: 'head',
    cell: 'number-no',
  },
  version: { label: '版本', labelEn: 'Version', group: 'head', cell: 'text' },
  category: {
    label: '样品类别',
    labelEn: 'Category',
    group: 'head',
    cell: 'category',
  },
  conclusion: {
    label: '检验结论',
    labelEn: 'Conclusion',
    group: 'head',
    cell: 'text',
    control: 'conclusion',
  },
  conclusionEn: {
    label: '英文结论',
    labelEn: 'English conclusion',
    group: 'head',
    cell: 'text',
  },
  shape: { label: '形状', labelEn: 'Shape and cut', group: 'stone', cell: 'text', card: 8 },
  totalMassG: {
    label: '总质量',
    labelEn: 'Total mass',
    group: 'stone',
    cell: 'number',
    unit: 'g',
    places: [2, 4],
    card: 1,
  },
  lengthMm: { label: '长', labelEn: 'Length', group: 'stone', cell: 'number', unit: 'mm', places: [2, 2] },
  widthMm: { label: '宽', labelEn: 'Width', group: 'stone', cell: 'number', unit: 'mm', places: [2, 2] },
  heightMm: {
    label: '高',
    labelEn: 'Height',
    group: 'stone',
    cell: 'number',
    unit: 'mm',
    places: [2, 2],
  },
  color: { label: '颜色', labelEn: 'Colour', group: 'stone', cell: 'text', card: 10 },
  transparency: { label: '透明度', labelEn: 'Transparency', group: 'stone', cell: 'text' },
  lustre: { label: '光泽', labelEn: 'Lustre', group: 'stone', cell: 'text' },
  refractiveIndex: {
    label: '折射率',
    labelEn: 'Refractive index',
    group: 'stone',
    cell: 'text',
    control: 'index',
    card: 11,
  },
  specificGravity: {
    label: '密度',
    labelEn: 'Density',
    group: 'stone',
    cell: 'number',
    unit: 'g/cm³',
    places: [2, 3],
    card: 12,
  },
  fluorescence: { label: '紫外荧光', labelEn: 'UV fluorescence', group: 'stone', cell: 'text' },
  magnification: {
    label: '放大检查',
    labelEn: 'Magnification',
    group: 'stone',
    cell: 'text',
    control: 'lines',
    isWide: true,
  },
  spectrum: { label: '吸收光谱', labelEn: 'Spectrum', group: 'stone', cell: 'text' },
  treatment: {
    label: '优化处理',
    labelEn: 'Treatment',
    group: 'stone',
    cell: 'text',
    card: 'always',
    isWide: true,
  },
  metal: {
    label: '贵金属',
    labelEn: 'Metal',
    group: 'metal',
    cell: 'text',
    control: 'choices',
    card: 6,
  },
  fineness: {
    label: '纯度',
    labelEn: 'Fineness',
    group: 'metal',
    cell: 'text',
    control: 'choices',
    card: 7,
  },
  caratMassCt: {
    label: '钻石质量',
    labelEn: 'Carat mass',
    group: 'diamond',
    cell: 'number',
    unit: 'ct',
    places: [2, 3],
    card: 2,
  },
  colorGrade: {
    label: '颜色级别',
    labelEn: 'Colour grade',
    group: 'diamond',
    cell: 'text',
    control: 'choices',
    card: 3,
  },
  clarityGrade: {
    label: '净度级别',
    labelEn: 'Clarity grade',
    group: 'diamond',
    cell: 'text',
    control: 'choices',
    card: 4,
  },
  cutGrade: {
    label: '切工级别',
    labelEn: 'Cut grade',
    group: 'diamond',
    cell: 'text',
    control: 'choices',
    card: 5,
  },
  polish: {
    label: '抛光级别',
    labelEn: 'Polish',
    group: 'diamond',
    cell: 'text',
    control: 'choices',
  },
  symmetry: {
    label: '对称级别',
    labelEn: 'Symmetry',
    group: 'diamond',
    cell: 'text',
    control: 'choices',
  },
  tablePct: { label: '台宽比', labelEn: 'Table', group: 'diamond', cell: 'number', unit: '%', places: [0, 1] },
  depthPct: { label: '全深比', labelEn: 'Total depth', group: 'diamond', cell: 'number', unit: '%', places: [0, 1] },
  crownAngleDeg: { label: '冠角', labelEn: 'Crown angle', group: 'diamond', cell: 'number', unit: '°', places: [0, 1] },
  pavilionAngleDeg: {
    label: '亭角',
    labelEn: 'Pavilion angle',
    group: 'diamond',
    cell: 'number',
    unit: '°',
    places: [0, 1],
  },
  pearlLustreGrade: { label: '光泽级别', labelEn: 'Lustre grade', group: 'stone', cell: 'text', control: 'choices' },
  surfaceGrade: { label: '光洁度级别', labelEn: 'Surface grade', group: 'stone', cell: 'text', control: 'choices' },
  matchingGrade: { label: '匹配性级别', labelEn: 'Matching grade', group: 'stone', cell: 'text', control: 'choices' },
  nacreMm: {
    label: '珠层厚度',
    labelEn: 'Nacre thickness',
    group: 'stone',
    cell: 'number',
    unit: 'mm',
    places: [1, 2],
  },
  transparencyGrade: { label: '透明度级别', labelEn: 'Transparency grade', group: 'stone', cell: 'text' },
  textureGrade: { label: '质地级别', labelEn: 'Texture grade', group: 'stone', cell: 'text' },
  inscription: {
    label: '印记',
    labelEn: 'Inscription',
    group: 'paper',
    cell: 'text',
    card: 13,
  },
  standards: {
    label: '检验依据',
    labelEn: 'Standards',
    group: 'paper',
    cell: 'standards',
    control: 'choices',
    isWide: true,
  },
  remarks: {
    label: '备注',
    labelEn: 'Remarks',
    group: 'paper',
    cell: 'text',
    control: 'lines',
    card: 'always',
    isWide: true,
  },
  amendment: { label: '变更说明', labelEn: 'Amendment', group: 'paper', cell: 'text', isWide: true },
  accreditation: { label: '资质标志', labelEn: 'Accreditation', group: 'paper', cell: 'text' },
  pictures: { label: '图片', labelEn: 'Pictures', group: 'head', cell: 'pictures' },
  receivedOn: { label: '收样日期', labelEn: 'Received', group: 'paper', cell: 'day' },
  testedOn: { label: '检验日期', labelEn: 'Tested', group: 'paper', cell: 'day' },
  issuedOn: { label: '签发日期', labelEn: 'Date of issue', group: 'foot', cell: 'day' },
  inspector: { label: '主检', labelEn: 'Examined by', group: 'foot', cell: 'text' },
  reviewer: { label: '审核', labelEn: 'Reviewed by', group: 'foot', cell: 'text' },
  approver: { label: '批准', labelEn: 'Approved by', group: 'foot', cell: 'text' },
})

/** Label and unit of length, width and height printed in one line. */
export const SIZE_FIELD = {
  member: 'size',
  label: '尺寸',
  labelEn: 'Measurements',
  group: 'stone',
  card: 9,
} as const

export type CertificateMember = keyof typeof CERTIFICATE_FIELDS
export const CERTIFICATE_MEMBERS = Object.keys(CERTIFICATE_FIELDS) as CertificateMember[]

/** Finds the field of a member; `undefined` for a free member. */
export const findField = (member: string): CertificateField | undefined =>
  isCertificateMember(member) ? CERTIFICATE_FIELDS[member] : undefined

export const isCertificateMember = (member: string): member is CertificateMember =>
  Object.hasOwn(CERTIFICATE_FIELDS, member)

/** Members whose value is a number. */
export type NumberMember = {
  [M in CertificateMember]: (typeof CERTIFICATE_FIELDS)[M]['cell'] extends 'number' ? M : never
}[CertificateMember]

export const isNumberMember = (member: string): member is NumberMember => findField(member)?.cell === 'number'

/** Pattern for the names of free members; needs the flag `u`. */
export const FREE_MEMBER = `^(?!(?:${CERTIFICATE_MEMBERS.join('|')}|printed)$)[\\p{L}_][\\p{L}\\p{N}_ （）()/.-]{0,39}$`
/** Maximum length of the value of a free member, in characters. */
export const FREE_MEMBER_MAX = 2000
