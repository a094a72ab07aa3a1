export type Encoding = 'br' | 'gzip' | 'identity'

/** What a browser takes besides the plain form. */
interface Accepted {
  br: boolean
  gzip: boolean
}

/** What headers that were read once say: browsers send a handful of them. Forgotten when somebody sends many. */
const known = new Map<string, Accepted>()
const KNOWN_MAX = 64

/** The best encoding that the browser accepts among those there are. */
export function chooseEncoding(header: string | undefined, available: { br: unknown; gzip: unknown }): Encoding {
  const accepted = acceptedBy(header ?? '')
  if (available.br && accepted.br) return 'br'
  if (available.gzip && accepted.gzip) return 'gzip'
  return 'identity'
}

function acceptedBy(header: string): Accepted {
  const kept = known.get(header)
  if (kept) return kept
  const read = readAccepted(header.toLowerCase())
  if (known.size >= KNOWN_MAX) known.clear()
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
  const weak = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || weak(tag) === weak(etag))
}
