const FULL_WIDTH_FIRST = 0xff01
const FULL_WIDTH_LAST = 0xff5e
const FULL_WIDTH_SHIFT = 0xff01 - 0x21

function foldUnit(unit: string): string {
  const code = unit.charCodeAt(0)
  const narrow =
    code >= FULL_WIDTH_FIRST && code <= FULL_WIDTH_LAST ? String.fromCharCode(code - FULL_WIDTH_SHIFT) : unit
  const lower = narrow.toLowerCase()
  return lower.length === 1 ? lower : narrow
}

/**
 * Folds a text for comparison: lower case, full-width Latin made narrow. It keeps the length in UTF-16 units, so that
 * positions in it are valid in the original.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  // Only a few letters (İ) get longer in lower case, and only Chinese typing has full-width ones.
  if (lower.length === text.length && !hasFullWidth(text)) return lower
  let folded = ''
  for (let index = 0; index < text.length; index += 1) folded += foldUnit(text[index] ?? '')
  return folded
}

function hasFullWidth(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code >= FULL_WIDTH_FIRST && code <= FULL_WIDTH_LAST) return true
  }
  return false
}
