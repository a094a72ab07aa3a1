import { fold } from './fold.ts'
import type { Word } from './terms.ts'

const SNIPPET_BEFORE = 30
const SNIPPET_LENGTH = 120

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

interface Range {
  start: number
  end: number
}

/**
 * Finds the ranges of the words in the text, in order and without overlap. It compares plain text; a keyword is never a
 * pattern.
 */
function findRanges(text: string, words: readonly Word[]): Range[] {
  const folded = fold(text)
  const found: Range[] = []
  for (const word of words) {
    let start = folded.indexOf(word.text)
    while (start !== -1) {
      const end = start + word.text.length
      found.push({ start, end })
      start = folded.indexOf(word.text, end)
    }
  }
  found.sort((one, other) => one.start - other.start)
  const merged: Range[] = []
  for (const range of found) {
    const last = merged.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else merged.push(range)
  }
  return merged
}

/**
 * Escapes plain text as HTML with every hit in `<em class="hit">`. Other upstreams write `<span style="color:red">`,
 * which a strict content security policy would block.
 */
export function markHits(text: string, words: readonly Word[]): string {
  let html = ''
  let at = 0
  for (const { start, end } of findRanges(text, words)) {
    html += `${escapeHtml(text.slice(at, start))}<em class="hit">${escapeHtml(text.slice(start, end))}</em>`
    at = end
  }
  return html + escapeHtml(text.slice(at))
}

/** Marks the summary when it has a hit, otherwise the text around the first hit, otherwise returns the summary. */
export function markSummary(summary: string | null, plain: string, words: readonly Word[]): string | null {
  if (summary && findRanges(summary, words).length > 0) return markHits(summary, words)
  const [first] = findRanges(plain, words)
  if (!first) return summary === null ? null : escapeHtml(summary)
  const start = Math.max(0, first.start - SNIPPET_BEFORE)
  const end = Math.min(plain.length, start + SNIPPET_LENGTH)
  const snippet = cutCharacters(plain, start, end).replaceAll('\n', ' ')
  return `${start > 0 ? '…' : ''}${markHits(snippet, words)}${end < plain.length ? '…' : ''}`
}

/** Cuts a text without leaving half of a surrogate pair at either end. */
function cutCharacters(text: string, start: number, end: number): string {
  const isLow = (at: number) => {
    const code = text.charCodeAt(at)
    return code >= 0xdc00 && code <= 0xdfff
  }
  return text.slice(isLow(start) ? start + 1 : start, isLow(end) ? end - 1 : end)
}
