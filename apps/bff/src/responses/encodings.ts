import { LRUCache } from 'lru-cache'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Encodings that a browser accepts. */
interface Accepted {
  br: boolean
  gzip: boolean
}

/** Parsed headers: browsers send few different ones. */
const known = new LRUCache<string, Accepted>({ max: 64 })

/** Returns the best available encoding that the browser accepts. */
export function chooseEncoding(header: string | undefined, available: { br: unknown; gzip: unknown }): Encoding {
  const accepted = getAccepted(header ?? '')
  if (available.br && accepted.br) return 'br'
  if (available.gzip && accepted.gzip) return 'gzip'
  return 'identity'
}

function getAccepted(header: string): Accepted {
  const accepted = known.get(header)
  if (accepted) return accepted
  const read = readAccepted(header.toLowerCase())
  known.set(header, read)
  return read
}

function readAccepted(header: string): Accepted {
  const refused = /\b(br|gzip)\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/g
  const no = new Set(Array.from(header.matchAll(refused), ([, name]) => name))
  const takes = (name: string) => new RegExp(`\\b${name}\\b`).test(header) && !no.has(name)
  return { br: takes('br'), gzip: takes('gzip') }
}

/** Whether the browser already has this version. */
export function isSameVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const toWeakTag = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || toWeakTag(tag) === toWeakTag(etag))
}
