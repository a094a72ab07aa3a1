export type Encoding = 'br' | 'gzip' | 'identity'

/** The best encoding that the browser accepts among those there are. */
export function chooseEncoding(accepted: string | undefined, available: { br: unknown; gzip: unknown }): Encoding {
  const refused = /\b(br|gzip)\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/g
  const header = (accepted ?? '').toLowerCase()
  const no = new Set(Array.from(header.matchAll(refused), ([, name]) => name))
  const takes = (name: string) => new RegExp(`\\b${name}\\b`).test(header) && !no.has(name)
  if (available.br && takes('br')) return 'br'
  if (available.gzip && takes('gzip')) return 'gzip'
  return 'identity'
}

/** Whether the browser already has this version. */
export function isSameVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  const weak = (tag: string) => tag.trim().replace(/^W\//, '')
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || weak(tag) === weak(etag))
}
