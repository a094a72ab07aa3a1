import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type Heading, headingOf } from '@portal/contract/certificates/rules/certificate-row.ts'
import type { RowCells } from './table-cells.ts'

/** Streams the objects of a JSONL file. */
export async function* jsonRows(text: Readable): AsyncGenerator<{ lineNo: number; cells: RowCells }> {
  const known = new Map<string, Heading | string>()
  const heading = (name: string) => {
    const found = known.get(name) ?? headingOf(name)
    // The same few names in every line; a file of ever new ones must not fill memory.
    if (known.size < 1000) known.set(name, found)
    return found
  }
  let lineNo = 0
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
    lineNo += 1
    const source = lineNo === 1 ? line.replace(/^\ufeff/, '') : line
    if (source.trim() !== '') yield { lineNo, cells: jsonCells(source, heading) }
  }
}

function jsonCells(source: string, heading: (name: string) => Heading | string): RowCells {
  let fields: unknown
  try {
    fields = JSON.parse(source)
  } catch {
    return '不是一行完整的 JSON'
  }
  if (fields === null || typeof fields !== 'object' || Array.isArray(fields)) return '应为一个 JSON 对象'
  const cells: (readonly [Heading, unknown])[] = []
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(fields)) {
    const found = heading(name)
    if (typeof found === 'string') return found
    if (seen.has(found.member)) return `“${found.title}”出现两次`
    seen.add(found.member)
    cells.push([found, value])
  }
  return cells
}
