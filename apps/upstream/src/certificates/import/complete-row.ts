import { findReissue, formatAmendment } from '@portal/contract/certificates/amendments.ts'
import { formatColumnTitle } from '@portal/contract/certificates/rules/certificate-columns.ts'
import { orderBody } from '@portal/contract/certificates/rules/certificate-row.ts'
import { type KnownCertificate, type ReadyRow, SHOWN } from './staged-log.ts'

type Body = Record<string, unknown> & {
  amendment?: string
  printed?: Record<string, string>
  pictures?: readonly unknown[]
}

interface CompletedRow {
  row: ReadyRow
  /** Published values that the row empties, each as `颜色：原为 蓝色`. */
  emptied: string[]
}

/** Adds the published values of members that the row has no cell for to the text of a correction. */
export function completeRow(row: ReadyRow, before: KnownCertificate | undefined): CompletedRow {
  if (row.bodyText === null || !before?.body || !SHOWN.has(before.state)) return { row, emptied: [] }
  const read = JSON.parse(row.bodyText) as Body
  const stored = JSON.parse(before.body) as Body
  const missing = Object.keys(stored).filter((member) => member !== 'printed' && read[member] === undefined)
  const isEmptied = (member: string) => row.empty.includes(member)
  const emptied = missing
    .filter(isEmptied)
    .map((member) => `${formatColumnTitle(member)}：原为 ${formatValue(stored, member)}`)
  const kept = missing.filter((member) => !isEmptied(member))
  if (kept.length === 0) return { row, emptied }
  const pick = (values: Readonly<Record<string, unknown>> = {}) =>
    Object.fromEntries(kept.flatMap((member) => (values[member] === undefined ? [] : [[member, values[member]]])))
  const printed = { ...pick(stored.printed), ...read.printed }
  const pictures = read.pictures ?? (kept.includes('pictures') ? stored.pictures : undefined)
  const makeText = (amendment: string | undefined) => {
    const values = { ...read, ...pick(stored), amendment, ...(Object.keys(printed).length > 0 && { printed }) }
    return JSON.stringify({ ...orderBody(values), ...(pictures && { pictures }) })
  }
  const amendment = read.amendment ?? (kept.includes('amendment') ? stored.amendment : undefined)
  const text = makeText(amendment)
  const receivedOn = kept.includes('receivedOn') ? String(stored.receivedOn) : row.receivedOn
  // What the version before has replaced does not hold for this one; a replaced number does.
  const isCorrection = text !== before.body && read.amendment === undefined
  return { row: { ...row, receivedOn, bodyText: isCorrection ? makeText(keepReissue(amendment)) : text }, emptied }
}

function keepReissue(amendment: string | undefined): string | undefined {
  const reissue = findReissue(amendment)
  return reissue && formatAmendment(reissue)
}

function formatValue(body: Body, member: string): string {
  const value = body[member]
  if (member === 'pictures') return `${body.pictures?.length ?? 0} 张图片`
  return body.printed?.[member] ?? (Array.isArray(value) ? value.join('、') : String(value))
}
