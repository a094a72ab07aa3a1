import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDocument, isPrefetch } from '#plugins/origin-guard.ts'
import { takeCall } from '#plugins/rate-limit.ts'
import { rawPath, rawSearch } from '#request/request-address.ts'
import type { SessionCookies } from '#session/session-cookie.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'
import { type AskForLogin, sendDocument } from './token-confirmation.ts'
import type { LogInWithToken } from './token-login.ts'

interface Options {
  logIn: LogInWithToken
  ask: AskForLogin
  cookies: SessionCookies
  /** Budget of a client: each try asks upstream. */
  tries: RateLimit
}

/** Takes the token out of the address of a page: the way back from social login. */
export interface TokenLanding {
  /** The page was opened with `?token=…`. */
  isLanding(request: FastifyRequest): boolean
  /**
   * Where this browser has just begun a social login: checks the token, sets the cookie if it is good, and answers 303 to
   * the same address without it. A link with a token could log a visitor in as somebody else, so anywhere else a page
   * asks first.
   */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

export function createTokenLanding({ logIn, ask, cookies, tries }: Options): TokenLanding {
  /** Somebody opens the page; what only looks at it, or shows it inside something else, logs nobody in. */
  function isVisit(request: FastifyRequest): boolean {
    return request.method === 'GET' && !isPrefetch(request) && isDocument(request)
  }

  return {
    isLanding: (request) => new URLSearchParams(rawSearch(request)).has('token'),

    async answer(request, reply) {
      const token = new URLSearchParams(rawSearch(request)).get('token') ?? ''
      const to = withoutToken(request)
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      if (isVisit(request)) {
        await takeCall(tries, request)
        if (cookies.hasSocialLogin(request)) {
          // Of one use, whatever comes of it. Where it fails nobody is logged in, and the page still opens.
          cookies.clearSocialLogin(reply)
          await logIn(request, reply, token)
        } else {
          const question = await ask(request, reply, { token, to })
          if (question !== null) return sendDocument(reply, 200, question)
        }
      }
      return reply.redirect(to, 303)
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
