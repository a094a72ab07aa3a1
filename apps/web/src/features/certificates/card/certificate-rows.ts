import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { type PrintedRow, toPrintedRows } from '@portal/contract/certificates/printed-rows.ts'

export type RowGroup = ReturnType<typeof groupRows>[number]

/**
 * Groups of the table in order, with an empty heading for a group without one. Free members are listed with the stone.
 */
const GROUPS = [
  { name: 'stone', title: '', titleEn: '' },
  { name: 'diamond', title: '钻石分级', titleEn: 'Diamond grading' },
  { name: 'metal', title: '贵金属', titleEn: 'Precious metal' },
  { name: 'paper', title: '', titleEn: '' },
] as const

/** Width of half the table in Latin characters; a Chinese character counts twice. */
const LONG_WIDTH = 26

/** The groups of the table, without empty groups. */
export function groupRows(certificate: Certificate) {
  const all = toPrintedRows(certificate).map((row) => ({ ...row, isWide: row.isWide || isLong(row.value) }))
  return GROUPS.map((group) => {
    const rows = all.filter((row) => row.group === group.name || (row.group === 'free' && group.name === 'stone'))
    return { ...group, rows: sortByWidth(rows) }
  }).filter(({ rows }) => rows.length > 0)
}

/** Puts narrow rows first, to avoid a gap before a row that takes the whole width. */
function sortByWidth(rows: readonly PrintedRow[]): PrintedRow[] {
  return [...rows.filter(({ isWide }) => !isWide), ...rows.filter(({ isWide }) => isWide)]
}

function isLong(text: string): boolean {
  return text.length + (text.match(/[^\0-\u2fff]/g)?.length ?? 0) > LONG_WIDTH
}
