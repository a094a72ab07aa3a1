import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { type CacheTimes, StaleCache } from '#cache/stale-cache.ts'
import { toOwnMemory } from '#responses/detached-buffer.ts'

const compressGzip = promisify(gzip)

/** A sitemap or feed: tens of thousands of addresses are megabytes of the same words. */
export interface XmlDocument {
  xml: string
  /** Compressed when it is first asked for, then kept. */
  gzip(): Promise<Buffer>
}

export interface XmlDocuments {
  has(key: string): boolean
  /** A minute old at most while `make` can make it; once for all who ask. @throws whatever `make` throws */
  get(key: string, make: () => Promise<string>): Promise<XmlDocument>
}

/** Characters. */
const KEPT_MAX = 64_000_000
const TIMES: CacheTimes = { freshMs: 1 * MINUTE_MS, refreshMs: 1 * HOUR_MS, keepMs: 24 * HOUR_MS }

export function createXmlDocuments(now: () => number): XmlDocuments {
  const cache = new StaleCache<XmlDocument>({ now, maxSize: KEPT_MAX, sizeOf: ({ xml }) => xml.length })
  const current = (key: string) => cache.fresh(key, TIMES.keepMs)?.value

  return {
    has: (key) => current(key) !== undefined,
    async get(key, make) {
      const { value } = await cache.get(key, TIMES, async () => {
        const xml = await make()
        const old = current(key)
        return { value: old?.xml === xml ? old : createDocument(xml), isKept: true }
      })
      return value
    },
  }
}

function createDocument(xml: string): XmlDocument {
  let zipped: Promise<Buffer> | undefined
  return { xml, gzip: () => (zipped ??= compressGzip(xml).then(toOwnMemory)) }
}
