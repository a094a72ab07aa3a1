import fp from 'fastify-plugin'
import type { Config } from '#config/config.ts'
import { REPORTING_ENDPOINTS } from './content-policy.ts'

/** Policy of every response that is not a page: it may load nothing and may not be framed. */
const STRICTEST_CSP = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * Browser features that reveal something about the visitor or give access to a device. The list is short, because it is
 * sent with every page, and pages contain no frames and no scripts of other sites.
 */
const REFUSED_FEATURES: readonly string[] = [
  ...['browsing-topics', 'clipboard-read', 'display-capture', 'geolocation', 'hid', 'local-fonts', 'microphone'],
  ...['midi', 'payment', 'serial', 'storage-access', 'usb'],
]
/** Features that only staff's pages may use: they identify themselves with a passkey. */
const PASSKEY_FEATURES: readonly string[] = ['publickey-credentials-create', 'publickey-credentials-get']
const PERMISSIONS = createPermissionsPolicy([...REFUSED_FEATURES, ...PASSKEY_FEATURES])
/** Permissions policy of the pages of `/manage`. */
export const MANAGE_PERMISSIONS = createPermissionsPolicy(REFUSED_FEATURES)

/** Refuses these features. Codes are scanned with the camera, which is the site's own unless a policy refuses it. */
function createPermissionsPolicy(refused: readonly string[]): string {
  return refused.map((feature) => `${feature}=()`).join(', ')
}

/** One year, in which browsers that have visited the site use https only. */
const HSTS_SECONDS = 365 * 24 * 60 * 60
const HSTS_SCOPES: Readonly<Record<Config['hsts'], string>> = {
  host: '',
  subdomains: '; includeSubDomains',
  preload: '; includeSubDomains; preload',
}

export interface HeaderOptions {
  isHttps: boolean
  /** Scope of HSTS: only the operator knows which other hosts use the domain. */
  hsts: Config['hsts']
  /** Pages may contain pictures of other sites, which send no `Cross-Origin-Resource-Policy`. */
  hasForeignPictures: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Returns the whole head of an answer that is sent without `onSend` (`ready-answer.ts`): names and values
     * alternating.
     */
    completeHead(own: Readonly<Record<string, string>>): readonly string[]
  }
}

/** Sets security headers on every response; pages and files have their own Content-Security-Policy. */
export const headersPlugin = fp<HeaderOptions>(
  async (app, options) => {
    app.addHook('onSend', (_request, reply, _payload, done) => {
      setSafeHeaders(reply, options)
      done()
    })
    app.decorate('completeHead', (own) => {
      const head = new Map<string, unknown>(Object.entries(own))
      const setHeader = (name: string, value: unknown) => head.set(name, value)
      setSafeHeaders(
        { header: setHeader, getHeader: (name) => head.get(name), hasHeader: (name) => head.has(name) },
        options,
      )
      return [...head].flat().map(String)
    })
  },
  { name: 'headers' },
)

/** Target of `setHeader`: a reply, or a head that is prepared in advance. */
interface HeaderTarget {
  header(name: string, value: string): unknown
  getHeader(name: string): unknown
  hasHeader(name: string): boolean
}

/** Sets headers that every answer has, and those of documents. */
export function setSafeHeaders(reply: HeaderTarget, options: HeaderOptions): void {
  reply.header('x-content-type-options', 'nosniff')
  reply.header('x-frame-options', 'DENY')
  reply.header('cross-origin-opener-policy', 'same-origin')
  reply.header('cross-origin-resource-policy', 'same-origin')
  if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'strict-origin-when-cross-origin')
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', STRICTEST_CSP)
  if (options.isHttps) {
    reply.header('strict-transport-security', `max-age=${HSTS_SECONDS}${HSTS_SCOPES[options.hsts]}`)
  }
  if (String(reply.getHeader('content-type')).startsWith('text/html')) setDocumentHeaders(reply, options)
}

function setDocumentHeaders(reply: HeaderTarget, { hasForeignPictures }: HeaderOptions): void {
  if (!reply.hasHeader('permissions-policy')) reply.header('permissions-policy', PERMISSIONS)
  reply.header('origin-agent-cluster', '?1')
  reply.header('reporting-endpoints', REPORTING_ENDPOINTS)
  // Hosts in articles are resolved only when a link is followed.
  reply.header('x-dns-prefetch-control', 'off')
  reply.header('x-permitted-cross-domain-policies', 'none')
  if (!hasForeignPictures) reply.header('cross-origin-embedder-policy', 'require-corp')
}
