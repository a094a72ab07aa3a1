/** A line of a comparison. `same` and `noted` lines have both numbers; others have the number of their side. */
export interface ComparedLine {
  /** `noted`: both sides have the same words, and something else has changed. */
  kind: 'same' | 'gone' | 'new' | 'noted'
  oldNo: number | null
  newNo: number | null
  /** Pieces of the line; marked ones differ from the line of the other side. */
  parts: readonly { text: string; isChanged: boolean }[]
  /** Names a change that leaves the words as they are, such as bold type. */
  note?: string
}

/** Maximum number of comparisons of lines or letters for an exact result; larger texts are compared as a whole. */
const EXACT_MAX = 2_000_000

/** Finds the longest common subsequence: indexes of equal items on both sides, in order. */
export function findCommonItems<T>(olds: readonly T[], news: readonly T[]): [number, number][] {
  let start = 0
  while (start < olds.length && start < news.length && olds[start] === news[start]) start += 1
  let end = 0
  while (end < olds.length - start && end < news.length - start && olds.at(-1 - end) === news.at(-1 - end)) end += 1
  const [rows, columns] = [olds.length - start - end, news.length - start - end]
  const pairs: [number, number][] = Array.from({ length: start }, (_none, at) => [at, at])
  if (rows * columns <= EXACT_MAX) {
    const width = columns + 1
    const lengths = new Uint32Array((rows + 1) * width)
    for (let row = rows - 1; row >= 0; row -= 1) {
      for (let column = columns - 1; column >= 0; column -= 1) {
        const isEqual = olds[start + row] === news[start + column]
        const [down, right] = [lengths[(row + 1) * width + column] ?? 0, lengths[row * width + column + 1] ?? 0]
        lengths[row * width + column] = isEqual
          ? (lengths[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(down, right)
      }
    }
    for (let row = 0, column = 0; row < rows && column < columns; ) {
      if (olds[start + row] === news[start + column]) {
        pairs.push([start + row, start + column])
        row += 1
        column += 1
      } else if ((lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0)) row += 1
      else column += 1
    }
  }
  for (let at = end; at > 0; at -= 1) pairs.push([olds.length - at, news.length - at])
  return pairs
}

/** Marks the differences between two versions of a line. */
function markParts(line: string, other: string): ComparedLine['parts'] {
  const letters = [...line]
  const commonIndexes = new Set(findCommonItems(letters, [...other]).map(([at]) => at))
  const parts: { text: string; isChanged: boolean }[] = []
  letters.forEach((letter, at) => {
    const isChanged = !commonIndexes.has(at)
    const last = parts.at(-1)
    if (last?.isChanged === isChanged) last.text += letter
    else parts.push({ text: letter, isChanged })
  })
  return parts
}

/** Minimum share of common letters; below it two lines count as different and are marked as a whole. */
const ALIKE = 0.4

function isAlike(one: string, other: string): boolean {
  const shared = findCommonItems([...one], [...other]).length
  return shared >= ALIKE * Math.max(one.length, other.length)
}

/** Compares two texts by line; in changed lines the changed words are marked. */
export function compareTexts(before: string, after: string): ComparedLine[] {
  return compareLines(before.split('\n'), after.split('\n'))
}

/** Compares two texts that are already split into lines; either may have no line. */
export function compareLines(olds: readonly string[], news: readonly string[]): ComparedLine[] {
  const lines: ComparedLine[] = []
  let [oldAt, newAt] = [0, 0]

  const addChanged = (oldEnd: number, newEnd: number) => {
    const removedLines = olds.slice(oldAt, oldEnd)
    const added = news.slice(newAt, newEnd)
    removedLines.forEach((line, at) => {
      const other = added[at]
      const parts =
        other !== undefined && isAlike(line, other) ? markParts(line, other) : [{ text: line, isChanged: true }]
      lines.push({ kind: 'gone', oldNo: oldAt + at + 1, newNo: null, parts })
    })
    added.forEach((line, at) => {
      const other = removedLines[at]
      const parts =
        other !== undefined && isAlike(other, line) ? markParts(line, other) : [{ text: line, isChanged: true }]
      lines.push({ kind: 'new', oldNo: null, newNo: newAt + at + 1, parts })
    })
  }
  for (const [oldPlace, newPlace] of findCommonItems(olds, news)) {
    addChanged(oldPlace, newPlace)
    const parts = [{ text: olds[oldPlace] ?? '', isChanged: false }]
    lines.push({ kind: 'same', oldNo: oldPlace + 1, newNo: newPlace + 1, parts })
    oldAt = oldPlace + 1
    newAt = newPlace + 1
  }
  addChanged(olds.length, news.length)
  return lines
}
