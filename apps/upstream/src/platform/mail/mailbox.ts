import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { noSuchCall } from '#platform/errors.ts'
import type { Mail, Mailer } from './mailer.ts'

export interface Mailbox extends Mailer {
  /** Lists mails, newest first. Times are UTC, ISO 8601. */
  list(): readonly (Mail & { sentAt: string })[]
}

const MAILS_MAX = 100

/** Holds the newest 100 mails in memory, for development. */
export function createMailbox(now: () => number): Mailbox {
  const mails: (Mail & { sentAt: string })[] = []
  return {
    async send({ to, subject, text }) {
      mails.unshift({ to, subject, text, sentAt: new Date(now()).toISOString() })
      mails.length = Math.min(mails.length, MAILS_MAX)
    },
    list: () => mails,
  }
}

/** Host names of this machine. A page whose own name was rebound to this machine sends that name instead. */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/** Returns whether a request comes from this machine without a proxy and names a loopback host. */
function isFromThisMachine(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? ''
  const isLoopback = address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
  const isNamed = LOOPBACK_HOST.test(request.headers.host ?? '')
  return isLoopback && isNamed && request.headers['x-forwarded-for'] === undefined
}

/** Route `GET /dev/mailbox`: lists the mails that were not sent. It is registered outside production only. */
export const mailboxRoutes: FastifyPluginAsync<{ mailbox: Mailbox }> = async (app, { mailbox }) => {
  app.get('/dev/mailbox', { config: { access: 'public' } }, async (request) => {
    if (!isFromThisMachine(request)) throw noSuchCall()
    return mailbox.list()
  })
}
