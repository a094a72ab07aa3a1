import { CERTIFICATE_MEMBERS, FREE_MEMBER } from '../certificate-members.ts'

/** How a cell is read. Numbers have their unit in the heading; `free` stays as it stands. */
type CellKind =
  | 'text'
  | 'free'
  | 'number'
  | 'day'
  | 'standards'
  | 'pictures'
  | 'number-no'
  | 'state'
  | 'category'
  | 'sizes'

export interface Column {
  /** The contract's member, or one of this import's own. */
  member: string
  kind: CellKind
  /** As a reader sees it. */
  title: string
}

/** Own members: what decides of a certificate without standing on it. */
export const OWN_MEMBERS = ['checkCode', 'state', 'newerNo', 'reason', 'changedOn'] as const

/** Every heading that is known: member, kind, headings; the first is used in messages. */
const HEADINGS: readonly [member: string, kind: CellKind, ...titles: [string, ...string[]]][] = [
  ['certificateNo', 'number-no', '证书编号', '编号', '证书号'],
  ['checkCode', 'text', '核对码', '校验码', '防伪码'],
  ['state', 'state', '状态', '证书状态'],
  ['newerNo', 'number-no', '新证书编号', '换发编号'],
  ['reason', 'text', '变更原因', '撤销原因', '原因'],
  ['changedOn', 'day', '变更日期', '撤销日期', '换发日期'],
  ['category', 'category', '类别', '检验类别', '检测类别', '样品类别'],
  ['conclusion', 'text', '检验结论', '检测结论', '鉴定结论', '结论'],
  ['conclusionEn', 'text', '英文结论', '检验结论（英文）'],
  ['shape', 'text', '形状', '琢型'],
  ['totalMassG', 'number', '总质量（g）', '总质量', '重量（g）', '质量（g）'],
  ['lengthMm', 'number', '长（mm）', '长'],
  ['widthMm', 'number', '宽（mm）', '宽'],
  ['heightMm', 'number', '高（mm）', '高', '厚（mm）', '厚'],
  ['sizes', 'sizes', '尺寸（mm）', '尺寸'],
  ['color', 'text', '颜色'],
  ['transparency', 'text', '透明度'],
  ['lustre', 'text', '光泽'],
  ['refractiveIndex', 'text', '折射率', 'RI'],
  ['specificGravity', 'number', '密度（g/cm³）', '密度', '相对密度', '比重', 'SG'],
  // Stored under their own name, as free columns are.
  ['双折射率', 'free', '双折射率'],
  ['摩氏硬度', 'free', '摩氏硬度'],
  ['fluorescence', 'text', '紫外荧光', '荧光'],
  ['magnification', 'text', '放大检查'],
  ['spectrum', 'text', '吸收光谱', '可见光谱'],
  ['treatment', 'text', '优化处理', '处理'],
  ['metal', 'text', '贵金属', '金属'],
  ['fineness', 'text', '成色', '纯度', '贵金属含量'],
  ['caratMassCt', 'number', '钻石质量（ct）', '钻石质量', '质量（ct）'],
  ['colorGrade', 'text', '颜色级别'],
  ['clarityGrade', 'text', '净度级别'],
  ['cutGrade', 'text', '切工级别'],
  ['polish', 'text', '抛光级别', '抛光'],
  ['symmetry', 'text', '对称级别', '对称性', '对称'],
  ['inscription', 'text', '刻字', '腰码', '印记'],
  ['standards', 'standards', '检验依据', '检测依据', '依据标准'],
  ['remarks', 'text', '备注'],
  ['pictures', 'pictures', '图片', '照片'],
  ['receivedOn', 'day', '收样日期', '送检日期'],
  ['testedOn', 'day', '检验日期', '检测日期'],
  ['issuedOn', 'day', '签发日期', '发证日期'],
  ['inspector', 'text', '检验员', '检验人', '主检'],
  ['reviewer', 'text', '审核', '审核人', '复核'],
  ['approver', 'text', '批准', '批准人', '签发人'],
]

const BY_HEADING = new Map<string, Column>()
for (const [member, kind, ...titles] of HEADINGS) {
  const column = { member, kind, title: titles[0] }
  for (const heading of [member, ...titles]) BY_HEADING.set(keyOf(heading), column)
}

/** Full and half width, capitals and blanks make no difference. */
function keyOf(heading: string): string {
  return heading
    .normalize('NFKC')
    .replace(/[\s\ufeff\u200b]/g, '')
    .toLowerCase()
}

/** Names that the contract lets pass beyond its own members. */
const FREE_NAME = new RegExp(FREE_MEMBER, 'u')

/** @returns `undefined` for an unknown heading */
export function knownColumn(heading: string): Column | undefined {
  return BY_HEADING.get(keyOf(heading))
}

/**
 * Whether a certificate may have a value of this name; `version` is counted, not given. Members of every object, e.g.
 * `constructor`, are refused: readers of certificates keep values in objects.
 */
export function isFreeName(name: string): boolean {
  return FREE_NAME.test(name) && !(OWN_MEMBERS as readonly string[]).includes(name) && !(name in Object.prototype)
}

/** The contract's members in its order, so that the same certificate is always the same text. */
export const MEMBER_ORDER = CERTIFICATE_MEMBERS.filter((name) => name !== 'certificateNo' && name !== 'version')

export function titleOf(member: string): string {
  return BY_HEADING.get(keyOf(member))?.title ?? member
}
