import { readCheckCode } from '../certificate-number.ts'
import type { StoredCertificateState } from '../certificate-states.ts'
import { GRAMS_PER_CARAT } from '../certificate-states.ts'
import {
  CellFault,
  categoryOf,
  certificateNoOf,
  dayOf,
  numberOf,
  type PictureRef,
  picturesOf,
  sizesOf,
  standardsOf,
  stateOf,
  textOf,
} from './cell-values.ts'
import { type Column, isFreeName, knownColumn, MEMBER_ORDER, OWN_MEMBERS, titleOf } from './certificate-columns.ts'
import { implausible, wrongFineness } from './plausibility.ts'

/** A row of a file that has passed all checks that need only the row. */
export interface CertificateRow {
  lineNo: number
  certificateNo: string
  /** `null`: unchanged. */
  checkCode: string | null
  state: StoredCertificateState
  newerNo: string | null
  reason: string | null
  changedOn: string | null
  receivedOn: string | null
  category: string | null
  /** Members of the contract's `Certificate` but number, version and pictures; `null`: unchanged. */
  body: Record<string, unknown> | null
  pictures: readonly PictureRef[]
}

/** A column of the file: known, or stored under its own name. */
export interface Heading extends Column {
  isFree: boolean
}

const REASON_MAX = 400
const CONCLUSION_MAX = 80
const FREE_MAX = 2000
/** Values outside these ranges have a wrong unit. */
const RANGES = Object.entries<[from: number, to: number]>({
  totalMassG: [0.0001, 100_000],
  lengthMm: [0.01, 2000],
  widthMm: [0.01, 2000],
  heightMm: [0.01, 2000],
  specificGravity: [0.5, 23],
  caratMassCt: [0.001, 4000],
})
const COLOR_GRADES = /^(?:[D-N]|<N|[D-N][-–][D-N])$/
const CLARITY_GRADES = /^(?:LC|FL|IF|VVS[12]?|VS[12]?|SI[12]?|P[123]?)$/

/** @returns a reason when no certificate may show a value under this name */
export function headingOf(name: string): Heading | string {
  const trimmed = name.replace(/^\ufeff/, '').trim()
  const known = knownColumn(trimmed)
  if (known) return { ...known, isFree: false }
  if (isFreeName(trimmed)) return { member: trimmed, kind: 'text', title: trimmed, isFree: true }
  return `列名“${trimmed}”不能使用：应以文字开头，不超过 40 字，不含特殊符号`
}

/**
 * Checks a row.
 * @param cells heading and value; empty values are left out
 * @returns the row, or every fault of it in Chinese
 */
export function checkRow(cells: readonly (readonly [Heading, unknown])[], lineNo: number): CertificateRow | string[] {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  for (const [heading, value] of cells) {
    try {
      const read = readCell(heading, value)
      if (read === undefined) continue
      if (heading.kind === 'sizes') Object.assign(values, sizeMembers(read as number[]))
      else values[heading.member] = read
    } catch (error) {
      if (!(error instanceof CellFault)) throw error
      faults.push(error.message)
    }
  }
  const row = toRow(values, lineNo)
  faults.push(...missing(row, values, faults), ...wrongValues(row, values))
  return faults.length > 0 ? faults : row
}

const READERS = {
  number: numberOf,
  day: dayOf,
  'number-no': certificateNoOf,
  state: stateOf,
  category: categoryOf,
  standards: standardsOf,
  pictures: picturesOf,
  sizes: sizesOf,
}
const LENGTHS_MAX: Readonly<Record<string, number>> = { conclusion: CONCLUSION_MAX, reason: REASON_MAX }

function readCell({ kind, title, isFree, member }: Heading, value: unknown): unknown {
  if (isFree) return typeof value === 'number' || typeof value === 'boolean' ? value : textOf(value, title, FREE_MAX)
  return kind === 'text' ? textOf(value, title, LENGTHS_MAX[member]) : READERS[kind](value, title)
}

function sizeMembers([lengthMm, widthMm, heightMm]: readonly number[]) {
  return { lengthMm, widthMm, ...(heightMm !== undefined && { heightMm }) }
}

/** Pictures are added when their addresses are known. */
const NAMED_IN_BODY = MEMBER_ORDER.filter((name) => name !== 'pictures')
const NAMED = new Set<string>([...MEMBER_ORDER, 'certificateNo', ...OWN_MEMBERS])

function toRow(values: Record<string, unknown>, lineNo: number): CertificateRow {
  const text = (member: string) => (values[member] as string | undefined) ?? null
  const code = values.checkCode === undefined ? null : readCheckCode(String(values.checkCode))
  const pictures = (values.pictures as PictureRef[] | undefined) ?? []
  const body: Record<string, unknown> = {}
  for (const name of NAMED_IN_BODY) if (values[name] !== undefined) body[name] = values[name]
  const free = Object.keys(values).filter((name) => !NAMED.has(name))
  for (const name of free.sort()) body[name] = values[name]
  const state = (values.state as StoredCertificateState | undefined) ?? 'published'
  const isChangeOnly =
    (state === 'withdrawn' || state === 'reissued') && Object.keys(body).length + pictures.length === 0
  return {
    lineNo,
    certificateNo: text('certificateNo') ?? '',
    checkCode: code?.kind === 'right' ? code.checkCode : null,
    state,
    newerNo: text('newerNo'),
    reason: text('reason'),
    changedOn: text('changedOn'),
    receivedOn: text('receivedOn'),
    category: text('category'),
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

function missing(row: CertificateRow, values: Record<string, unknown>, faults: readonly string[]): string[] {
  const needed = [
    'certificateNo',
    ...(row.body === null ? [] : NEEDED[row.state]),
    ...(NEEDED_BY_CHANGE[row.state] ?? []),
  ]
  // Faults of present values are reported already.
  return needed
    .filter((member) => values[member] === undefined)
    .map(titleOf)
    .filter((title) => !faults.some((fault) => fault.startsWith(title)))
    .map((title) => `缺少${title}`)
}

function* wrongValues(row: CertificateRow, values: Record<string, unknown>): Generator<string> {
  const text = (member: string) => values[member] as string | undefined
  const number = (member: string) => values[member] as number | undefined
  if (values.checkCode !== undefined && row.checkCode === null) {
    yield '核对码应为 6 位，只含 2–9 与除 I、L、O 外的大写字母'
  }
  for (const [member, [from, to]] of RANGES) {
    const value = number(member)
    if (value !== undefined && !(value >= from && value <= to)) {
      yield `${titleOf(member)}应在 ${from}–${to} 之间，文件中为 ${value}`
    }
  }
  const [length, width] = [number('lengthMm'), number('widthMm')]
  if (length !== undefined && width !== undefined && length < width) yield `长（mm）${length} 小于宽（mm）${width}`
  yield* wrongDays(row, text)
  yield* implausible({
    conclusion: text('conclusion') ?? '',
    refractiveIndex: text('refractiveIndex'),
    specificGravity: number('specificGravity'),
  })
  yield* wrongFineness(text('metal'), text('fineness'))
  yield* wrongGrades(text, number)
  if (row.newerNo !== null && row.newerNo === row.certificateNo) yield '新证书编号与证书编号相同'
}

/** Received, tested, issued, changed: in this order; and not issued before the date in its number. */
function* wrongDays(row: CertificateRow, text: (member: string) => string | undefined): Generator<string> {
  const days = ['receivedOn', 'testedOn', 'issuedOn', 'changedOn']
    .map((member) => ({ title: titleOf(member), day: text(member) }))
    .filter(({ day }) => day !== undefined)
  for (const [at, { title, day = '' }] of days.entries()) {
    const before = days[at - 1]
    if (before?.day !== undefined && before.day > day) yield `${title} ${day} 早于${before.title} ${before.day}`
  }
  const digits = row.certificateNo.slice(2, 10)
  const given = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
  const issued = text('issuedOn')
  if (digits !== '' && issued !== undefined && issued < given) yield `签发日期 ${issued} 早于证书编号中的日期 ${given}`
}

/** Grades of diamonds (GB/T 16554). */
function* wrongGrades(
  text: (member: string) => string | undefined,
  number: (member: string) => number | undefined,
): Generator<string> {
  const color = text('colorGrade')
  const clarity = text('clarityGrade')
  if (color !== undefined && !COLOR_GRADES.test(color.normalize('NFKC'))) {
    yield `颜色级别应为 D–N 或 <N，文件中为“${color}”`
  }
  if (clarity !== undefined && !CLARITY_GRADES.test(clarity.normalize('NFKC').toUpperCase())) {
    yield `净度级别应为 LC、VVS1、VVS2、VS1、VS2、SI1、SI2、P1、P2、P3 之一，文件中为“${clarity}”`
  }
  const [carats, grams] = [number('caratMassCt'), number('totalMassG')]
  if (carats !== undefined && grams !== undefined && carats * GRAMS_PER_CARAT > grams + 0.005) {
    yield `钻石质量 ${carats} ct 重于总质量 ${grams} g`
  }
}
