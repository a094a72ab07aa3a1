import { changePassword, closeAccount } from '@portal/contract/accounts/account.ts'
import { forgetPassword } from '@portal/contract/accounts/login.ts'
import type { Call } from '@portal/contract/call.ts'
import { calls, toCallKey, toRouterPath } from '@portal/contract/calls.ts'
import { checkCertificate } from '@portal/contract/certificates/certificates.ts'
import { TOKEN_LIFETIME_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { ReadYourWrites } from '#cache/read-your-writes.ts'
import { type CallInput, fillPath } from '#calls/call-input.ts'
import type { CallOutcome, CallService } from '#calls/call-service.ts'
import type { Relay } from '#chat/relay.ts'
import { AppError, refused } from '#errors.ts'
import { getCaller } from '#request/caller.ts'
import type { SessionCookies } from '#session/session-cookie.ts'
import type { Revocations } from '#shared-state/revocations.ts'
import { createCallAnswers } from './call-answers.ts'

interface Options {
  service: CallService
  cookies: SessionCookies
  changes: ReadYourWrites
  revocations: Revocations
  relay: Relay
  /** Effects of chat calls and of guarded calls. */
  effects: readonly [string, Effects][]
  now: () => number
}

/** What the BFF does with a call besides forwarding it. */
export interface Effects {
  /** Runs before the call. May throw, and may change the input. */
  before?: (request: FastifyRequest) => void | Promise<void>
  /** Admits the call, or throws. The returned function receives the outcome, `null` when upstream gave none. */
  admit?: (request: FastifyRequest) => Promise<Settle>
  /** Runs after a successful answer. */
  after?: (reply: FastifyReply, outcome: CallOutcome) => void | Promise<void>
  /** Runs in any case, before upstream is called. */
  always?: (reply: FastifyReply) => Promise<void>
}

/** Receives the outcome of an admitted call. */
export type Settle = (outcome: CallOutcome | null, reply: FastifyReply) => Promise<void>

/** This call has its own routes: guarded, signed, from any source. */
const OWN_ROUTE = toCallKey(checkCertificate)

/** Registers one route for each JSON call of the contract, and no others. */
export const callRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { service, cookies, changes, relay, now } = options
  const effects = mergeEffects([...createEffects(options), ...options.effects])
  const answers = createCallAnswers(app, service)

  function sendCached(call: Call, request: FastifyRequest, reply: FastifyReply): boolean {
    if (request.session && !call.cache?.sameForAll) return false
    const cached = service.cached(request.raw.url ?? '')
    if (!cached) return false
    if (request.session) relay.touch(request.session.userId)
    answers.sendCached(reply, call, cached)
    return true
  }

  for (const call of calls as readonly Call[]) {
    if (call.upload || call.file || call.reachedBy || toCallKey(call) === OWN_ROUTE) continue
    const { before, admit, after, always } = effects.get(toCallKey(call)) ?? {}
    const isBare = !effects.has(toCallKey(call)) && !call.invalidates
    app.route({
      method: call.method,
      url: toRouterPath(call),
      // HEAD would make a call whose answer is dropped.
      exposeHeadRoute: false,
      schema: {
        ...(call.params ? { params: call.params } : {}),
        ...(call.query ? { querystring: call.query } : {}),
        ...(call.body ? { body: call.body } : {}),
      },
      config: {
        access: call.access,
        from: 'call',
        ...(call.changesState ? { changesState: true } : {}),
        exactPath: call.params ? (params) => fillPath(call.path, params) : () => call.path,
      },
      // This step comes after everything that may refuse a request (`onRequest`).
      ...(call.cache && call.method === 'GET'
        ? { preValidation: (request, reply, done) => void (sendCached(call, request, reply) || done()) }
        : {}),
      handler: async (request, reply) => {
        try {
          if (before) await before(request)
        } catch (error) {
          // An effect called upstream, which no longer accepts the token.
          if (error instanceof AppError && error.code === CODE.unauthenticated) cookies.clear(reply)
          throw error
        }
        if (always) await always(reply)
        const settle = await admit?.(request)
        const asked = service.perform(call, readInput(request), getCaller(request))
        const outcome = await (settle ? asked.catch(() => settle(null, reply).then(() => asked)) : asked)
        if (outcome.login) {
          cookies.write(reply, { ...outcome.login, expiresAtMs: now() + TOKEN_LIFETIME_MS })
        }
        await settle?.(outcome, reply)
        if (outcome.isSessionOver) cookies.clear(reply)
        if (call.invalidates && outcome.envelope.code === CODE.ok) {
          const change = changes.make(call.invalidates, cookies.readChange(request))
          changes.apply(change)
          cookies.writeChange(reply, change)
        }
        if (after && outcome.envelope.code === 200) await after(reply, outcome)
        // No event reports comments and likes of others, so active users get new counters soon.
        if (request.session && !outcome.isSessionOver) relay.touch(request.session.userId)
        return answers.send(reply, call, outcome, isBare)
      },
    })
  }
}

function mergeEffects(all: readonly [string, Effects][]): Map<string, Effects> {
  const effects = new Map<string, Effects>()
  for (const [key, more] of all) effects.set(key, { ...effects.get(key), ...more })
  return effects
}

function createEffects({ cookies, revocations, relay }: Options): [string, Effects][] {
  /** Revokes the session, so that a copy of the cookie is useless even if the logout did not reach upstream. */
  async function endSession(reply: FastifyReply): Promise<void> {
    cookies.clear(reply)
    const { session } = reply.request
    if (session) await revocations.revoke(session.token, session.expiresAtMs)
  }

  return [
    ['GET /logout', { always: endSession }],
    [
      'DELETE /v1/user/sessions',
      {
        after: async (reply) => {
          const { id, others } = reply.request.query as { id?: string; others?: string }
          const { session } = reply.request
          // Every login ends if neither is given, including this one.
          if (id === undefined && others === undefined) {
            await endSession(reply)
            if (session) relay.endSessions(session.userId)
          } else if (session) {
            relay.checkSessions(session.userId)
          }
        },
      },
    ],
    [
      toCallKey(changePassword),
      { after: ({ request: { session } }) => (session ? relay.checkSessions(session.userId) : undefined) },
    ],
    [
      toCallKey(closeAccount),
      {
        after: async (reply) => {
          await endSession(reply)
          if (reply.request.session) relay.endSessions(reply.request.session.userId)
        },
      },
    ],
    [
      // Every login of the account has ended, and the call does not name the account.
      toCallKey(forgetPassword),
      { after: () => relay.checkAllSessions() },
    ],
    [
      'GET /oauth/render/{source}',
      { after: (reply, { envelope }) => cookies.writeSocialLogin(reply, readState(envelope.data)) },
    ],
    [
      'GET /oauth/wechatLoginCode',
      { after: (reply, { envelope }) => cookies.writeWechatCode(reply, String(envelope.data)) },
    ],
    [
      'GET /oauth/wechat/is_login',
      {
        before: (request) => {
          // Upstream logs in the first caller with a finished code: only the browser that requested it may call.
          const { loginCode } = request.query as { loginCode: string }
          if (cookies.readWechatCode(request) !== loginCode) throw refused('验证码不是由本浏览器获取的，请刷新后重试')
        },
      },
    ],
  ]
}

/** Returns the `state` that a provider returns; empty where the address has none. */
function readState(address: unknown): string {
  const text = String(address)
  return URL.canParse(text) ? (new URL(text).searchParams.get('state') ?? '') : ''
}

function readInput(request: FastifyRequest): CallInput {
  return {
    params: request.params as Record<string, unknown>,
    query: request.query as Record<string, unknown>,
    body: request.body as Record<string, unknown>,
  }
}
