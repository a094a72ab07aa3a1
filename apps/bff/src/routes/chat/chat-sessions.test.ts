import type { AddressInfo } from 'node:net'
import { ownCallHeaders } from '@portal/contract/constants.ts'
import { CLOSE } from '@portal/contract/socket.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChatClient, openChat } from '#testing/chat-client.ts'
import { makeSite, OWN_ORIGIN, type TestSite } from '#testing/make-site.ts'
import { createManualTimers } from '#testing/manual-timers.ts'
import { failure, ok, type SeenRequest } from '#testing/stub-upstream.ts'

let site: TestSite
/** Valid tokens at upstream. */
let living: Set<string>
beforeEach(async () => {
  const timers = createManualTimers()
  site = await makeSite({ now: timers.now, timers })
  living = new Set()
  site.upstream.answer = answerRequest
  await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => site.close())

function answerRequest({ url, headers, body }: SeenRequest) {
  if (url === '/oauth/emailLogin') {
    const token = crypto.randomUUID()
    living.add(token)
    return ok({ id: JSON.parse(body).email, nickname: '翡翠小记', token })
  }
  if (url.startsWith('/oauth/')) return ok(null)
  if (!living.has(String(headers.authorization))) return failure(401, '当前会话已过期，请重新登录')
  if (url === '/v1/user/closure') return ok({ closeTime: '2026-11-29 10:00:00' })
  return ok(url === '/v1/im/getNewSystemNotice' ? { system: 0, comment: 0, private: 0 } : null)
}

async function logIn(userId: string): Promise<{ cookie: string; token: string }> {
  const reply = await site.app.inject({
    method: 'POST',
    url: '/oauth/emailLogin',
    payload: { email: userId, password: 'p' },
  })
  return { cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '', token: [...living].at(-1) ?? '' }
}

async function join(cookie: string): Promise<ChatClient> {
  const { port } = site.app.server.address() as AddressInfo
  const client = openChat({ address: `http://127.0.0.1:${port}`, cookie, origin: OWN_ORIGIN })
  await client.next('welcome')
  return client
}

/** Whether the socket is still open after a ping round trip. */
async function staysOpen(client: ChatClient): Promise<boolean> {
  const pong = new Promise((resolve) => client.socket.once('pong', resolve))
  client.socket.ping()
  await Promise.race([pong, client.closed])
  return client.socket.readyState === client.socket.OPEN
}

describe('a user with several logins', () => {
  it('loses the sockets of the login that logs out, and keeps the others', async () => {
    const [one, other] = [await logIn('jade'), await logIn('jade')]
    const [gone, left] = [await join(one.cookie), await join(other.cookie)]
    await site.app.inject({ url: '/logout', headers: { ...ownCallHeaders, cookie: one.cookie } })
    expect(await gone.closed).toBe(CLOSE.loggedOut)
    expect(await staysOpen(left)).toBe(true)
  })

  it('loses the sockets of a login at once when another device ends it', async () => {
    const [one, other] = [await logIn('jade'), await logIn('jade')]
    const [gone, left] = [await join(one.cookie), await join(other.cookie)]
    living.delete(one.token)
    const headers = { cookie: other.cookie }
    await site.app.inject({ method: 'DELETE', url: '/v1/user/sessions?id=7', headers })
    expect(await gone.closed).toBe(CLOSE.loggedOut)
    expect(await staysOpen(left)).toBe(true)
  })

  it('loses the sockets of all other logins at once when they are ended together', async () => {
    const [one, other] = [await logIn('jade'), await logIn('jade')]
    const [gone, left] = [await join(one.cookie), await join(other.cookie)]
    living.delete(one.token)
    const headers = { cookie: other.cookie }
    const reply = await site.app.inject({ method: 'DELETE', url: '/v1/user/sessions?others=true', headers })
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(await gone.closed).toBe(CLOSE.loggedOut)
    expect(await staysOpen(left)).toBe(true)
  })

  it('keeps the sockets of the login that changes the password, and loses the others at once', async () => {
    const [one, other] = [await logIn('jade'), await logIn('jade')]
    const [gone, left] = [await join(one.cookie), await join(other.cookie)]
    living.delete(one.token)
    const headers = { cookie: other.cookie }
    const payload = { password: 'first', newPassword: 'quartz over granite' }
    const reply = await site.app.inject({ method: 'PUT', url: '/v1/user/password', headers, payload })
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(await gone.closed).toBe(CLOSE.loggedOut)
    expect(await staysOpen(left)).toBe(true)
  })

  it('loses cookie and sockets of all logins when the account is closed', async () => {
    const [one, other, stranger] = [await logIn('jade'), await logIn('jade'), await logIn('lab')]
    const [first, second, left] = [await join(one.cookie), await join(other.cookie), await join(stranger.cookie)]
    const headers = { cookie: one.cookie }
    const payload = { password: 'first', keepsWritings: true }
    const reply = await site.app.inject({ method: 'POST', url: '/v1/user/closure', headers, payload })
    expect(String(reply.headers['set-cookie'])).toMatch(/(?:^|,)session=;/)
    expect(await Promise.all([first.closed, second.closed])).toEqual([CLOSE.loggedOut, CLOSE.loggedOut])
    expect(await staysOpen(left)).toBe(true)
    expect((await site.app.inject({ url: '/v1/user/sessions', headers })).statusCode).toBe(401)
  })

  it('loses all sockets when all logins are ended, while other users keep theirs', async () => {
    const [one, other, stranger] = [await logIn('jade'), await logIn('jade'), await logIn('lab')]
    const [first, second, left] = [await join(one.cookie), await join(other.cookie), await join(stranger.cookie)]
    await site.app.inject({ method: 'DELETE', url: '/v1/user/sessions', headers: { cookie: one.cookie } })
    expect(await Promise.all([first.closed, second.closed])).toEqual([CLOSE.loggedOut, CLOSE.loggedOut])
    expect(await staysOpen(left)).toBe(true)
  })
})

it('a password reset closes the sockets of the account', async () => {
  const [one, stranger] = [await logIn('jade'), await logIn('lab')]
  const [gone, left] = [await join(one.cookie), await join(stranger.cookie)]
  living.delete(one.token)
  const payload = { email: 'jade', password: 'second', code: '123456' }
  const reply = await site.app.inject({ method: 'PUT', url: '/oauth/forgetPassword', payload })
  expect(reply.json().code).toBe(200)
  expect(await gone.closed).toBe(CLOSE.loggedOut)
  expect(await staysOpen(left)).toBe(true)
})
