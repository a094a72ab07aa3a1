import { hash } from 'node:crypto'
import type { HtmlKind } from '@portal/contract/call.ts'

/** HTML that has been cleaned, by what it was before. */
export interface CleanedTexts {
  keyOf(kind: HtmlKind, html: string): string
  get(key: string): string | undefined
  set(key: string, kind: HtmlKind, clean: string): void
}

/** Text kept in memory as already cleaned, in characters; beyond it the oldest are forgotten. */
const KEPT_CHARS = 16_000_000

export function createCleanedTexts(): CleanedTexts {
  const cleaned = new Map<string, string>()
  let keptChars = 0

  const keyOf = (kind: HtmlKind, html: string) => `${kind}:${hash('sha256', html, 'base64')}`

  function keep(key: string, clean: string): void {
    if (cleaned.has(key)) return
    cleaned.set(key, clean)
    keptChars += key.length + clean.length
    for (const [oldest, text] of cleaned) {
      if (keptChars <= KEPT_CHARS) break
      cleaned.delete(oldest)
      keptChars -= oldest.length + text.length
    }
  }

  return {
    keyOf,
    get: (key) => cleaned.get(key),
    set(key, kind, clean) {
      keep(key, clean)
      // Messages are cleaned again on their way to sockets, which changes nothing any more.
      if (kind === 'comment') keep(keyOf(kind, clean), clean)
    },
  }
}
