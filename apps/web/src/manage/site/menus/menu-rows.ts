import type { FooterGroup, HeaderItem, MenuLink } from '@portal/contract/site/site-settings.ts'

/** An entry of a menu in a flat list. `level` 1: below the last row of level 0. */
export interface MenuRow extends MenuLink {
  level: 0 | 1
}

/** The two menus as lists of rows. A group of the footer is a row of level 0 without a target. */
export type MenuName = 'headerMenu' | 'footerLinks'
export type MenuValue = readonly HeaderItem[] | readonly FooterGroup[]

export function toRows(menu: MenuValue): MenuRow[] {
  return menu.flatMap((item): MenuRow[] => {
    const links = (item.links ?? []).map((link) => ({ ...link, level: 1 as const }))
    if ('title' in item) return [{ level: 0, text: item.title, to: '' }, ...links]
    const { links: _links, ...own } = item
    return [{ ...own, level: 0 }, ...links]
  })
}

/** Converts rows to the form that is stored. Members that are not set are left out. */
export function toMenu(name: MenuName, rows: readonly MenuRow[]): HeaderItem[] | FooterGroup[] {
  const blocks = splitBlocks(rows).map(([parent, ...below]) => ({ parent, links: below.map(toLink) }))
  if (name === 'footerLinks') return blocks.map(({ parent, links }) => ({ title: parent.text, links }))
  return blocks.map(({ parent, links }) => ({ ...toLink(parent), ...(links.length > 0 && { links }) }))
}

const toLink = ({ text, to, note, isOff }: MenuRow): MenuLink => ({
  text,
  to,
  ...(note && { note }),
  ...(isOff && { isOff }),
})

type Block = [MenuRow, ...MenuRow[]]

/** Splits rows into parents, each with the rows below it. */
function splitBlocks(rows: readonly MenuRow[]): Block[] {
  const blocks: Block[] = []
  for (const row of rows) {
    const last = blocks[blocks.length - 1]
    if (row.level === 1 && last) last.push(row)
    else blocks.push([{ ...row, level: 0 }])
  }
  return blocks
}

/** Row that a key moves: `in` below the parent before it, `out` to the first level. */
export type Step = 'up' | 'down' | 'in' | 'out'

/** Moves a row, a parent with the rows below it. @returns the rows and the new place, or `null` when it cannot move so */
export function moveRow(rows: readonly MenuRow[], at: number, step: Step): { rows: MenuRow[]; at: number } | null {
  const row = rows[at]
  if (!row) return null
  if (row.level === 0) return step === 'in' ? indent(rows, at) : step === 'out' ? null : moveBlock(rows, at, step)
  if (step === 'out') return outdent(rows, at)
  if (step === 'in') return null
  const next = step === 'up' ? at - 1 : at + 1
  // The first row is a parent, above which nothing can stand below another one.
  if (next < 1 || next >= rows.length) return null
  if (rows[next]?.level === 0 && isPageAlone(rows, step === 'up' ? next - 1 : next)) return null
  return { rows: swap(rows, at, next), at: next }
}

/** Whether a row is a page without rows below it: an arrow does not make it a group, only 收为下级 does. */
const isPageAlone = (rows: readonly MenuRow[], at: number) =>
  rows[at]?.level === 0 && rows[at].to !== '' && (at + 1 >= rows.length || rows[at + 1]?.level === 0)

function swap(rows: readonly MenuRow[], one: number, other: number): MenuRow[] {
  const moved = [...rows]
  moved[one] = rows[other] as MenuRow
  moved[other] = rows[one] as MenuRow
  return moved
}

/** Index of the top-level entry that starts at a row. */
const findBlock = (rows: readonly MenuRow[], at: number) => rows.slice(0, at).filter(({ level }) => level === 0).length

function moveBlock(rows: readonly MenuRow[], at: number, step: 'up' | 'down') {
  const blocks = splitBlocks(rows)
  const from = findBlock(rows, at)
  const to = step === 'up' ? from - 1 : from + 1
  const [block, other] = [blocks[from], blocks[to]]
  if (!block || !other) return null
  blocks[from] = other
  blocks[to] = block
  return { rows: blocks.flat(), at: at + (step === 'up' ? -other.length : other.length) }
}

function indent(rows: readonly MenuRow[], at: number) {
  const row = rows[at]
  const isParent = rows[at + 1]?.level === 1
  if (!row || at === 0 || isParent || row.to === '') return null
  return { rows: rows.map((one, nth) => (nth === at ? { ...one, level: 1 as const } : one)), at }
}

function outdent(rows: readonly MenuRow[], at: number) {
  const blocks = splitBlocks(rows)
  const of = findBlock(rows, at) - 1
  const row = rows[at]
  const parent = blocks[of]
  if (!row || !parent) return null
  const rest = parent.filter((one) => one !== row) as Block
  blocks.splice(of, 1, rest, [{ ...row, level: 0 }])
  const before = blocks.slice(0, of + 1).flat().length
  return { rows: blocks.flat(), at: before }
}

/** Removes a row, a parent with the rows below it. */
export function removeRow(rows: readonly MenuRow[], at: number): MenuRow[] {
  if (rows[at]?.level === 1) return rows.filter((_row, nth) => nth !== at)
  const of = findBlock(rows, at)
  return splitBlocks(rows)
    .filter((_block, nth) => nth !== of)
    .flat()
}

/** Counts the rows below a parent. */
export function countBelow(rows: readonly MenuRow[], at: number): number {
  const block = splitBlocks(rows)[findBlock(rows, at)]
  return rows[at]?.level === 0 && block ? block.length - 1 : 0
}
