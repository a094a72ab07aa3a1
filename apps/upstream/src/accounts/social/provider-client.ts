import { createHash, randomBytes } from 'node:crypto'
import { SECOND_MS } from '@portal/contract/constants.ts'
import type { ProviderCredentials } from '#platform/config/login-providers.ts'
import { readLimited } from '#platform/net/read-limited.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import type { Grant, Provider, ProviderAnswer } from './providers.ts'

/** A user of a provider, as stored. */
export interface SocialUser {
  id: string
  nickname: string
  /** Address of a picture at the provider, or `''`. */
  avatar: string
}

/** Names the failed step; never contains requests or responses, which hold tokens. */
export class ProviderError extends Error {
  override name = 'ProviderError'
}

export const PROVIDER_TIMEOUT_MS = 8 * SECOND_MS
const ANSWER_MAX_BYTES = 256 * 1024
const AVATAR_TIMEOUT_MS = 3 * SECOND_MS
const AVATAR_MAX_BYTES = 2 * 1024 * 1024
const VERIFIER_BYTES = 32
const NICKNAME_MAX = 30
const AVATAR_MAX = 1024
const USER_ID = /^[\w.:@-]{1,128}$/

interface Options {
  provider: Provider
  credentials: ProviderCredentials
  /** Where the provider sends the browser back; `null`: the address that is registered there. */
  redirectUri: string | null
  timeoutMs: number
}

/** Parses JSON, and the older forms of QQ: `callback( {…} );` and a query string. */
function toAnswer(text: string): ProviderAnswer {
  const json = text.trim().replace(/^callback\(([\s\S]*)\);?$/, '$1')
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? (value as ProviderAnswer) : {}
  } catch {
    return Object.fromEntries(new URLSearchParams(text))
  }
}

export type ProviderClient = ReturnType<typeof createProviderClient>

/** Client of one provider. Each request has limits of time and size and follows no redirect. */
export function createProviderClient({ provider, credentials, redirectUri, timeoutMs }: Options) {
  const { clientId, clientSecret, base } = credentials
  const toProviderAddress = (url: string) => new URL(base === null ? url : base + new URL(url).pathname)
  const returning: Record<string, string> = redirectUri === null ? {} : { redirect_uri: redirectUri }

  /** Accepts pictures at the provider's own host only. QQ still names some with http. */
  function toAvatarAddress(avatar: unknown): string {
    if (typeof avatar !== 'string' || avatar.length > AVATAR_MAX || !URL.canParse(avatar)) return ''
    const address = new URL(avatar)
    if (base !== null) return address.origin === base ? address.href : ''
    const { avatarHost } = provider
    if (address.hostname !== avatarHost && !address.hostname.endsWith(`.${avatarHost}`)) return ''
    if (address.protocol === 'http:') address.protocol = 'https:'
    return address.protocol === 'https:' && address.port === '' ? address.href : ''
  }

  async function ask(step: string, url: string, query: Record<string, string>, init: RequestInit = {}) {
    const address = toProviderAddress(url)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    try {
      const response = await fetch(address, {
        ...init,
        headers: { accept: 'application/json', 'user-agent': 'portal-upstream', ...init.headers },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = (await readLimited(response, ANSWER_MAX_BYTES)).toString('utf8')
      if (!response.ok) throw new ProviderError(`status ${response.status}`)
      return toAnswer(text)
    } catch (error) {
      const { name, message } = error as Error
      throw new ProviderError(`${step}: ${error instanceof ProviderError ? message : name}`)
    }
  }

  async function exchange(code: string, verifier: string | null): Promise<Grant> {
    const { tokenUrl, tokenMethod, tokenQuery = {} } = provider
    const form = {
      grant_type: 'authorization_code',
      client_id: clientId,
      client_secret: clientSecret,
      code,
      ...returning,
      ...(verifier !== null && { code_verifier: verifier }),
    }
    const answer =
      tokenMethod === 'GET'
        ? await ask('token', tokenUrl, { ...form, ...tokenQuery })
        : await ask('token', tokenUrl, tokenQuery, { method: 'POST', body: new URLSearchParams(form) })
    const { access_token: accessToken } = answer
    if (typeof accessToken !== 'string' || accessToken === '') throw new ProviderError('token: refused')
    return { clientId, accessToken, answer }
  }

  return {
    /** Creates a verifier for PKCE; `null` when the provider does not support PKCE. */
    makeVerifier(): string | null {
      return provider.hasPkce ? randomBytes(VERIFIER_BYTES).toString('base64url') : null
    },

    authorizeUrl(state: string, verifier: string | null): string {
      const address = toProviderAddress(provider.authorizeUrl)
      const query = {
        response_type: 'code',
        client_id: clientId,
        ...returning,
        state,
        ...(provider.scope !== undefined && { scope: provider.scope }),
        ...(verifier !== null && {
          code_challenge: createHash('sha256').update(verifier).digest('base64url'),
          code_challenge_method: 'S256',
        }),
      }
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
      return address.href
    },

    /** Finds the user of this code. @throws ProviderError when the provider does not answer correctly in time */
    async identify(code: string, verifier: string | null): Promise<SocialUser> {
      const { openIdUrl, userUrl, userQuery, toUser, label } = provider
      const grant = await exchange(code, verifier)
      const { accessToken } = grant
      const openId = openIdUrl ? await ask('open id', openIdUrl, { access_token: accessToken, fmt: 'json' }) : {}
      const answer = userQuery
        ? await ask('user', userUrl, userQuery(grant, openId))
        : await ask('user', userUrl, {}, { headers: { authorization: `Bearer ${accessToken}` } })
      const user = toUser(answer, grant, openId)
      const id = typeof user.id === 'number' ? String(user.id) : user.id
      if (typeof id !== 'string' || !USER_ID.test(id)) throw new ProviderError('user: no id')
      const nickname = typeof user.nickname === 'string' ? toOneLine(user.nickname, NICKNAME_MAX) : ''
      return { id, nickname: nickname || label, avatar: toAvatarAddress(user.avatar) }
    },

    /** Fetches the bytes of a user's picture, unchecked; `undefined` when it is too slow or too large. */
    async fetchAvatar({ avatar }: SocialUser): Promise<Buffer | undefined> {
      if (avatar === '') return undefined
      try {
        const signal = AbortSignal.timeout(Math.min(timeoutMs, AVATAR_TIMEOUT_MS))
        const response = await fetch(avatar, { redirect: 'error', signal })
        return response.ok ? await readLimited(response, AVATAR_MAX_BYTES) : undefined
      } catch {
        // A missing picture does not prevent the login.
        return undefined
      }
    },
  }
}
