import { callKey } from '@portal/contract/calls.ts'
import { returnFromProvider } from '@portal/contract/login.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { upstreamPath } from '#calls/call-input.ts'
import { isDocument, isPrefetch } from '#plugins/origin-guard.ts'
import { takeCall } from '#plugins/rate-limit.ts'
import { callerOf, requestHeaders } from '#request/caller.ts'
import { rawPath, siteOrigin } from '#request/request-address.ts'
import type { SessionCookies } from '#session/session-cookie.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'
import type { UpstreamClient } from '#upstream/upstream-client.ts'
import type { LogInWithToken } from './token-login.ts'

interface Options {
  upstream: UpstreamClient
  cookies: SessionCookies
  logIn: LogInWithToken
  /** Budget of a client: each return asks upstream, and upstream a provider. */
  calls: RateLimit
  publicOrigin: string | null
}

type Return = FastifyRequest<{ Params: { source: string }; Querystring: Record<string, string | undefined> }>

/** Where the browser lands when it was no login; the page says no more than this. */
const FAILED = '/?login=failed'
const CANCELLED = '/?login=cancelled'

/**
 * `GET /oauth/callback/{source}`: a person comes back from a provider, by a navigation that another site starts. What
 * goes on to upstream is what the contract names, without the session; back comes a redirect within this site and
 * nothing else. The token in it stays here: it becomes the cookie, and no address that the browser sees holds it.
 */
export const providerRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { upstream, cookies, logIn, calls, publicOrigin } = options

  async function ask(request: Return): Promise<string> {
    const { params, query } = request
    const { status, location } = await upstream.request({
      name: callKey(returnFromProvider),
      method: 'GET',
      path: upstreamPath(returnFromProvider, { params, query }, null),
      headers: { ...requestHeaders({ ...callerOf(request), session: null }, false), accept: 'text/html' },
    })
    const isRedirect = status >= 301 && status <= 308 && location !== undefined
    // Some upstreams answer an error envelope to whoever did not agree.
    if (!isRedirect) return query.error === 'access_denied' || !query.code ? CANCELLED : FAILED
    return ownAddress(location, siteOrigin(request, publicOrigin)) ?? FAILED
  }

  /** Logs in with the token of an address. Gives the address without it, or where a login ends that was none. */
  async function withoutToken(request: FastifyRequest, reply: FastifyReply, address: string): Promise<string> {
    const { pathname, searchParams } = new URL(address, 'http://site')
    const token = searchParams.get('token')
    if (token === null) return address
    if (!(await logIn(request, reply, token))) return FAILED
    searchParams.delete('token')
    return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
  }

  /** This browser went to the provider, and with this state: a link that somebody else prepared logs nobody in. */
  function isBegunHere(request: Return): boolean {
    if (isPrefetch(request) || !isDocument(request)) return false
    const state = cookies.readSocialState(request)
    return state !== null && (state === '' || state === request.query.state)
  }

  app.get(
    '/oauth/callback/:source',
    {
      // Navigations of other sites are what it is for.
      config: { access: 'public', from: 'page' },
      schema: { params: returnFromProvider.params, querystring: returnFromProvider.query },
      // A person stands here: what cannot be read ends on the front page too.
      attachValidation: true,
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const given = request as Return
      const isReadable = !request.validationError && rawPath(request) === `/oauth/callback/${given.params.source}`
      if (!isReadable || !isBegunHere(given)) return leave(reply, FAILED)
      await takeCall(calls, request)
      const address = await ask(given).catch((error: unknown) => {
        request.log.warn({ err: error }, 'upstream did not answer the return from a provider')
        return FAILED
      })
      return leave(reply, await withoutToken(request, reply, address))
    },
  )
}

function leave(reply: FastifyReply, address: string) {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  return reply.redirect(address, 302)
}

/** Path and query of an address on this site, `null` for any other. */
function ownAddress(location: string, origin: string): string | null {
  const base = `${origin}/`
  if (!URL.canParse(location, base)) return null
  const url = new URL(location, base)
  // A path that begins with two slashes would name another host.
  return url.origin === new URL(base).origin ? `/${url.pathname.replace(/^\/+/, '')}${url.search}` : null
}
