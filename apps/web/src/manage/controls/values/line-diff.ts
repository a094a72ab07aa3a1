import { diffLines } from './text-diff.ts'

/** A row of a comparison by line. `changed`: the same line in two versions. `fold`: unchanged lines that are not shown. */
export type DiffRow =
  | { kind: 'same'; text: string; before: number; after: number }
  | { kind: 'gone'; text: string; before: number; other: string | null }
  | { kind: 'new'; text: string; after: number; other: string | null }
  | { kind: 'fold'; count: number; before: number; rows: DiffRow[] }

/** Unchanged lines shown beside a change. */
const CONTEXT = 2

/** Rows of two texts, compared by line; a changed line names its other version, for the words. */
export function diffRows(before: string, after: string): DiffRow[] {
  const rows = numbered(before, after)
  return folded(paired(rows))
}

function numbered(before: string, after: string): DiffRow[] {
  const at = { before: 0, after: 0 }
  return diffLines(before, after).map(({ kind, text }): DiffRow => {
    if (kind !== 'new') at.before += 1
    if (kind !== 'gone') at.after += 1
    if (kind === 'same') return { kind, text, ...at }
    return kind === 'gone'
      ? { kind, text, before: at.before, other: null }
      : { kind, text, after: at.after, other: null }
  })
}

/** In a run of changes the first line that is gone is the other version of the first new one, and so on. */
function paired(rows: DiffRow[]): DiffRow[] {
  const result: DiffRow[] = []
  for (let start = 0; start < rows.length; ) {
    const length = rows.slice(start).findIndex(({ kind }) => kind === 'same')
    const run = rows.slice(start, length === -1 ? undefined : start + length)
    const gone = run.filter((row) => row.kind === 'gone')
    const fresh = run.filter((row) => row.kind === 'new')
    result.push(
      ...gone.map((row, nth) => ({ ...row, other: fresh[nth]?.text ?? null })),
      ...fresh.map((row, nth) => ({ ...row, other: gone[nth]?.text ?? null })),
    )
    start += run.length
    const same = rows[start]
    if (same) {
      result.push(same)
      start += 1
    }
  }
  return result
}

function folded(rows: DiffRow[]): DiffRow[] {
  const isNear = rows.map((_row, at) =>
    rows.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same'),
  )
  const result: DiffRow[] = []
  let hidden: DiffRow[] = []
  const flush = () => {
    const [first] = hidden
    // A fold takes a row itself.
    if (hidden.length <= 1) result.push(...hidden)
    else if (first?.kind === 'same')
      result.push({ kind: 'fold', count: hidden.length, before: first.before, rows: hidden })
    hidden = []
  }
  rows.forEach((row, at) => {
    if (!isNear[at]) {
      hidden.push(row)
      return
    }
    flush()
    result.push(row)
  })
  flush()
  return result
}
