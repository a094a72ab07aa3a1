import { createHash } from 'node:crypto'

/**
 * The Content-Security-Policy of pages. Scripts are our own files and the few inline ones by their hash.
 * @param hasForeignPictures pictures of an upstream that is not ours may stand anywhere; then https is allowed for them.
 * @param publicOrigin where the site is known to be
 */
export function pagePolicy(options: {
  inlineScripts: readonly string[]
  hasForeignPictures: boolean
  isHttps: boolean
  publicOrigin: string | null
}): string {
  const hashes = options.inlineScripts.map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const pictures = options.hasForeignPictures ? ' https:' : ''
  // Safari before 16 takes `'self'` for requests alone, and refuses the page's own socket.
  const socket = options.publicOrigin ? ` ${options.publicOrigin.replace(/^http/, 'ws')}` : ''
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashes].join(' ')}`,
    "style-src 'self'",
    `img-src 'self' data: blob:${pictures}`,
    `media-src 'self' blob:${pictures}`,
    "font-src 'self'",
    `connect-src 'self'${socket}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(options.isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
