import type { Readable } from 'node:stream'
import { findHeading, type Heading } from '@portal/contract/certificates/rules/certificate-row.ts'
import { LINE_MAX, toRawCell } from './raw-cells.ts'
import type { CellProblem, Cells } from './table-cells.ts'

/** Maximum nesting of lists and objects in a value; a list of pictures has two levels. */
const DEPTH_MAX = 3
const MEMBERS_MAX = 100
const TOO_LONG = '这一行超过 64,000 字，无法导入'

const fault = (reason: string): Cells => ({ cells: reason, problems: [] })

/** Streams the objects of a JSONL file. */
export async function* jsonRows(text: Readable): AsyncGenerator<{ lineNo: number } & Cells> {
  const known = new Map<string, Heading | string>()
  const heading = (name: string) => {
    const found = known.get(name) ?? findHeading(name)
    // Lines usually have the same few names. A limit keeps a file with ever new names from filling the memory.
    if (known.size < 1000) known.set(name, found)
    return found
  }
  let lineNo = 0
  for await (const line of readLines(text)) {
    lineNo += 1
    if (line === null) yield { lineNo, ...fault(TOO_LONG) }
    else if (line.trim() !== '') yield { lineNo, ...jsonCells(line, heading) }
  }
}

/** Reads lines that end with a line feed only. @returns yields `null` for a line that is too long */
async function* readLines(text: Readable): AsyncGenerator<string | null> {
  let rest = ''
  let isCut = false
  for await (const chunk of text as AsyncIterable<Buffer | string>) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      yield isCut || line.length > LINE_MAX ? null : line
      isCut = false
    }
    if (rest.length <= LINE_MAX) continue
    isCut = true
    rest = ''
  }
  if (isCut) yield null
  else if (rest !== '') yield rest
}

function jsonCells(source: string, heading: (name: string) => Heading | string): Cells {
  let fields: unknown
  try {
    fields = JSON.parse(source)
  } catch {
    return fault('不是一行完整的 JSON')
  }
  if (fields === null || typeof fields !== 'object' || Array.isArray(fields)) return fault('应为一个 JSON 对象')
  const entries = Object.entries(fields)
  if (entries.length > MEMBERS_MAX) return fault('这一行超过 100 项，无法导入')
  const cells: (readonly [Heading, unknown])[] = []
  const problems: CellProblem[] = []
  const seen = new Set<string>()
  for (const [name, value] of entries) {
    const found = heading(name)
    if (typeof found === 'string') return fault(found)
    const { member, title } = found
    if (seen.has(member)) return fault(`“${title}”出现两次`)
    seen.add(member)
    if (!isShallow(value, DEPTH_MAX)) return fault(`“${title}”嵌套过深，无法读取`)
    const { text, problem } = toRawCell(typeof value === 'string' ? value : '')
    if (problem === undefined) cells.push([found, value])
    else problems.push({ member, shown: text, text: `${title}${problem}` })
  }
  return { cells, problems }
}

const isShallow = (value: unknown, levels: number): boolean =>
  value === null ||
  typeof value !== 'object' ||
  (levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1)))
