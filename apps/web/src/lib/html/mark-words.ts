import { asSafeHtml, type SafeHtml, toPlainText } from './safe-html.ts'

/** What was typed into a search field, as single words. */
export function searchWords(query: string): string[] {
  return query.trim().toLowerCase().split(/\s+/).filter(Boolean)
}

/** Whether a text holds each of the words. */
export function holdsWords(html: string, words: readonly string[]): boolean {
  const text = toPlainText(asSafeHtml(html)).toLowerCase()
  return words.every((word) => text.includes(word))
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Sanitised HTML with every one of the words marked, wherever it stands in the text; tags are not touched. */
export function markWords(html: SafeHtml, words: readonly string[]): SafeHtml {
  if (words.length === 0) return html
  // Longer ones first, or `折射` would cut `折射率` in two. A tag or an entity is passed over whole.
  const patterns = [...words]
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const found = new RegExp(`(<[^>]*>)|(${patterns.join('|')})|&[a-z0-9#]+;`, 'gi')
  return asSafeHtml(
    html.replace(found, (whole: string, _tag: string | undefined, hit: string | undefined) =>
      hit === undefined ? whole : `<mark>${hit}</mark>`,
    ),
  )
}
