import { hash } from 'node:crypto'
import type { HtmlKind } from '@portal/contract/call.ts'
import { LRUCache } from 'lru-cache'

export type CleanedTexts = ReturnType<typeof createCleanedTexts>

/** Characters. */
const CACHE_CHARS = 16_000_000

/** Sanitised HTML by a key of the original. */
export function createCleanedTexts() {
  const cleaned = new LRUCache<string, string>({
    maxSize: CACHE_CHARS,
    sizeCalculation: (clean, key) => key.length + clean.length,
  })
  const keyOf = (kind: HtmlKind, html: string) => `${kind}:${hash('sha256', html, 'base64')}`
  return {
    keyOf,
    get: (key: string) => cleaned.get(key),
    set(key: string, kind: HtmlKind, clean: string): void {
      cleaned.set(key, clean)
      // Messages are cleaned again on their way to sockets, which no longer changes them.
      if (kind === 'comment') cleaned.set(keyOf(kind, clean), clean)
    },
  }
}
