import { randomBytes } from 'node:crypto'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import { FILE_NAME_PATTERN } from '@portal/contract/files.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { refused } from '#errors.ts'
import { formBody } from '#plugins/form-body.ts'
import { isNamedAsOwn } from '#plugins/origin-guard.ts'
import { takeCall } from '#plugins/rate-limit.ts'
import { getSiteOrigin } from '#request/request-address.ts'
import type { Sealer } from '#session/seal.ts'
import type { SessionCookies } from '#session/session-cookie.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'
import { CONFIRMATION_POLICY, makeConfirmationDocument, makeExpiredDocument } from './confirmation-document.ts'
import type { FindTokenOwner, LogInWithToken } from './token-login.ts'

export interface ConfirmationOptions {
  sealer: Sealer
  cookies: SessionCookies
  findOwner: FindTokenOwner
  logIn: LogInWithToken
  /** Budget of a client: each attempt calls upstream. */
  tries: RateLimit
  publicOrigin: string | null
  now: () => number
}

/** Lifetime of the confirmation form. */
const CONFIRMATION_MS = 5 * MINUTE_MS
const PATH = '/bff/token-login'
const OWN_PICTURE = new RegExp(`^/file/img/${FILE_NAME_PATTERN.slice(1)}`)

/** Sealed content of the form: the page holds the token only encrypted. */
interface SealedForm {
  token: string
  /** Address without the token. */
  to: string
  /** A cookie holds the same nonce, which binds the form to the browser. */
  nonce: string
  at: number
}

export type ConfirmLogin = ReturnType<typeof createConfirmLogin>

/**
 * Returns the page that requests confirmation before a link with a token logs in; `null` when upstream does not know
 * the token, or its account is logged in already.
 */
export function createConfirmLogin(options: ConfirmationOptions) {
  const { sealer, cookies, findOwner, publicOrigin, now } = options
  return async (request: FastifyRequest, reply: FastifyReply, given: { token: string; to: string }) => {
    const { token, to } = given
    const owner = await findOwner(request, token)
    if (!owner) return null
    const session = cookies.read(request)
    if (session?.userId === owner.userId) return null
    const replaced = session && (await findOwner(request, session.token))
    const nonce = randomBytes(16).toString('base64url')
    cookies.writeConfirmation(reply, nonce)
    const form: SealedForm = { token, to, nonce, at: now() }
    return makeConfirmationDocument({
      nickname: owner.nickname,
      avatar: owner.avatar !== null && OWN_PICTURE.test(owner.avatar) ? owner.avatar : null,
      replacedNickname: replaced?.nickname ?? null,
      host: new URL(getSiteOrigin(request, publicOrigin)).host,
      action: PATH,
      sealed: sealer.seal('confirmation-form', form),
      cancelAddress: to,
    })
  }
}

export function sendDocument(reply: FastifyReply, status: number, html: string): FastifyReply {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  reply.header('content-security-policy', CONFIRMATION_POLICY)
  return reply.code(status).type('text/html; charset=utf-8').send(html)
}

/** Receives the form: only here can the token of a prepared link become a login. */
export const tokenConfirmationRoutes: FastifyPluginAsync<ConfirmationOptions> = async (app, options) => {
  const { sealer, cookies, logIn, tries, publicOrigin, now } = options

  function read(request: FastifyRequest, body: string): SealedForm | null {
    const form = sealer.open('confirmation-form', new URLSearchParams(body).get('sealed') ?? '') as SealedForm | null
    if (!form || now() - form.at > CONFIRMATION_MS) return null
    return form.nonce === cookies.readConfirmation(request) ? form : null
  }

  await app.register(formBody)
  app.post<{ Body: string }>(
    PATH,
    { config: { access: 'public', from: 'form', exactPath: () => PATH } },
    async (request, reply) => {
      if (!isNamedAsOwn(request, publicOrigin)) throw refused()
      const form = read(request, request.body)
      if (!form) return sendDocument(reply, 403, makeExpiredDocument())
      await takeCall(tries, request)
      cookies.clearConfirmation(reply)
      const isLoggedIn = await logIn(request, reply, form.token)
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      return reply.redirect(isLoggedIn ? form.to : '/?login=failed', 303)
    },
  )
}
