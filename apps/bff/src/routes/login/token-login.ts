import { getUserByToken } from '@portal/contract/accounts/users.ts'
import { TOKEN_LIFETIME_MS } from '@portal/contract/constants.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallService } from '#calls/call-service.ts'
import { getCaller } from '#request/caller.ts'
import type { SessionCookies } from '#session/session-cookie.ts'

/** Form of a token: printable ASCII. Anything else is rejected without a call. */
const TOKEN = /^[\x21-\x7e]{16,4096}$/

/** The account that a token belongs to. */
interface TokenOwner {
  userId: string
  nickname: string
  avatar: string | null
}

/** Returns `null` for a token that upstream does not know, and while upstream is unreachable. */
export type FindTokenOwner = (request: FastifyRequest, token: string) => Promise<TokenOwner | null>

/** Logs in with a token from an address: sets the cookie. `false` when the token is not valid. */
export type LogInWithToken = (request: FastifyRequest, reply: FastifyReply, token: string) => Promise<boolean>

export type TokenLogin = ReturnType<typeof createTokenLogin>

interface Options {
  service: CallService
  cookies: SessionCookies
  now: () => number
}

export function createTokenLogin({ service, cookies, now }: Options) {
  async function fetchOwner(request: FastifyRequest, token: string): Promise<TokenOwner | null> {
    const session = { token, userId: '', expiresAtMs: 0 }
    const { envelope } = await service.perform(getUserByToken, {}, { ...getCaller(request), session })
    const user = envelope.code === 200 ? (envelope.data as Record<string, unknown> | null) : null
    if (typeof user?.id !== 'string') return null
    const { id: userId, nickname, avatar } = user
    return {
      userId,
      nickname: typeof nickname === 'string' && nickname.trim() !== '' ? nickname : '未署名',
      avatar: typeof avatar === 'string' ? avatar : null,
    }
  }

  async function findOwner(request: FastifyRequest, token: string): Promise<TokenOwner | null> {
    if (!TOKEN.test(token)) return null
    return await fetchOwner(request, token).catch((error: unknown) => {
      request.log.warn({ err: error }, 'token could not be checked')
      return null
    })
  }

  return {
    findOwner,
    async logIn(request: FastifyRequest, reply: FastifyReply, token: string) {
      const owner = await findOwner(request, token)
      if (!owner) return false
      cookies.write(reply, { token, userId: owner.userId, expiresAtMs: now() + TOKEN_LIFETIME_MS })
      cookies.clearSocialLogin(reply)
      return true
    },
  }
}
