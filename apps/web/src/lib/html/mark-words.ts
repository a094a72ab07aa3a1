import { asSafeHtml, escapeHtml, type SafeHtml, toPlainText } from './safe-html.ts'

/** Splits a search query into words. */
export function splitWords(query: string): string[] {
  return query.trim().toLowerCase().split(/\s+/).filter(Boolean)
}

/** Whether a text contains all words. */
export function containsWords(html: string, words: readonly string[]): boolean {
  const text = toPlainText(asSafeHtml(html)).toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Marks every word in the text of sanitised HTML. */
export function markWords(html: SafeHtml, words: readonly string[]): SafeHtml {
  if (words.length === 0) return html
  // Longer words come first, because `折射` would split `折射率`. Tags and entities are skipped.
  const patterns = [...words]
    .sort((one, other) => other.length - one.length)
    .map((word) => escapeHtml(word).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const found = new RegExp(`(<[^>]*>)|(${patterns.join('|')})|&[a-z0-9#]+;`, 'gi')
  return asSafeHtml(
    html.replace(found, (whole: string, _tag: string | undefined, hit: string | undefined) =>
      hit === undefined ? whole : `<mark>${hit}</mark>`,
    ),
  )
}
