import type { FastifyReply, FastifyRequest } from 'fastify'
import { isFromElsewhere, isPrefetch } from '#plugins/origin-guard.ts'
import { takeCall } from '#plugins/rate-limit.ts'
import type { SessionCookies } from '#session/session-cookie.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'
import { rawPath, rawSearch } from './request-address.ts'
import type { TokenLogin } from './token-login.ts'

interface Options {
  logIn: TokenLogin
  cookies: SessionCookies
  /** Budget of a client: each try asks upstream. */
  calls: RateLimit
  publicOrigin: string | null
}

/** Takes the token out of the address of a page: the way back from social login. */
export interface TokenLanding {
  /** The page was opened with `?token=…`. */
  isLanding(request: FastifyRequest): boolean
  /** Checks the token, sets the cookie if it is good, and answers 303 to the same address without it. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

export function createTokenLanding({ logIn, cookies, calls, publicOrigin }: Options): TokenLanding {
  /** A link with a token could log a visitor in as somebody else, so it counts only where a login began. */
  function isWelcome(request: FastifyRequest): boolean {
    if (isPrefetch(request)) return false
    return !isFromElsewhere(request, publicOrigin) || cookies.hasSocialLogin(request)
  }

  return {
    isLanding: (request) => new URLSearchParams(rawSearch(request)).has('token'),

    async answer(request, reply) {
      const token = new URLSearchParams(rawSearch(request)).get('token') ?? ''
      if (isWelcome(request)) {
        await takeCall(calls, request)
        // Where it fails nobody is logged in, and the page still opens.
        await logIn(request, reply, token)
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
