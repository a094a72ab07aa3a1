import { TOKEN_LIFETIME_MS } from '@portal/contract/constants.ts'
import { getUserByToken } from '@portal/contract/users.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallService } from '#calls/call-service.ts'
import type { SessionCookies } from '#session/session-cookie.ts'
import { callerOf } from '#routes/calls/call-routes.ts'

/** A token is printable ASCII; anything else is not even asked about. */
const TOKEN = /^[\x21-\x7e]{16,4096}$/

/** Whose a token is, as upstream says. */
interface TokenOwner {
  userId: string
  nickname: string
  avatar: string | null
}

/** `null` for a token that upstream does not know, and where it cannot say. */
export type FindTokenOwner = (request: FastifyRequest, token: string) => Promise<TokenOwner | null>

export function createTokenOwner({ service }: { service: CallService }): FindTokenOwner {
  async function ask(request: FastifyRequest, token: string): Promise<TokenOwner | null> {
    const session = { token, userId: '', expiresAtMs: 0 }
    const { envelope } = await service.perform(getUserByToken, {}, { ...callerOf(request), session })
    const user = envelope.code === 200 ? (envelope.data as Record<string, unknown> | null) : null
    if (typeof user?.id !== 'string') return null
    const { id: userId, nickname, avatar } = user
    return {
      userId,
      nickname: typeof nickname === 'string' && nickname.trim() !== '' ? nickname : '未署名',
      avatar: typeof avatar === 'string' ? avatar : null,
    }
  }

  return async (request, token) => {
    if (!TOKEN.test(token)) return null
    return await ask(request, token).catch((error: unknown) => {
      request.log.warn({ err: error }, 'token not checked')
      return null
    })
  }
}

/** Logs in with a token that came in an address: asks upstream whose it is, and sets the cookie. `false`: nobody is. */
export type TokenLogin = (request: FastifyRequest, reply: FastifyReply, token: string) => Promise<boolean>

interface Options {
  findOwner: FindTokenOwner
  cookies: SessionCookies
  now: () => number
}

export function createTokenLogin({ findOwner, cookies, now }: Options): TokenLogin {
  return async (request, reply, token) => {
    const owner = await findOwner(request, token)
    if (!owner) return false
    cookies.write(reply, { token, userId: owner.userId, expiresAtMs: now() + TOKEN_LIFETIME_MS })
    cookies.clearSocialLogin(reply)
    return true
  }
}
