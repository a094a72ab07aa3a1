import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeSite, type TestSite, TOKEN, USER } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

let site: TestSite
beforeEach(async () => {
  site = await makeSite()
})
afterEach(() => site.close())

it('returns no user to a visitor, without a request to upstream', async () => {
  const reply = await site.app.inject('/bff/session')
  expect(reply.json()).toEqual({ code: 200, message: '成功', data: { user: null, expiresAt: null }, extra: {} })
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(site.upstream.seen).toEqual([])
})

it('returns the user and the expiry of the session, never the token', async () => {
  const cookie = await site.logIn()
  site.upstream.answer = () => ok({ ...USER, token: TOKEN, intro: `my token is ${TOKEN}` })
  const reply = await site.app.inject({ url: '/bff/session', headers: { cookie } })
  expect(reply.json().data).toMatchObject({ user: USER, expiresAt: '2026-11-28T00:00:00.000Z' })
  expect(reply.payload).not.toContain(TOKEN)
})

it('clears the session when upstream no longer knows the token', async () => {
  const cookie = await site.logIn()
  site.upstream.answer = () => ok(null)
  const reply = await site.app.inject({ url: '/bff/session', headers: { cookie } })
  expect(reply.json().data.user).toBeNull()
  expect(String(reply.headers['set-cookie'])).toMatch(/^session=;/)
})

it('keeps the session while upstream is unreachable', async () => {
  const cookie = await site.logIn()
  await site.upstream.stop()
  const reply = await site.app.inject({ url: '/bff/session', headers: { cookie } })
  expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([502, undefined])
  await site.upstream.start()
})
