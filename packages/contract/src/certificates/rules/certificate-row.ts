import { readCheckCode } from '../certificate-number.ts'
import type { StoredCertificateState } from '../certificate-states.ts'
import {
  CellFault,
  type PictureRef,
  readCategoryCell,
  readCertificateNoCell,
  readDayCell,
  readDigits,
  readNumberCell,
  readPicturesCell,
  readSizesCell,
  readStandardsCell,
  readStateCell,
  readTextCell,
} from './cell-values.ts'
import {
  type Column,
  findColumn,
  formatColumnTitle,
  isFreeName,
  MEMBER_ORDER,
  OWN_MEMBERS,
} from './certificate-columns.ts'
import { findEnglishWarning } from './contradictions.ts'
import { findMismatches } from './figures.ts'
import { findImplausible } from './plausibility.ts'
import { type Fault, findWrongValues } from './value-faults.ts'

/** A row of a file that has passed all checks that need no other row. */
export interface CertificateRow {
  lineNo: number
  certificateNo: string
  /** `null`: the check code does not change. */
  checkCode: string | null
  state: StoredCertificateState
  newerNo: string | null
  reason: string | null
  changedOn: string | null
  receivedOn: string | null
  category: string | null
  /** Members of the contract's `Certificate` except number, version and pictures; `null`: unchanged. */
  body: Record<string, unknown> | null
  pictures: readonly PictureRef[]
}

/** A column of the file: a known one, or a `free` one that is stored under its own name. */
export type Heading = Column

const REASON_MAX = 400
const CONCLUSION_MAX = 80
const FREE_MAX = 2000
/** Maximum length of a name in a message, characters. */
const NAME_SHOWN = 40
/** @returns the column, or a reason why no certificate may show a value under this name */
export function findHeading(name: string): Heading | string {
  const trimmed = name.replace(/^\ufeff/, '').trim()
  const known = findColumn(trimmed)
  if (known) return known
  if (isFreeName(trimmed)) return { member: trimmed, kind: 'free', title: trimmed }
  return `列名“${trimmed.slice(0, NAME_SHOWN)}”不能使用：应以文字开头，不超过 40 字，不含特殊符号`
}

/** Findings of the rules in the cells of a row, or in the fields of a form. */
export interface CheckedRow {
  row: CertificateRow
  /** Faults that must be fixed. */
  faults: Fault[]
  /** Values that do not fit the conclusion. They may be true, and must be confirmed. */
  warnings: Fault[]
}

/**
 * Checks cells with their headings; empty values are left out.
 * @param today `yyyy-MM-dd`, in the laboratory's time: no day of a certificate may be later
 */
export function readRow(cells: readonly (readonly [Heading, unknown])[], lineNo: number, today: string): CheckedRow {
  const faults: Fault[] = []
  const values: Record<string, unknown> = {}
  const printed: Record<string, string> = {}
  const addNumber = (member: string, typed: unknown, read: unknown = Number(typed)) => {
    const digits = readDigits(typed)
    values[member] = read
    if (digits === undefined) delete printed[member]
    else printed[member] = digits
  }
  for (const [heading, value] of cells) {
    try {
      const read = readCell(heading, value)
      if (read === undefined) continue
      if (heading.kind === 'sizes') {
        for (const [at, digits] of (read as string[]).entries()) addNumber(SIZE_MEMBERS[at] ?? '', digits)
      } else if (heading.kind === 'number') addNumber(heading.member, value, read)
      else values[heading.member] = read
    } catch (error) {
      if (!(error instanceof CellFault)) throw error
      faults.push({ member: heading.member, text: error.message })
    }
  }
  if (Object.keys(printed).length > 0) values.printed = printed
  const row = toRow(values, lineNo)
  faults.push(...listMissing(row, values, faults), ...findWrongValues(row, values, today))
  const warnings = [...findImplausible(values), ...findEnglishWarning(values), ...findMismatches(values)]
  return { row, faults, warnings }
}

const READERS = {
  number: readNumberCell,
  day: readDayCell,
  'number-no': readCertificateNoCell,
  state: readStateCell,
  category: readCategoryCell,
  standards: readStandardsCell,
  pictures: readPicturesCell,
  sizes: readSizesCell,
}
const LENGTHS_MAX: Readonly<Record<string, number>> = { conclusion: CONCLUSION_MAX, reason: REASON_MAX }

function readCell({ kind, title, member }: Heading, value: unknown): unknown {
  if (kind === 'free')
    return typeof value === 'number' || typeof value === 'boolean' ? value : readTextCell(value, title, FREE_MAX)
  return kind === 'text' ? readTextCell(value, title, LENGTHS_MAX[member]) : READERS[kind](value, title)
}

const SIZE_MEMBERS = ['lengthMm', 'widthMm', 'heightMm']

/** Pictures are added later, when their addresses are known. */
const NAMED_IN_BODY = [...MEMBER_ORDER.filter((name) => name !== 'pictures'), 'printed']
const NAMED = new Set<string>([...NAMED_IN_BODY, 'pictures', 'certificateNo', ...OWN_MEMBERS])

/** Orders the members of a text, so that equal texts have equal JSON. Pictures and what controls an import are left out. */
export function orderBody(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const name of NAMED_IN_BODY) if (values[name] !== undefined) body[name] = values[name]
  const free = Object.keys(values).filter((name) => !NAMED.has(name))
  for (const name of free.sort()) body[name] = values[name]
  return body
}

function toRow(values: Record<string, unknown>, lineNo: number): CertificateRow {
  const getText = (member: string) => (values[member] as string | undefined) ?? null
  const code = values.checkCode === undefined ? null : readCheckCode(String(values.checkCode))
  const pictures = (values.pictures as PictureRef[] | undefined) ?? []
  const body = orderBody(values)
  const state = (values.state as StoredCertificateState | undefined) ?? 'published'
  const isChangeOnly =
    (state === 'withdrawn' || state === 'reissued') && Object.keys(body).length + pictures.length === 0
  return {
    lineNo,
    certificateNo: getText('certificateNo') ?? '',
    checkCode: code?.kind === 'right' ? code.checkCode : null,
    state,
    newerNo: getText('newerNo'),
    reason: getText('reason'),
    changedOn: getText('changedOn'),
    receivedOn: getText('receivedOn'),
    category: getText('category'),
    body: isChangeOnly ? null : body,
    pictures,
  }
}

const NEEDED: Record<StoredCertificateState, readonly string[]> = {
  published: ['category', 'conclusion', 'issuedOn'],
  reissued: ['category', 'conclusion', 'issuedOn'],
  withdrawn: ['category', 'conclusion', 'issuedOn'],
  examination: ['category', 'receivedOn'],
  draft: [],
}
const NEEDED_BY_CHANGE: Partial<Record<StoredCertificateState, readonly string[]>> = {
  reissued: ['newerNo', 'changedOn'],
  withdrawn: ['reason', 'changedOn'],
}

function listMissing(row: CertificateRow, values: Record<string, unknown>, faults: readonly Fault[]): Fault[] {
  const needed = [
    'certificateNo',
    ...(row.body === null ? [] : NEEDED[row.state]),
    ...(NEEDED_BY_CHANGE[row.state] ?? []),
  ]
  // Faults of existing values are already reported.
  return needed
    .filter((member) => values[member] === undefined)
    .filter((member) => !faults.some((fault) => fault.member === member))
    .map((member) => ({ member, text: `缺少${formatColumnTitle(member)}` }))
}
