import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { noSuchCall } from '#errors.ts'
import type { Mailbox } from './mailbox.ts'

/** The socket's own address, not a header's, and without a proxy between. */
function isFromThisMachine(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? ''
  const isLoopback = address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
  return isLoopback && request.headers['x-forwarded-for'] === undefined
}

/** `GET /dev/mailbox`: the mails that were not sent. Registered outside production only. */
export const mailboxRoutes: FastifyPluginAsync<{ mailbox: Mailbox }> = async (app, { mailbox }) => {
  app.get('/dev/mailbox', { config: { access: 'public' } }, async (request) => {
    if (!isFromThisMachine(request)) throw noSuchCall()
    return mailbox.list()
  })
}
