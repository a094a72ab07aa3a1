import type { IncomingMessage } from 'node:http'
import fp from 'fastify-plugin'
import { type AppError, addressTooLong, headTooLarge, malformed } from '#errors.ts'

interface Limits {
  headerFields: number
  addressChars: number
}

/**
 * Refuses requests that the parser accepts but a proxy in front might read differently: HTTP/0.9, no host or several of
 * them, an address that is too long, too many header fields. Node would silently drop the last header fields, which may
 * say where the request comes from.
 */
export const requestFormPlugin = fp<Limits>(
  async (app, limits) => {
    // One more than allowed, so that an excess can be detected.
    app.server.maxHeadersCount = limits.headerFields + 1
    app.addHook('onRequest', ({ raw }, _reply, done) => done(findRefusal(raw, limits)))
  },
  { name: 'request-form' },
)

function findRefusal(request: IncomingMessage, { headerFields, addressChars }: Limits): AppError | undefined {
  if ((request.url?.length ?? 0) > addressChars) return addressTooLong()
  if (request.rawHeaders.length > 2 * headerFields) return headTooLarge()
  return request.httpVersion === '0.9' || !hasOneHost(request) ? malformed() : undefined
}

function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count === 1 || (count === 0 && httpVersion === '1.0')
}
