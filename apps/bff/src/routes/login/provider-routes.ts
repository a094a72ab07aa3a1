import { returnFromProvider } from '@portal/contract/accounts/login.ts'
import { toCallKey } from '@portal/contract/calls.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { makeUpstreamPath } from '#calls/call-input.ts'
import { isDocument, isPrefetch } from '#plugins/origin-guard.ts'
import { takeCall } from '#plugins/rate-limit.ts'
import { createRequestHeaders, getCaller } from '#request/caller.ts'
import { getRawPath, getSiteOrigin } from '#request/request-address.ts'
import type { SessionCookies } from '#session/session-cookie.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'
import type { UpstreamClient } from '#upstream/upstream-client.ts'
import type { LogInWithToken } from './token-login.ts'

interface Options {
  upstream: UpstreamClient
  cookies: SessionCookies
  logIn: LogInWithToken
  /** Budget of a client: each return calls upstream, which calls a provider. */
  calls: RateLimit
  publicOrigin: string | null
}

type Return = FastifyRequest<{ Params: { source: string }; Querystring: Record<string, string | undefined> }>

/** Targets after a failed or cancelled login. */
const FAILED = '/?login=failed'
const CANCELLED = '/?login=cancelled'

/**
 * `GET /oauth/callback/{source}`: the return from a provider, a navigation started by another site. Forwards the
 * contract's parameters to upstream without the session, and answers with a redirect within this site. The token in
 * upstream's redirect becomes the cookie; no address that the browser sees contains it.
 */
export const providerRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { upstream, cookies, logIn, calls, publicOrigin } = options

  async function findTarget(request: Return): Promise<string> {
    const { params, query } = request
    const { status, location } = await upstream.request({
      name: toCallKey(returnFromProvider),
      method: 'GET',
      path: makeUpstreamPath(returnFromProvider, { params, query }, null),
      headers: { ...createRequestHeaders({ ...getCaller(request), session: null }, false), accept: 'text/html' },
    })
    const isRedirect = status >= 301 && status <= 308 && location !== undefined
    // Some upstreams answer with an error envelope when the user declined.
    if (!isRedirect) return query.error === 'access_denied' || !query.code ? CANCELLED : FAILED
    return toOwnAddress(location, getSiteOrigin(request, publicOrigin)) ?? FAILED
  }

  /** Logs in with the token of an address. Returns the address without it, or the target for a failed login. */
  async function logInAndRemoveToken(request: FastifyRequest, reply: FastifyReply, address: string): Promise<string> {
    const { pathname, searchParams } = new URL(address, 'http://site')
    const token = searchParams.get('token')
    if (token === null) return address
    if (!(await logIn(request, reply, token))) return FAILED
    searchParams.delete('token')
    return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
  }

  /** Whether this browser began the login with this state, so that a prepared link cannot log in. */
  function isBegunHere(request: Return): boolean {
    if (isPrefetch(request) || !isDocument(request)) return false
    const state = cookies.readSocialState(request)
    return state !== null && (state === '' || state === request.query.state)
  }

  app.get(
    '/oauth/callback/:source',
    {
      config: { access: 'public', from: 'page' },
      schema: { params: returnFromProvider.params, querystring: returnFromProvider.query },
      // An invalid request also ends on the front page, with a message for the visitor.
      attachValidation: true,
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const given = request as Return
      const isReadable = !request.validationError && getRawPath(request) === `/oauth/callback/${given.params.source}`
      if (!isReadable || !isBegunHere(given)) return redirectTo(reply, FAILED)
      await takeCall(calls, request)
      const address = await findTarget(given).catch((error: unknown) => {
        request.log.warn({ err: error }, 'upstream did not answer the return from a provider')
        return FAILED
      })
      return redirectTo(reply, await logInAndRemoveToken(request, reply, address))
    },
  )
}

function redirectTo(reply: FastifyReply, address: string) {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  return reply.redirect(address, 302)
}

/** Returns path and query of an address on this site, `null` for any other. */
function toOwnAddress(location: string, origin: string): string | null {
  const base = `${origin}/`
  if (!URL.canParse(location, base)) return null
  const url = new URL(location, base)
  // A path that begins with two slashes would name another host.
  return url.origin === new URL(base).origin ? `/${url.pathname.replace(/^\/+/, '')}${url.search}` : null
}
