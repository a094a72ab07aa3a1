import { createHash } from 'node:crypto'

/** Address to which browsers report violations of the policy, and the header that names it. */
export const REPORTS_PATH = '/bff/policy-reports'
export const REPORTING_ENDPOINTS = `policy="${REPORTS_PATH}"`

/**
 * Returns the Content-Security-Policy of pages. It allows the site's own script files and the few inline ones by their
 * hash; scripts set HTML through the named Trusted Types policies only, each of which may be created once.
 * @param hasForeignPictures whether pictures may have any https address, as an upstream that is not ours may store them
 * anywhere
 * @param publicOrigin the site's origin, where it is configured
 */
export function createPagePolicy(options: {
  inlineScripts: readonly string[]
  htmlPolicies: readonly string[]
  hasForeignPictures: boolean
  isHttps: boolean
  publicOrigin: string | null
  /** Pages that show a PDF which they have fetched, and a preview of a public page. */
  hasFrames?: boolean
  /** A page that pages of the site's own origin may show in a frame. */
  isFramed?: boolean
}): string {
  const hashes = options.inlineScripts.map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const pictures = options.hasForeignPictures ? ' https:' : ''
  // Safari before 16 applies `'self'` to requests only, and refuses the page's own socket.
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
    ...(options.hasFrames ? ["frame-src 'self' blob:"] : []),
    `frame-ancestors ${options.isFramed ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${options.htmlPolicies.join(' ')}`,
    ...(options.isHttps ? ['upgrade-insecure-requests'] : []),
    `report-uri ${REPORTS_PATH}`,
    'report-to policy',
  ].join('; ')
}
