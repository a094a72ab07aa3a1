import { makeCertificateNo, readCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import type { ColumnUse } from '@portal/contract/certificates/desk/batch-rules.ts'
import { findColumn } from '@portal/contract/certificates/rules/certificate-columns.ts'
import { findHeading, type Heading } from '@portal/contract/certificates/rules/certificate-row.ts'
import { SIGNED_MEMBERS } from '@portal/contract/certificates/rules/desk-fields.ts'
import type { TableRow } from '#certificates/import/table-file.ts'
import { toRawCell } from '#certificates/import/tables/raw-cells.ts'
import { listEmptied } from '#certificates/import/tables/table-cells.ts'

/** A stored cell of a batch: its value as typed or corrected, and the reason why the value in the file cannot be used. */
interface BatchCell {
  member: string
  value: string
  problem?: { text: string; suggestion?: string }
}

export interface BatchCells {
  cells: BatchCell[]
  /** The check code as typed, which is never among the cells. */
  code: string | null
  /** Members whose cell is present and empty. A correction empties them; members without a cell keep their published value. */
  empty: readonly string[]
  /** The reason when the line cannot be read at all, else `null`. */
  fault: string | null
}

export const CODE = 'checkCode'
/** Members that a batch ignores, besides those that an approval writes: other pages set them. */
const LEFT_OUT: readonly string[] = ['newerNo', 'changedOn']

export function toColumnUse(heading: Heading | string | null): ColumnUse {
  if (heading === null) return 'left'
  if (typeof heading === 'string') return 'unusable'
  const { member } = heading
  if (member === 'pictures') return 'pictures'
  if (member !== 'certificateNo' && SIGNED_MEMBERS.includes(member)) return 'signed'
  if (LEFT_OUT.includes(member)) return 'left'
  return findColumn(member) ? 'known' : 'own'
}

const isUsed = (member: string): boolean => {
  const use = toColumnUse(findHeading(member))
  return use === 'known' || use === 'own'
}

const toText = (value: unknown): string => (Array.isArray(value) ? value.map(String).join('、') : String(value))

/** Maximum number of cells of a row; pages show fifty. */
const CELLS_MAX = 100
const ROW_MAX_BYTES = 32 * 1024

/** Returns the reason when a row is too large, else `null`. */
export function checkRowSize(cells: readonly BatchCell[]): string | null {
  if (cells.length > CELLS_MAX) return '这一行超过 100 项，无法导入'
  const bytes = cells.reduce(
    (sum, { value, problem }) => sum + Buffer.byteLength(value + (problem?.suggestion ?? '')),
    0,
  )
  return bytes > ROW_MAX_BYTES ? '这一行的文字超过 32 KB，无法导入' : null
}

/** Converts a row of a file to the cells that a batch stores. @param leftOut members that are not stored */
export function toBatchCells({ cells, problems, empty }: TableRow, leftOut: ReadonlySet<string>): BatchCells {
  if (typeof cells === 'string') return { cells: [], code: null, empty: [], fault: cells }
  const kept: BatchCell[] = []
  let code: string | null = null
  for (const [{ member, title }, value] of cells) {
    if (!isUsed(member) || leftOut.has(member) || value === null) continue
    const { text, problem } = toRawCell(toText(value).trim())
    if (member === CODE) code = text
    const fault = problem === undefined ? {} : { problem: { text: `${title}${problem}` } }
    kept.push({ member, value: member === CODE ? '' : text, ...fault })
  }
  for (const { member, text, shown, suggestion } of problems) {
    if (!isUsed(member) || leftOut.has(member)) continue
    const value = member === CODE ? '' : shown
    kept.push({ member, value, problem: { text, ...(suggestion !== undefined && { suggestion }) } })
  }
  return limitSize({ cells: kept, code, empty: empty.filter((member) => !leftOut.has(member)), fault: null })
}

/** Returns the row; one that is too large loses its cells and has a fault instead. */
export function limitSize(row: BatchCells): BatchCells {
  const fault = checkRowSize(row.cells)
  return fault === null ? row : { cells: [], code: null, empty: [], fault }
}

/** Returns the cells with a corrected value. An empty value leaves an empty cell. */
export function fixCell(row: BatchCells, member: string, value: string): BatchCells {
  const others = row.cells.filter((cell) => cell.member !== member)
  const at = row.cells.findIndex((cell) => cell.member === member)
  const text = value.trim()
  if (text !== '') others.splice(at < 0 ? others.length : at, 0, { member, value: member === CODE ? '' : text })
  const heading = findHeading(member)
  const emptied = text !== '' || typeof heading === 'string' ? [] : listEmptied(heading)
  return {
    ...row,
    cells: others,
    code: member === CODE ? text || null : row.code,
    empty: [...row.empty.filter((one) => one !== member), ...emptied],
  }
}

const UNITS: Readonly<Record<string, RegExp>> = {
  totalMassG: /^(?:g|克)$/i,
  caratMassCt: /^(?:ct|克拉)$/i,
  lengthMm: /^(?:mm|毫米)$/i,
  widthMm: /^(?:mm|毫米)$/i,
  heightMm: /^(?:mm|毫米)$/i,
  specificGravity: /^(?:g\/cm(?:3|³))$/i,
}

/** Returns the value that was probably meant, for a button beside the fault. */
export function likelyValue(member: string, value: string): string | null {
  const likely = meantBy(member, value)
  return likely === value ? null : likely
}

function meantBy(member: string, value: string): string | null {
  const plain = value.normalize('NFKC').replace(/\s/g, '')
  if (member === 'certificateNo') {
    const reading = readCertificateNo(value)
    if (reading.kind !== 'wrong') return null
    // Numbers are often filled in by dragging a cell, which knows no check digits.
    const [, day = '', serial = ''] = /^SH(\d{8})(\d{5})\d$/.exec(reading.text) ?? []
    return reading.fault === 'check' ? makeCertificateNo(day, Number(serial)) : (reading.suggestions[0] ?? null)
  }
  const heading = findHeading(member)
  if (typeof heading === 'string') return null
  if (heading.kind === 'number') return likelyNumber(member, plain)
  if (heading.kind === 'day')
    return /^\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?(?=[T\d:]*$)/.exec(plain)?.[0].slice(0, 10) ?? null
  return null
}

function likelyNumber(member: string, plain: string): string | null {
  const [, number = '', unit = ''] = /^(-?[\d.,]+)(.*)$/.exec(plain) ?? []
  if (unit !== '' && !UNITS[member]?.test(unit)) return null
  if (/^\d+(?:\.\d+)?$/.test(number)) return unit === '' ? null : number
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(number)) return number.replaceAll(',', '')
  return /^\d+,\d{1,2}$/.test(number) ? number.replace(',', '.') : null
}

/** Splits a cell with length, width and height into its values as typed. */
export function splitSizes(value: string): Record<string, string> {
  const [lengthMm = '', widthMm = '', heightMm = ''] = value
    .normalize('NFKC')
    .replace(/\s|mm/gi, '')
    .split(/[×xX*]/)
  return { lengthMm, widthMm, ...(heightMm !== '' && { heightMm }) }
}
