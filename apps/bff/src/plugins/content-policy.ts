import { createHash } from 'node:crypto'

/** Where browsers report violations of the policy, and the header that names the endpoint. */
export const REPORTS_PATH = '/bff/policy-reports'
export const REPORTING_ENDPOINTS = `policy="${REPORTS_PATH}"`

/**
 * The Content-Security-Policy of pages. Scripts are our own files and the few inline ones by their hash; they set HTML
 * through the named Trusted Types policies only, each of which may be made once.
 * @param hasForeignPictures pictures of an upstream that is not ours may stand anywhere; then https is allowed for them.
 * @param publicOrigin where the site is known to be
 */
export function pagePolicy(options: {
  inlineScripts: readonly string[]
  htmlPolicies: readonly string[]
  hasForeignPictures: boolean
  isHttps: boolean
  publicOrigin: string | null
  /** Pages that show a PDF which they have fetched. */
  hasFrames?: boolean
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
    ...(options.hasFrames ? ['frame-src blob:'] : []),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${options.htmlPolicies.join(' ')}`,
    ...(options.isHttps ? ['upgrade-insecure-requests'] : []),
    `report-uri ${REPORTS_PATH}`,
    'report-to policy',
  ].join('; ')
}
