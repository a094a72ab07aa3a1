import { hash } from 'node:crypto'
import type { HtmlKind } from '@portal/contract/call.ts'
import { LRUCache } from 'lru-cache'

/** Sanitised HTML by a key of the original. */
export interface CleanedTexts {
  keyOf(kind: HtmlKind, html: string): string
  get(key: string): string | undefined
  set(key: string, kind: HtmlKind, clean: string): void
}

/** Characters. */
const CACHE_CHARS = 16_000_000

export function createCleanedTexts(): CleanedTexts {
  const cleaned = new LRUCache<string, string>({
    maxSize: CACHE_CHARS,
    sizeCalculation: (clean, key) => key.length + clean.length,
  })
  const keyOf = (kind: HtmlKind, html: string) => `${kind}:${hash('sha256', html, 'base64')}`
  return {
    keyOf,
    get: (key) => cleaned.get(key),
    set(key, kind, clean) {
      cleaned.set(key, clean)
      // Messages are cleaned again on their way to sockets, which no longer changes them.
      if (kind === 'comment') cleaned.set(keyOf(kind, clean), clean)
    },
  }
}
