import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'

/** For everything that is not a page: nothing may be loaded from it or show it in a frame. */
const STRICTEST_CSP = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
const PERMISSIONS =
  'accelerometer=(), autoplay=(), camera=(self), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()'
const HSTS_SECONDS = 365 * 24 * 60 * 60

/** Sets them on every answer; a page or a file brings its own Content-Security-Policy. */
export const headersPlugin = fp<{ isHttps: boolean }>(
  async (app, { isHttps }) => {
    app.addHook('onSend', async (_request, reply) => setSafeHeaders(reply, isHttps))
  },
  { name: 'headers' },
)

/** Headers that every answer carries. */
export function setSafeHeaders(reply: FastifyReply, isHttps: boolean): void {
  reply.header('x-content-type-options', 'nosniff')
  reply.header('x-frame-options', 'DENY')
  reply.header('cross-origin-opener-policy', 'same-origin')
  reply.header('cross-origin-resource-policy', 'same-origin')
  reply.header('permissions-policy', PERMISSIONS)
  if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'strict-origin-when-cross-origin')
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', STRICTEST_CSP)
  if (isHttps) reply.header('strict-transport-security', `max-age=${HSTS_SECONDS}; includeSubDomains`)
}
