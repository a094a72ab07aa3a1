import {
  CERTIFICATE_FIELDS,
  CERTIFICATE_MEMBERS,
  type CertificateMember,
  type CellKind as FieldCellKind,
  FREE_MEMBER,
} from '../certificate-fields.ts'

/** Kind of value in a cell: that of a field, or one that only the import knows; `free` values stay unchanged. */
type CellKind = FieldCellKind | 'free' | 'state' | 'sizes'

export interface Column {
  /** Member of the contract, or one that only the import knows. */
  member: string
  kind: CellKind
  /** Title that readers see. */
  title: string
}

/** Members of the import that decide about a certificate but are not printed on it. */
export const OWN_MEMBERS = ['checkCode', 'state', 'newerNo', 'reason', 'changedOn'] as const

/** Headings in files that name a field, beside its label. */
const ALIASES: Readonly<Partial<Record<CertificateMember, readonly string[]>>> = {
  certificateNo: ['编号', '证书号'],
  category: ['类别', '检验类别', '检测类别'],
  conclusion: ['检测结论', '鉴定结论', '结论'],
  conclusionEn: ['检验结论（英文）'],
  shape: ['琢型'],
  totalMassG: ['重量（g）', '质量（g）'],
  heightMm: ['厚（mm）', '厚'],
  refractiveIndex: ['RI'],
  specificGravity: ['相对密度', '比重', 'SG'],
  fluorescence: ['荧光'],
  spectrum: ['可见光谱'],
  treatment: ['处理'],
  metal: ['金属', '材质'],
  fineness: ['成色', '贵金属含量'],
  caratMassCt: ['质量（ct）'],
  polish: ['抛光'],
  symmetry: ['对称性', '对称'],
  inscription: ['刻字', '腰码'],
  standards: ['检测依据', '依据标准'],
  pictures: ['照片', '影像'],
  receivedOn: ['送检日期'],
  testedOn: ['检测日期'],
  issuedOn: ['发证日期'],
  inspector: ['检验员', '检验人'],
  reviewer: ['审核人', '复核'],
  approver: ['批准人', '签发人'],
}

/** Columns that are no field of a certificate: member, kind, headings. Free columns are stored under their own names. */
const OTHER_COLUMNS: readonly [member: string, kind: CellKind, ...titles: [string, ...string[]]][] = [
  ['checkCode', 'text', '核对码', '校验码', '防伪码'],
  ['state', 'state', '状态', '证书状态'],
  ['newerNo', 'number-no', '新证书编号', '换发编号'],
  ['reason', 'text', '变更原因', '撤销原因', '原因'],
  ['changedOn', 'day', '变更日期', '撤销日期', '换发日期'],
  ['sizes', 'sizes', '尺寸（mm）', '尺寸'],
  ['双折射率', 'free', '双折射率'],
  ['摩氏硬度', 'free', '摩氏硬度'],
  ['光性特征', 'free', '光性特征', '光性'],
  ['多色性', 'free', '多色性'],
  ['红外光谱', 'free', '红外光谱'],
]

const BY_HEADING = new Map<string, Column>()
for (const member of CERTIFICATE_MEMBERS.filter((name) => name !== 'version')) {
  const { cell, label, unit } = CERTIFICATE_FIELDS[member]
  const title = unit ? `${label}（${unit}）` : label
  addColumn({ member, kind: cell, title }, [label, ...(ALIASES[member] ?? [])])
}
for (const [member, kind, title, ...others] of OTHER_COLUMNS) addColumn({ member, kind, title }, others)

function addColumn(column: Column, headings: readonly string[]): void {
  for (const heading of [column.member, column.title, ...headings]) BY_HEADING.set(toKey(heading), column)
}

/** Normalises a heading: full and half width, capitals and blanks make no difference. */
function toKey(heading: string): string {
  return heading
    .normalize('NFKC')
    .replace(/[\s\ufeff\u200b]/g, '')
    .toLowerCase()
}

/** Names that the contract accepts for free members. */
const FREE_NAME = new RegExp(FREE_MEMBER, 'u')

/** @returns `undefined` for an unknown heading */
export function findColumn(heading: string): Column | undefined {
  return BY_HEADING.get(toKey(heading))
}

/**
 * Whether a certificate may have a value under this name. `version` is computed and not given. Names of members that every object
 * has, e.g. `constructor`, are refused, because readers of certificates store values in objects.
 */
export function isFreeName(name: string): boolean {
  return FREE_NAME.test(name) && !(OWN_MEMBERS as readonly string[]).includes(name) && !(name in Object.prototype)
}

/** Members of the contract in its order, so that the same certificate always gives the same text. */
export const MEMBER_ORDER = CERTIFICATE_MEMBERS.filter((name) => name !== 'certificateNo' && name !== 'version')

/** Formats a member with its unit, as headings of files and messages name it. */
export function formatColumnTitle(member: string): string {
  return BY_HEADING.get(toKey(member))?.title ?? member
}
