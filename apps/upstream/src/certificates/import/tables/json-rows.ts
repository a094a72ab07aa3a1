import type { Readable } from 'node:stream'
import { findHeading, type Heading } from '@portal/contract/certificates/rules/certificate-row.ts'
import { LINE_MAX, toRawCell } from './raw-cells.ts'
import { type CellProblem, type Cells, listEmptied } from './table-cells.ts'

/** Maximum nesting of lists and objects in a value; a list of pictures has two levels. */
const DEPTH_MAX = 3
const MEMBERS_MAX = 100
const TOO_LONG = '这一行超过 64,000 字，无法导入'

const makeFault = (reason: string): Cells => ({ cells: reason, problems: [], empty: [] })

/** Streams the objects of a JSONL file. */
export async function* streamJsonRows(text: Readable): AsyncGenerator<{ lineNo: number } & Cells> {
  const headingByName = new Map<string, Heading | string>()
  const getHeading = (name: string) => {
    const found = headingByName.get(name) ?? findHeading(name)
    // Lines usually have the same few names. A limit keeps a file with ever new names from filling the memory.
    if (headingByName.size < 1000) headingByName.set(name, found)
    return found
  }
  let lineNo = 0
  for await (const line of readLines(text)) {
    lineNo += 1
    if (line === null) yield { lineNo, ...makeFault(TOO_LONG) }
    else if (line.trim() !== '') yield { lineNo, ...parseCells(line, getHeading) }
  }
}

/** Reads lines that end with a line feed only. @returns yields `null` for a line that is too long */
async function* readLines(text: Readable): AsyncGenerator<string | null> {
  let remainder = ''
  let isCut = false
  for await (const chunk of text as AsyncIterable<Buffer | string>) {
    const lines = (remainder + String(chunk)).split('\n')
    remainder = lines.pop() ?? ''
    for (const line of lines) {
      yield isCut || line.length > LINE_MAX ? null : line
      isCut = false
    }
    if (remainder.length <= LINE_MAX) continue
    isCut = true
    remainder = ''
  }
  if (isCut) yield null
  else if (remainder !== '') yield remainder
}

function parseCells(source: string, getHeading: (name: string) => Heading | string): Cells {
  let fields: unknown
  try {
    fields = JSON.parse(source)
  } catch {
    return makeFault('不是一行完整的 JSON')
  }
  if (fields === null || typeof fields !== 'object' || Array.isArray(fields)) return makeFault('应为一个 JSON 对象')
  const entries = Object.entries(fields)
  if (entries.length > MEMBERS_MAX) return makeFault('这一行超过 100 项，无法导入')
  const cells: (readonly [Heading, unknown])[] = []
  const problems: CellProblem[] = []
  const empty: string[] = []
  const seenMembers = new Set<string>()
  for (const [name, value] of entries) {
    const found = getHeading(name)
    if (typeof found === 'string') return makeFault(found)
    const { member, title } = found
    if (seenMembers.has(member)) return makeFault(`“${title}”出现两次`)
    seenMembers.add(member)
    if (!isShallow(value, DEPTH_MAX)) return makeFault(`“${title}”嵌套过深，无法读取`)
    if (value === null || (typeof value === 'string' && value.trim() === '')) empty.push(...listEmptied(found))
    const { text, problem } = toRawCell(typeof value === 'string' ? value : '')
    if (problem === undefined) cells.push([found, value])
    else problems.push({ member, shown: text, text: `${title}${problem}` })
  }
  return { cells, problems, empty }
}

const isShallow = (value: unknown, levels: number): boolean =>
  value === null ||
  typeof value !== 'object' ||
  (levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1)))
