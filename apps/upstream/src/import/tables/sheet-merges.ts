import { CommandError } from '#commands/command-error.ts'
import type { RawCell } from './sheet-rows.ts'
import type { SheetInfo, Workbook } from './workbook.ts'
import { xmlTokens } from './xml-tokens.ts'

export const COLUMNS_MAX = 100
/** Longest text behind the rows: merged cells, conditional formats, validations. Characters. */
const BEHIND_MAX = 8 * 2 ** 20
/** Longer than the closing tag that may be cut between two chunks. */
const KEPT = 64

interface Merge {
  top: number
  bottom: number
  left: number
  right: number
}

/** `AB12` is 27. */
export function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (!letters) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Merged cells stand behind the rows: the sheet is read once for them. */
export async function mergesOf({ archive }: Workbook, { path }: SheetInfo): Promise<Merge[]> {
  const merges: Merge[] = []
  for (const token of xmlTokens(await behindRows(archive.read(path)))) {
    if (token.kind === 'text' || token.name !== 'mergeCell' || token.kind === 'close') continue
    const [first = '', last = first] = (token.attribute('ref') ?? '').split(':')
    const [left, right] = [columnOf(first), columnOf(last)]
    const [top, bottom] = [Number(/\d+$/.exec(first)?.[0]), Number(/\d+$/.exec(last)?.[0])]
    if (left === undefined || right === undefined || !(bottom >= top)) continue
    merges.push({ top, bottom, left, right })
  }
  return merges.sort((one, other) => one.top - other.top)
}

/** What stands behind the rows of a sheet. @throws CommandError when it is long */
async function behindRows(chunks: AsyncIterable<Buffer>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let isBehind = false
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    const closing = isBehind ? -1 : text.search(/<\/(?:[\w.-]+:)?sheetData>/)
    if (closing >= 0) {
      isBehind = true
      text = text.slice(closing)
    } else if (!isBehind) text = text.slice(-KEPT)
    if (text.length > BEHIND_MAX) throw new CommandError('工作表的合并单元格过多，请取消合并后再导入')
  }
  return isBehind ? text.slice(text.indexOf('>') + 1) : ''
}

/** Marks the cells of rows, which come in order, that a merge covers. */
export function coverWith(merges: readonly Merge[]) {
  let next = 0
  let open: (Merge & { text: string })[] = []
  return ({ lineNo, cells }: { lineNo: number; cells: RawCell[] }): (RawCell | undefined)[] => {
    open = open.filter(({ bottom }) => bottom >= lineNo)
    for (let merge = merges[next]; merge && merge.top <= lineNo; next += 1, merge = merges[next]) {
      if (merge.bottom < lineNo) continue
      const text = merge.top === lineNo ? (cells[merge.left]?.text ?? '') : ''
      open.push({ ...merge, right: Math.min(merge.right, COLUMNS_MAX - 1), text })
    }
    for (const { top, left, right, text } of open) {
      for (let column = left; column <= right; column += 1) {
        if (top === lineNo && column === left) continue
        if (text !== '') cells[column] = { text: '', problem: `与第 ${top} 行的单元格合并，值只在首格`, mend: text }
      }
    }
    return cells
  }
}
