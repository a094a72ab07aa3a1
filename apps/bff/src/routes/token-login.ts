import { TOKEN_LIFETIME_MS } from '@portal/contract/constants.ts'
import { getUserByToken } from '@portal/contract/users.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallService } from '#calls/call-service.ts'
import type { SessionCookies } from '#session/session-cookie.ts'
import { callerOf } from './call-routes.ts'

/** A token is printable ASCII; anything else is not even asked about. */
const TOKEN = /^[\x21-\x7e]{16,4096}$/

interface Options {
  service: CallService
  cookies: SessionCookies
  now: () => number
}

/**
 * Logs in with a token that came in an address: asks upstream whose it is, and sets the cookie. `false` when nobody is
 * logged in, be it that upstream does not know the token or that it cannot say.
 */
export type TokenLogin = (request: FastifyRequest, reply: FastifyReply, token: string) => Promise<boolean>

export function createTokenLogin({ service, cookies, now }: Options): TokenLogin {
  async function logIn(request: FastifyRequest, reply: FastifyReply, token: string): Promise<boolean> {
    const session = { token, userId: '', expiresAtMs: now() + TOKEN_LIFETIME_MS }
    const { envelope } = await service.perform(getUserByToken, {}, { ...callerOf(request), session })
    const user = envelope.code === 200 ? (envelope.data as { id?: unknown } | null) : null
    if (typeof user?.id !== 'string') return false
    cookies.write(reply, { ...session, userId: user.id })
    cookies.clearSocialLogin(reply)
    return true
  }

  return async (request, reply, token) => {
    if (!TOKEN.test(token)) return false
    return await logIn(request, reply, token).catch((error: unknown) => {
      request.log.warn({ err: error }, 'token not checked')
      return false
    })
  }
}
