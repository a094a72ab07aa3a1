import { CERTIFICATE_CATEGORIES } from '@portal/contract/certificates/certificate-states.ts'
import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import type { RowChange } from '@portal/contract/certificates/desk/batch-rules.ts'
import { CellFault, readCategoryCell, readStateCell } from '@portal/contract/certificates/rules/cell-values.ts'
import { findHeading, type Heading, readRow } from '@portal/contract/certificates/rules/certificate-row.ts'
import { type CertificateRules, checkByRules } from '@portal/contract/certificates/rules/certificate-rules.ts'
import { type DeskForm, readDeskForm } from '@portal/contract/certificates/rules/desk-fields.ts'
import { toDeskForm } from '@portal/contract/certificates/rules/form-changes.ts'
import { findEmptied, warnOfEmptied } from '#certificates/desk/emptied-values.ts'
import { type BatchCells, CODE, likelyValue, splitSizes } from './batch-cells.ts'
import type { Known } from './batch-known.ts'

interface Finding {
  /** `null`: a fault of the whole row. */
  member: string | null
  text: string
  suggestion?: string
}

export interface Findings {
  faults: Finding[]
  warnings: Finding[]
  /** Published values that the row changes, by member; an empty text where there was none. */
  before: Record<string, string>
}

export interface Judged {
  certificateNo: string | null
  change: RowChange | null
  isPending: boolean
  needsReason: boolean
  findings: Findings
  form: DeskForm | null
  reason: string | null
  version: number | null
  baseRevision: number | null
}

/** Input for judging a row. It has no secret, so that a worker thread may receive it. */
export interface JudgedWith {
  known: Known | undefined
  /** The first line of the file with the same number. */
  earlierLine: number | undefined
  /** The code in the row differs from the stored one. */
  isOtherCode: boolean
  /** `yyyy-MM-dd` */
  today: string
  rules: CertificateRules
}

/** Members that control the import and are not printed on the certificate. */
const OWN: readonly string[] = [CODE, 'state', 'reason', 'certificateNo']
/** Members of the column 尺寸. */
const SIZES: readonly string[] = ['lengthMm', 'widthMm', 'heightMm']
/** Category for the checks of a row that has none; such a row is refused anyway. */
const ANY_CATEGORY = 'gemstone'

/** Returns the number of a row, if it has a valid one. */
export function findNumber({ cells }: BatchCells): string | null {
  const cell = cells.find(({ member, problem }) => member === 'certificateNo' && !problem)
  if (!cell) return null
  const { certificateNo } = readRow([[findHeading('certificateNo') as Heading, cell.value]], 0, '').row
  return certificateNo || null
}

/** Checks a row by the rules of the desk, and against what is stored of its number. */
export function judgeRow(row: BatchCells, { known, earlierLine, isOtherCode, today, rules }: JudgedWith): Judged {
  const certificateNo = findNumber(row)
  const { form, faults, warnings, reason } = readCells(
    known?.state === 'published' ? keepPublished(row, known) : row,
    today,
  )
  const findings: Findings = { faults: [...faults], warnings: [...warnings], before: {} }
  const refuse = (member: string | null, text: string) => findings.faults.push({ member, text })
  if (earlierLine !== undefined) refuse('certificateNo', `与第 ${earlierLine} 行的证书编号重复`)
  const judged: Judged = {
    certificateNo,
    change: known ? null : 'added',
    isPending: known?.isPending === true,
    needsReason: false,
    findings,
    form: null,
    reason,
    version: known ? null : 1,
    baseRevision: null,
  }
  if (known) {
    const ended = checkNumber(known)
    if (ended) refuse('certificateNo', ended)
    else {
      compare(judged, known, form, { today, rules })
      if (isOtherCode) refuse(CODE, '与库中的核对码不符；更正不换核对码，请清空此格')
    }
  }
  if (judged.change !== 'unchanged') addByRules(findings, judged.form ?? form, { today, rules })
  if (findings.faults.length > 0) return { ...judged, change: judged.change === 'unchanged' ? null : judged.change }
  return { ...judged, form: judged.form ?? form }
}

/**
 * Adds what the rules of the owner find. A file brings no pictures: those of a new certificate are uploaded when it is
 * stored, as a draft where they are required.
 */
function addByRules(
  { faults, warnings }: Findings,
  { category, fields, pictures }: DeskForm,
  { today, rules }: Pick<JudgedWith, 'today' | 'rules'>,
): void {
  const found = checkByRules(rules, category, { ...fields, pictures }, today)
  const reported = new Set([...faults, ...warnings].map(({ member }) => member))
  const isReported = ({ member }: Finding) =>
    reported.has(member) || (reported.has('sizes') && SIZES.includes(member ?? ''))
  const isPictures = ({ member }: Finding) => member === 'pictures'
  const added = found.faults.filter((fault) => !isPictures(fault) && !isReported(fault))
  const missingPictures = found.faults
    .filter(isPictures)
    .map((fault) => ({ ...fault, text: `${fault.text}，入库后为草稿` }))
  warnings.push(...missingPictures, ...found.warnings.filter((warning) => !isReported(warning)))
  faults.push(...added)
}

/** Returns the reason why a number cannot be imported, if there is one. */
function checkNumber({ isPending, state, body }: Known): string | undefined {
  if (isPending) return '这份证书正在证书工作台办理，请先办结或放弃'
  if (state === 'withdrawn' || state === 'reissued') return '这份证书已撤销或已换发，不能更改'
  if (state === 'published') return undefined
  return body === null ? '这个编号已在证书工作台放弃，不再使用' : '这个编号由导入命令登记而未发布，请用导入命令发布'
}

const readPublished = ({ body }: Known) => toDeskForm(JSON.parse(body ?? '{}') as Record<string, unknown>)

/** Adds the published values of members that the row has no cell for. */
function keepPublished(row: BatchCells, known: Known): BatchCells {
  const { category, fields } = readPublished(known)
  const present = new Set([...row.cells.map(({ member }) => member), ...row.empty])
  const isSizes = present.has('sizes')
  const values = Object.entries({ category: CERTIFICATE_CATEGORIES[category], ...fields })
  const kept = values.filter(([member]) => !present.has(member) && !(isSizes && SIZES.includes(member)))
  return { ...row, cells: [...row.cells, ...kept.map(([member, value]) => ({ member, value }))] }
}

/** Lists the changes that a row makes to a published certificate. */
function compare(
  judged: Judged,
  known: Known,
  form: DeskForm,
  { today, rules }: Pick<JudgedWith, 'today' | 'rules'>,
): void {
  const { findings } = judged
  const certificateNo = judged.certificateNo ?? ''
  const stored = JSON.parse(known.body ?? '{}') as Partial<Certificate>
  const published = toDeskForm(stored)
  const next: DeskForm = { ...form, pictures: published.pictures }
  const toBody = (one: DeskForm) => readDeskForm(certificateNo, one, today, rules).body
  const [old, read] = [toBody(published), toBody(next)]
  for (const member of new Set([...Object.keys(old), ...Object.keys(read)])) {
    if (member === 'printed') continue
    const hasDigits = Object.hasOwn(stored.printed ?? {}, member)
    if (
      hasDigits
        ? readPrintedDigits(old, member) === readPrintedDigits(read, member)
        : isSameValue(old[member], read[member])
    )
      continue
    findings.before[member] = member === 'category' ? String(old.category) : (published.fields[member] ?? '')
  }
  const faulty = new Set(findings.faults.map(({ member }) => member))
  const emptied = warnOfEmptied(findEmptied(findings.before, next), next).filter(({ member }) => !faulty.has(member))
  findings.warnings.push(...emptied.map(({ member, text }) => ({ member, text })))
  const isChanged = Object.keys(findings.before).length > 0
  Object.assign(judged, {
    change: isChanged ? 'corrected' : 'unchanged',
    form: next,
    baseRevision: known.revision,
    version: isChanged ? known.version + 1 : known.version,
    needsReason: isChanged && judged.reason === null,
  })
}

const readPrintedDigits = ({ printed }: Record<string, unknown>, member: string) =>
  (printed as Certificate['printed'])?.[member]

const isSameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function readCells({ cells, code, fault }: BatchCells, today: string) {
  const faults: Finding[] = fault === null ? [] : [{ member: null, text: fault }]
  const values: [Heading, unknown][] = []
  const fields: Record<string, string> = {}
  let reason: string | null = null
  for (const { member, value, problem } of cells) {
    const heading = findHeading(member)
    if (typeof heading === 'string') continue
    if (problem) {
      faults.push({ member, ...problem })
      continue
    }
    if (member === 'state') {
      const refused = refusalOfState(value, heading)
      if (refused) faults.push({ member, text: refused })
      continue
    }
    if (member === 'reason') reason = value
    values.push([heading, member === CODE ? (code ?? '') : value])
    if (heading.kind === 'sizes') Object.assign(fields, splitSizes(value))
    else if (!OWN.includes(member) && member !== 'category') fields[member] = value
  }
  const problems = new Set(faults.map(({ member }) => member))
  const read = fault === null ? readRow(values, 0, today) : { row: null, faults: [], warnings: [] }
  for (const found of read.faults) {
    // The approval writes the day of issue, and we give numbers.
    if (found.member === 'issuedOn' || (found.member !== null && problems.has(found.member))) continue
    const cell = cells.find(({ member }) => member === found.member)
    if (!cell && found.member === 'certificateNo') continue
    const suggestion = cell && found.member !== null ? likelyValue(found.member, cell.value) : null
    faults.push({ ...found, ...(suggestion !== null && { suggestion }) })
  }
  const form: DeskForm = {
    category: read.row?.category ? categoryIn(read.row.category) : ANY_CATEGORY,
    fields,
    pictures: [],
  }
  return { form, faults, warnings: read.warnings, reason }
}

const categoryIn = (text: string) => readCategoryCell(text, '') ?? ANY_CATEGORY

function refusalOfState(value: string, { title }: Heading): string | undefined {
  try {
    const state = readStateCell(value, title)
    if (state === undefined || state === 'published' || state === 'draft') return undefined
    return '页面导入只新增与更正；撤销与换发请在证书页办理'
  } catch (error) {
    if (error instanceof CellFault) return error.message
    throw error
  }
}
