import {
  CERTIFICATE_FIELDS,
  CERTIFICATE_MEMBERS,
  type CellKind as FieldCellKind,
  FREE_MEMBER,
} from '../certificate-fields.ts'

/** How a cell is read: as a field, or by a way of this import's own; `free` stays as it stands. */
type CellKind = FieldCellKind | 'free' | 'state' | 'sizes'

export interface Column {
  /** The contract's member, or one of this import's own. */
  member: string
  kind: CellKind
  /** As a reader sees it. */
  title: string
}

/** Own members: what decides of a certificate without standing on it. */
export const OWN_MEMBERS = ['checkCode', 'state', 'newerNo', 'reason', 'changedOn'] as const

/** Columns that are no field of a certificate: member, kind, headings. Free ones are stored under their own names. */
const OTHER_COLUMNS: readonly [member: string, kind: CellKind, ...titles: [string, ...string[]]][] = [
  ['checkCode', 'text', '核对码', '校验码', '防伪码'],
  ['state', 'state', '状态', '证书状态'],
  ['newerNo', 'number-no', '新证书编号', '换发编号'],
  ['reason', 'text', '变更原因', '撤销原因', '原因'],
  ['changedOn', 'day', '变更日期', '撤销日期', '换发日期'],
  ['sizes', 'sizes', '尺寸（mm）', '尺寸'],
  ['双折射率', 'free', '双折射率'],
  ['摩氏硬度', 'free', '摩氏硬度'],
]

const BY_HEADING = new Map<string, Column>()
for (const [member, { cell, label, unit, aliases = [] }] of Object.entries(CERTIFICATE_FIELDS)) {
  if (member === 'version') continue
  addColumn({ member, kind: cell, title: unit ? `${label}（${unit}）` : label }, [label, ...aliases])
}
for (const [member, kind, title, ...others] of OTHER_COLUMNS) addColumn({ member, kind, title }, others)

function addColumn(column: Column, headings: readonly string[]): void {
  for (const heading of [column.member, column.title, ...headings]) BY_HEADING.set(toKey(heading), column)
}

/** Full and half width, capitals and blanks make no difference. */
function toKey(heading: string): string {
  return heading
    .normalize('NFKC')
    .replace(/[\s\ufeff\u200b]/g, '')
    .toLowerCase()
}

/** Names that the contract lets pass beyond its own members. */
const FREE_NAME = new RegExp(FREE_MEMBER, 'u')

/** @returns `undefined` for an unknown heading */
export function knownColumn(heading: string): Column | undefined {
  return BY_HEADING.get(toKey(heading))
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

/** A member as the headings of files and messages name it, with its unit. */
export function columnTitle(member: string): string {
  return BY_HEADING.get(toKey(member))?.title ?? member
}
