import type { Envelope } from '@portal/contract/envelope.ts'
import { upstreamBroken } from '#errors.ts'

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Moves the token out of `data`, at any depth, and leaves the user: `{ token, user }` becomes `user`. */
export function takeLogin(envelope: Envelope): { token: string; userId: string } {
  const token = findToken(envelope.data)
  if (!token) throw upstreamBroken(new Error('a login answer without a token'))
  const { data } = envelope
  const user = isRecord(data) && isRecord(data.user) ? data.user : data
  envelope.data = copyWithoutTokens(user, token)
  envelope.extra = copyWithoutTokens(envelope.extra, token) as Record<string, unknown>
  const userId = isRecord(envelope.data) ? String(envelope.data.id ?? '') : ''
  if (userId === '') throw upstreamBroken(new Error('a login answer without a user id'))
  return { token, userId }
}

function findToken(value: unknown): string | null {
  if (!isRecord(value)) return null
  if (typeof value.token === 'string' && value.token.length >= 16) return value.token
  for (const member of Object.values(value)) {
    const token = findToken(member)
    if (token) return token
  }
  return null
}

/** Returns a copy without members named `token` and without the token's text anywhere. */
function copyWithoutTokens(value: unknown, token: string): unknown {
  if (typeof value === 'string') return value.replaceAll(token, '')
  if (Array.isArray(value)) return value.map((element) => copyWithoutTokens(element, token))
  if (!isRecord(value)) return value
  const members = Object.entries(value).filter(([name]) => name !== 'token')
  return Object.fromEntries(members.map(([name, member]) => [name, copyWithoutTokens(member, token)]))
}

/** Removes the caller's own token from an answer that must not contain it. */
export function removeToken(envelope: Envelope, token: string): void {
  envelope.message = envelope.message.replaceAll(token, '')
  envelope.data = copyWithoutTokens(envelope.data, token)
  envelope.extra = copyWithoutTokens(envelope.extra, token) as Record<string, unknown>
}
