import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDocument, isPrefetch } from '#plugins/origin-guard.ts'
import { takeCall } from '#plugins/rate-limit.ts'
import { getRawPath, getRawSearch } from '#request/request-address.ts'
import type { SessionCookies } from '#session/session-cookie.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'
import { type ConfirmLogin, sendDocument } from './token-confirmation.ts'
import type { LogInWithToken } from './token-login.ts'

interface Options {
  logIn: LogInWithToken
  confirm: ConfirmLogin
  cookies: SessionCookies
  /** Budget of a client: each attempt calls upstream. */
  tries: RateLimit
}

export type TokenLanding = ReturnType<typeof createTokenLanding>

/** Handles pages with a token in their address: the return from social login. */
export function createTokenLanding({ logIn, confirm, cookies, tries }: Options) {
  /** Whether a person opens the page: prefetches and frames never log in. */
  function isVisit(request: FastifyRequest): boolean {
    return request.method === 'GET' && !isPrefetch(request) && isDocument(request)
  }

  return {
    /** Whether the page was opened with `?token=…`. */
    isLanding: (request: FastifyRequest) => new URLSearchParams(getRawSearch(request)).has('token'),

    /**
     * Handles a token in the address. A browser that has just begun a social login: checks the token, sets the cookie
     * if it is valid, and redirects (303) to the same address without it. Any other browser gets a confirmation page,
     * as a link with a token could log a visitor in to another account.
     */
    async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const token = new URLSearchParams(getRawSearch(request)).get('token') ?? ''
      const to = removeToken(request)
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      if (isVisit(request)) {
        await takeCall(tries, request)
        if (cookies.hasSocialLogin(request)) {
          // The cookie is for one use. If the login fails, the page still opens.
          cookies.clearSocialLogin(reply)
          await logIn(request, reply, token)
        } else {
          const page = await confirm(request, reply, { token, to })
          if (page !== null) return sendDocument(reply, 200, page)
        }
      }
      return reply.redirect(to, 303)
    },
  }
}

/** Returns the same address without `token`, with all other parameters as they were written. */
function removeToken(request: FastifyRequest): string {
  const others = getRawSearch(request)
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !new URLSearchParams(part).has('token'))
  // A path that begins with two slashes would name another host.
  const path = `/${getRawPath(request).replace(/^[/\\]+/, '')}`
  return others.length > 0 ? `${path}?${others.join('&')}` : path
}
