import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '../apps/bff/src/testing/make-site.ts'
import { makeUpstream, type TestUpstream } from '../apps/upstream/src/testing/make-upstream.ts'
import { ownCallHeaders } from '../packages/contract/src/constants.ts'

let upstream: TestUpstream
let site: TestSite
let laterMs = 0
const now = () => Date.now() + laterMs
beforeAll(async () => {
  upstream = await makeUpstream({ content: 'demo', now })
  const env = { UPSTREAM_URL: await upstream.listen(), PUBLIC_ORIGIN: '' }
  site = await makeSite({ env, now })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await site.close()
  await upstream.close()
})

const ACCOUNT = { email: 'chain@example.test', password: 'correct-horse-battery' }

/** A new browser with its own cookies. */
const createBrowser = () => request.agent(site.app.server).set(ownCallHeaders)

async function readMailedCode(email: string): Promise<string> {
  const mail = (await upstream.mailbox()).find(({ to }) => to === email)
  return /\d{6}/.exec(mail?.text ?? '')?.[0] ?? ''
}

describe('the BFF over the reference upstream', () => {
  it('serves a list, an article, a search and a picture to a visitor', async () => {
    const browser = createBrowser()
    const list = await browser.get('/v1/article/?categoryId=34&pageNo=2&pageSize=10').expect(200)
    expect(list.body.data).toMatchObject({ current: 2, size: 10, pages: 3 })
    const [{ id, title }] = list.body.data.records
    const article = await browser.get(`/v1/article/info?id=${id}`).expect(200)
    expect(article.body.data).toMatchObject({ id, title, isLike: false })
    const found = await browser.get('/v1/article/search').query({ keyword: '翡翠' }).expect(200)
    expect(found.body.data.records[0].title).toContain('<em class="hit">翡翠</em>')
    const picture = await browser.get('/file/img/loupe.svg').expect(200)
    expect(picture.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'content-disposition': 'attachment' })
  })

  it('handles code, registration, login, like and logout without exposing the token', async () => {
    const browser = createBrowser()
    await browser.get('/oauth/sendEmailCode').query({ email: ACCOUNT.email }).expect(200)
    const code = await readMailedCode(ACCOUNT.email)
    const registered = await browser.post('/oauth/emailRegister').send({ ...ACCOUNT, nickname: '链路', code })
    expect(registered.body).toMatchObject({ code: 200, data: null })
    const loggedIn = await browser.post('/oauth/emailLogin').send(ACCOUNT)
    expect(loggedIn.body.data).toMatchObject({ nickname: '链路', email: ACCOUNT.email })
    expect(loggedIn.text).not.toContain('token')

    const session = await browser.get('/bff/session')
    expect(session.body.data.user).toMatchObject({ id: loggedIn.body.data.id, nickname: '链路' })
    await browser.get('/v1/article/like?articleId=3').expect(200)
    expect((await browser.get('/v1/article/info?id=3')).body.data).toMatchObject({ isLike: true, likeCount: 1 })
    expect((await createBrowser().get('/v1/article/info?id=3')).body.data.isLike).toBe(false)

    expect((await browser.get('/logout')).body).toMatchObject({ code: 200, data: '退出成功' })
    expect((await browser.get('/bff/session')).body.data.user).toBeNull()
    expect((await browser.get('/v1/article/like?articleId=3')).body.code).toBe(401)
  })

  it('resets a forgotten password and ends existing sessions', async () => {
    const browser = createBrowser()
    await browser.post('/oauth/emailLogin').send(ACCOUNT)
    const tooSoon = await createBrowser().get('/oauth/sendEmailCode').query({ email: ACCOUNT.email })
    expect(tooSoon.body).toMatchObject({ code: 500, message: '请求过于频繁,稍后重试' })
    laterMs += 61_000
    await createBrowser().get('/oauth/sendEmailCode').query({ email: ACCOUNT.email }).expect(200)
    const body = { email: ACCOUNT.email, password: 'another-long-password', code: await readMailedCode(ACCOUNT.email) }
    expect((await createBrowser().put('/oauth/forgetPassword').send(body)).body.code).toBe(200)
    expect((await browser.get('/bff/session')).body.data.user).toBeNull()
    expect((await browser.post('/oauth/emailLogin').send(ACCOUNT)).body.code).toBe(500)
    expect((await browser.post('/oauth/emailLogin').send(body)).body.code).toBe(200)
  })

  it('writes no passwords or codes to the logs of either server', async () => {
    const lines = [...upstream.logs, ...site.logs].join('')
    expect(lines).toContain('/oauth/emailLogin')
    expect(lines).not.toContain(ACCOUNT.password)
    expect(lines).not.toContain(await readMailedCode(ACCOUNT.email))
  })
})
