import { CommandError } from '#platform/commands/command-error.ts'
import type { RawCell } from './raw-cells.ts'
import type { SheetInfo, Workbook } from './workbook.ts'
import { readXml } from './xml-reader.ts'

export const COLUMNS_MAX = 100
const MERGES_MAX = 10_000
/** Above the length of `XFD1048576:XFD1048576`. */
const REFERENCE_MAX = 40

interface Merge {
  top: number
  bottom: number
  left: number
  right: number
}

/** Parses the column of a reference: `AB12` is 27. */
export function parseColumn(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (!letters) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/**
 * Reads the merged cells, which follow the rows in the file, so that the sheet is read twice.
 * @throws CommandError when there are too many
 */
export async function readMerges({ archive }: Workbook, { path }: SheetInfo): Promise<Merge[]> {
  const merges: Merge[] = []
  const reading = readXml(archive.read(path), {
    open({ name, getAttribute: attribute }) {
      if (name !== 'mergeCell') return
      const merge = mergeIn(attribute('ref') ?? '')
      if (merge) merges.push(merge)
      if (merges.length > MERGES_MAX) {
        throw new CommandError('工作表的合并单元格超过 10,000 处，请取消合并后再导入')
      }
    },
  })
  for await (const _bytes of reading);
  return merges.sort((one, other) => one.top - other.top)
}

function mergeIn(reference: string): Merge | undefined {
  if (reference.length > REFERENCE_MAX) return undefined
  const [first = '', last = first] = reference.split(':')
  const [left, right] = [parseColumn(first), parseColumn(last)]
  const [top, bottom] = [Number(/\d+$/.exec(first)?.[0]), Number(/\d+$/.exec(last)?.[0])]
  if (left === undefined || right === undefined || !(bottom >= top)) return undefined
  return { top, bottom, left, right: Math.min(right, COLUMNS_MAX - 1) }
}

/** Marks the cells that a merge covers. Rows must come in order. */
export function createMergeMarker(merges: readonly Merge[]) {
  let next = 0
  /** The merge above each column, of which there is one at most, and the text of its first cell. */
  const mergeByColumn: ({ merge: Merge; text: string } | undefined)[] = []
  return ({ lineNo, cells }: { lineNo: number; cells: RawCell[] }): (RawCell | undefined)[] => {
    for (let merge = merges[next]; merge && merge.top <= lineNo; next += 1, merge = merges[next]) {
      const text = merge.top === lineNo ? (cells[merge.left]?.text ?? '') : ''
      for (let column = merge.left; column <= merge.right; column += 1) mergeByColumn[column] = { merge, text }
    }
    for (const [column, covering] of mergeByColumn.entries()) {
      if (!covering || covering.merge.bottom < lineNo || covering.text === '') continue
      const { merge, text } = covering
      if (merge.top === lineNo && merge.left === column) continue
      cells[column] = { text: '', problem: `与第 ${merge.top} 行的单元格合并，值只在首格`, suggestion: text }
    }
    return cells
  }
}
