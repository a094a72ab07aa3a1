/** A piece of two compared texts. */
export interface DiffPart {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Maximum number of comparisons, that of two texts of 2,000 words; above it the middle counts as replaced. */
const CELLS_MAX = 4_000_000

/** Latin words and numbers stay whole; Chinese is compared by character. */
const WORD = /[\p{Script=Latin}\p{Nd}_]+|\s+|./gsu

/** Finds the words that two texts share, and those that only one has. */
export function compareWords(before: string, after: string): DiffPart[] {
  const parts = computeDiff(before.match(WORD) ?? [], after.match(WORD) ?? [])
  return joinNeighbours(parts)
}

/** Computes the longest common subsequence between the common start and the common end. */
function computeDiff(before: readonly string[], after: readonly string[]): DiffPart[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  const room = Math.min(before.length, after.length) - start
  while (end < room && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const toSameParts = (texts: readonly string[]) => texts.map((text): DiffPart => ({ kind: 'same', text }))
  return [
    ...toSameParts(before.slice(0, start)),
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...toSameParts(before.slice(before.length - end)),
  ]
}

function compareMiddle(before: readonly string[], after: readonly string[]): DiffPart[] {
  if (before.length * after.length > CELLS_MAX) return toReplacedParts(before, after)
  const width = after.length + 1
  // Lengths of the common subsequence of the remainders from each pair of positions.
  const lengths = new Uint32Array((before.length + 1) * width)
  const getLength = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        before[row] === after[column]
          ? getLength(row + 1, column + 1) + 1
          : Math.max(getLength(row + 1, column), getLength(row, column + 1))
    }
  }
  const parts: DiffPart[] = []
  let [row, column] = [0, 0]
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      parts.push({ kind: 'same', text: before[row] ?? '' })
      row += 1
      column += 1
    } else if (getLength(row + 1, column) >= getLength(row, column + 1)) {
      parts.push({ kind: 'gone', text: before[row] ?? '' })
      row += 1
    } else {
      parts.push({ kind: 'new', text: after[column] ?? '' })
      column += 1
    }
  }
  return [...parts, ...toReplacedParts(before.slice(row), after.slice(column))]
}

function toReplacedParts(before: readonly string[], after: readonly string[]): DiffPart[] {
  return [
    ...before.map((text): DiffPart => ({ kind: 'gone', text })),
    ...after.map((text): DiffPart => ({ kind: 'new', text })),
  ]
}

/** Joins adjacent pieces of one kind; within a change the removed text comes first. */
function joinNeighbours(parts: readonly DiffPart[]): DiffPart[] {
  const joinedParts: DiffPart[] = []
  for (const { kind, text } of parts) {
    const last = joinedParts.at(-1)
    const beforeLast = joinedParts.at(-2)
    if (last?.kind === kind) last.text += text
    else if (kind === 'gone' && last?.kind === 'new' && beforeLast?.kind === 'gone') beforeLast.text += text
    else joinedParts.push({ kind, text })
  }
  return joinedParts
}
