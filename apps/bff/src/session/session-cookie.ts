import type { CookieSerializeOptions } from '@fastify/cookie'
import { DAY_MS, MINUTE_MS, TOKEN_LIFETIME_MS, WECHAT_CODE_SECONDS } from '@portal/contract/constants.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KnownDevice } from './known-device.ts'
import { RECENT_CHANGE_MS, type RecentChange } from './recent-change.ts'
import type { Sealer, SealPurpose } from './seal.ts'

/** Session of a logged-in browser. It exists on the server only, for the time of one request. */
export interface Session {
  token: string
  userId: string
  /** Time when upstream's token expires, epoch ms. */
  expiresAtMs: number
}

/** Purposes that have a cookie. */
type CookiePurpose = Exclude<SealPurpose, 'proof-of-work' | 'confirmation-form'>

/** Time within which a browser must return from the provider. */
const SOCIAL_LOGIN_MS = 10 * MINUTE_MS
/** Lifetime of the cookie, which restarts with each login. */
const KNOWN_DEVICE_MS = 180 * DAY_MS

export type SessionCookies = ReturnType<typeof createSessionCookies>

interface Options {
  sealer: Sealer
  isSecure: boolean
  now: () => number
  /** Called with the session whose cookie was cleared. */
  onClear?: (session: Session) => void
}

/** Reads and writes the site's cookies: names, flags and sealed content. */
export function createSessionCookies({ sealer, isSecure, now, onClear }: Options) {
  const prefix = isSecure ? '__Host-' : ''
  const names: Record<CookiePurpose, string> = {
    session: `${prefix}session`,
    'social-login': `${prefix}social-login`,
    'wechat-code': `${prefix}wechat-code`,
    confirmation: `${prefix}confirmation`,
    'known-device': `${prefix}known-device`,
    changed: `${prefix}changed`,
  }
  const flags = { path: '/', httpOnly: true, secure: isSecure } as const
  const strict: CookieSerializeOptions = { ...flags, sameSite: 'strict' }
  // The return from a provider is a navigation started by another site, which carries no strict cookie.
  const lax: CookieSerializeOptions = { ...flags, sameSite: 'lax' }

  function open(request: FastifyRequest, purpose: CookiePurpose): Record<string, unknown> | null {
    const sealed = parseCookies(request)[names[purpose]]
    const value = sealed ? sealer.open(purpose, sealed) : null
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
  }

  /** Returns the `state` of the login that this browser began; `null` when it began none. */
  function readSocialState(request: FastifyRequest): string | null {
    const value = open(request, 'social-login')
    const isYoung = typeof value?.at === 'number' && now() - value.at <= SOCIAL_LOGIN_MS
    return isYoung && typeof value.state === 'string' ? value.state : null
  }

  return {
    read(request: FastifyRequest): Session | null {
      const value = open(request, 'session')
      if (typeof value?.t !== 'string' || typeof value.u !== 'string' || typeof value.e !== 'number') return null
      return value.e > now() ? { token: value.t, userId: value.u, expiresAtMs: value.e } : null
    },
    write(reply: FastifyReply, session: Session): void {
      const sealed = sealer.seal('session', { t: session.token, u: session.userId, e: session.expiresAtMs })
      const maxAge = Math.min(TOKEN_LIFETIME_MS, session.expiresAtMs - now())
      reply.setCookie(names.session, sealed, { ...strict, maxAge: Math.floor(maxAge / 1000) })
    },
    clear(reply: FastifyReply): void {
      reply.clearCookie(names.session, strict)
      if (reply.request.session) onClear?.(reply.request.session)
    },
    /** Remembers that this browser began a social login, and its `state`; empty when there was none. */
    writeSocialLogin(reply: FastifyReply, state: string): void {
      const sealed = sealer.seal('social-login', { at: now(), state })
      reply.setCookie(names['social-login'], sealed, { ...lax, maxAge: SOCIAL_LOGIN_MS / 1000 })
    },
    readSocialState,
    hasSocialLogin: (request: FastifyRequest) => readSocialState(request) !== null,
    clearSocialLogin(reply: FastifyReply): void {
      reply.clearCookie(names['social-login'], lax)
    },
    /** Binds a confirmation page to this browser. */
    writeConfirmation(reply: FastifyReply, nonce: string): void {
      // The form has its own expiry.
      reply.setCookie(names.confirmation, sealer.seal('confirmation', { nonce }), strict)
    },
    readConfirmation(request: FastifyRequest): string | null {
      const value = open(request, 'confirmation')
      return typeof value?.nonce === 'string' ? value.nonce : null
    },
    clearConfirmation(reply: FastifyReply): void {
      reply.clearCookie(names.confirmation, strict)
    },
    /** Binds a WeChat login code to this browser. */
    writeWechatCode(reply: FastifyReply, code: string): void {
      const sealed = sealer.seal('wechat-code', { code, at: now() })
      // Upstream keeps a finished login for another 60 s after the code was sent.
      reply.setCookie(names['wechat-code'], sealed, { ...strict, maxAge: 2 * WECHAT_CODE_SECONDS })
    },
    readWechatCode(request: FastifyRequest): string | null {
      const value = open(request, 'wechat-code')
      const isYoung = typeof value?.at === 'number' && now() - value.at <= 2 * WECHAT_CODE_SECONDS * 1000
      return isYoung && typeof value.code === 'string' ? value.code : null
    },
    /** Remembers which accounts this browser has logged in to; survives a logout. */
    writeKnownDevice(reply: FastifyReply, { id, accounts }: KnownDevice): void {
      const sealed = sealer.seal('known-device', { id, accounts, at: now() })
      reply.setCookie(names['known-device'], sealed, { ...strict, maxAge: KNOWN_DEVICE_MS / 1000 })
    },
    /** Remembers for a minute what this browser has changed. nginx serves it no cached answer meanwhile. */
    writeChange(reply: FastifyReply, change: RecentChange): void {
      reply.setCookie(names.changed, sealer.seal('changed', change), { ...strict, maxAge: RECENT_CHANGE_MS / 1000 })
    },
    readChange: (request: FastifyRequest) => open(request, 'changed') as RecentChange | null,
    readKnownDevice(request: FastifyRequest): KnownDevice | null {
      const value = open(request, 'known-device')
      const isYoung = typeof value?.at === 'number' && now() - value.at <= KNOWN_DEVICE_MS
      return isYoung ? ({ id: value.id, accounts: value.accounts } as KnownDevice) : null
    },
  }
}

/** Parses cookies on first use: most requests are of visitors, and pages do not read cookies. */
function parseCookies(request: FastifyRequest): Record<string, string | undefined> {
  const { cookie } = request.headers
  // `null` before parsing, unlike the plugin's type.
  request.cookies ??= cookie ? request.server.parseCookie(cookie) : {}
  return request.cookies
}
