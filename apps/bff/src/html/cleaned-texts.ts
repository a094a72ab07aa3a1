import { hash } from 'node:crypto'
import type { HtmlKind } from '@portal/contract/call.ts'
import { LRUCache } from 'lru-cache'

export type CleanedTexts = ReturnType<typeof createCleanedTexts>

/** Size of the cache, in characters. */
const CACHE_CHARS = 16_000_000

/** Caches sanitised HTML by a key of the original. */
export function createCleanedTexts() {
  const cleaned = new LRUCache<string, string>({
    maxSize: CACHE_CHARS,
    sizeCalculation: (clean, key) => key.length + clean.length,
  })
  const toKey = (kind: HtmlKind, html: string) => `${kind}:${hash('sha256', html, 'base64')}`
  return {
    toKey,
    get: (key: string) => cleaned.get(key),
    set(key: string, kind: HtmlKind, clean: string): void {
      cleaned.set(key, clean)
      // Messages are cleaned again before they are sent to sockets, which no longer changes them.
      if (kind === 'comment') cleaned.set(toKey(kind, clean), clean)
    },
  }
}
