import { TOKEN_LIFETIME_MS } from '@portal/contract/constants.ts'
import { getUserByToken } from '@portal/contract/users.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallService } from '#calls/call-service.ts'
import { isFromElsewhere, isPrefetch } from '#plugins/origin-guard.ts'
import { takeCall } from '#plugins/rate-limit.ts'
import type { SessionCookies } from '#session/session-cookie.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'
import { callerOf } from './call-routes.ts'
import { rawPath, rawSearch } from './request-address.ts'

/** A token is printable ASCII; anything else is not even asked about. */
const TOKEN = /^[\x21-\x7e]{16,4096}$/

interface Options {
  service: CallService
  cookies: SessionCookies
  /** Budget of a client: each try asks upstream. */
  calls: RateLimit
  publicOrigin: string | null
  now: () => number
}

/** Takes the token out of the address of a page: the way back from social login. */
export interface TokenLanding {
  /** The page was opened with `?token=…`. */
  isLanding(request: FastifyRequest): boolean
  /** Checks the token, sets the cookie if it is good, and answers 303 to the same address without it. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

export function createTokenLanding({ service, cookies, calls, publicOrigin, now }: Options): TokenLanding {
  /** A link with a token could log a visitor in as somebody else, so it counts only where a login began. */
  function isWelcome(request: FastifyRequest): boolean {
    if (isPrefetch(request)) return false
    return !isFromElsewhere(request, publicOrigin) || cookies.hasSocialLogin(request)
  }

  async function logIn(request: FastifyRequest, reply: FastifyReply, token: string): Promise<void> {
    const session = { token, userId: '', expiresAtMs: now() + TOKEN_LIFETIME_MS }
    const { envelope } = await service.perform(getUserByToken, {}, { ...callerOf(request), session })
    const user = envelope.code === 200 ? (envelope.data as { id?: unknown } | null) : null
    if (typeof user?.id !== 'string') return
    cookies.write(reply, { ...session, userId: user.id })
    cookies.clearSocialLogin(reply)
  }

  return {
    isLanding: (request) => new URLSearchParams(rawSearch(request)).has('token'),

    async answer(request, reply) {
      const token = new URLSearchParams(rawSearch(request)).get('token') ?? ''
      if (TOKEN.test(token) && isWelcome(request)) {
        await takeCall(calls, request)
        await logIn(request, reply, token).catch((error: unknown) => {
          // Upstream cannot say whose token it is: nobody is logged in, the page still opens.
          request.log.warn({ err: error }, 'token not checked')
        })
      }
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      return reply.redirect(withoutToken(request), 303)
    },
  }
}

/** The same address without `token`, all other parameters as they were written. */
function withoutToken(request: FastifyRequest): string {
  const others = rawSearch(request)
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !new URLSearchParams(part).has('token'))
  // A path that begins with two slashes would name another host.
  const path = `/${rawPath(request).replace(/^[/\\]+/, '')}`
  return others.length > 0 ? `${path}?${others.join('&')}` : path
}
