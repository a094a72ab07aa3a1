import request from 'supertest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSite, type TestSite } from '../apps/bff/src/testing/make-site.ts'
import { ok, type StubUpstream, startStubUpstream } from '../apps/bff/src/testing/stub-upstream.ts'
import { makeUpstream, type TestUpstream } from '../apps/upstream/src/testing/make-upstream.ts'
import { HOSTILE_TEXTS } from './slow-texts.ts'

/** Maximum time on the event loop for hostile previews, including reading and writing them. ms. */
const BUSY_MAX_MS = 2_500
const ACCOUNT = { email: 'slow@example.test', password: 'correct-horse-battery' }
const PREVIEW = '/v1/article/preview'

/** Measures the processor time of this thread during `work`; other programs on the machine do not count. ms. */
async function measureBusyMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

async function openSite(origin: string): Promise<TestSite> {
  const site = await makeSite({ env: { UPSTREAM_URL: origin, PUBLIC_ORIGIN: '' }, now: Date.now })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  return site
}

let upstream: TestUpstream
/** `site` uses the reference upstream, `otherSite` one that renders any text. */
let site: TestSite
let careless: StubUpstream
let otherSite: TestSite

beforeAll(async () => {
  upstream = await makeUpstream({ content: 'demo' })
  site = await openSite(await upstream.listen())
  careless = await startStubUpstream()
  otherSite = await openSite(careless.origin)
})
afterAll(async () => {
  await Promise.all([site.close(), otherSite.close()])
  await upstream.close()
})

it('hostile previews of one member are refused without delaying other requests', async () => {
  await upstream.signUp(ACCOUNT.email, ACCOUNT.password)
  const member = request.agent(site.app.server)
  await member.post('/oauth/emailLogin').send(ACCOUNT).expect(200)
  const preview = (contentMd: string) => member.post(PREVIEW).send({ contentMd })
  const { body } = await preview('一段话。'.repeat(200))
  expect(body.data.content).toContain('一段话。')

  for (const [kind, contentMd] of Object.entries(HOSTILE_TEXTS)) {
    const codes: number[] = []
    const tookMs = await measureBusyMs(async () => {
      const attack = Promise.all(
        Array.from({ length: 6 }, async () => codes.push((await preview(contentMd)).body.code)),
      )
      const lookup = { certificateNo: 'SH20261103001285', checkCode: '7K3M9Q' }
      const visitor = request(site.app.server)
      expect((await visitor.post('/v1/certificate/check').send(lookup)).body.data.state).toBe('valid')
      await visitor.get('/healthz').expect(200)
      await attack
    })
    // The text exceeds a limit, or there are too many at once.
    expect([kind, codes.filter((code) => code !== 400 && code !== 429)]).toEqual([kind, []])
    expect([kind, tookMs < BUSY_MAX_MS ? 'free' : `busy for ${tookMs} ms`]).toEqual([kind, 'free'])
  }
}, 120_000)

it('hostile HTML from another upstream is sanitised off the event loop, without delaying readers', async () => {
  const cookie = await (async () => {
    careless.answer = () => ok({ id: '7', nickname: '玉声', token: 'k'.repeat(128) })
    const reply = await otherSite.app.inject({ method: 'POST', url: '/oauth/emailLogin', payload: ACCOUNT })
    return String(reply.headers['set-cookie']).split(';')[0] ?? ''
  })()
  const cells = (mark: string) =>
    `<table>${`<tr>${'<td onclick="x()">a</td>'.repeat(60)}</tr>`.repeat(2_000)}</table>${mark}`
  let nth = 0
  careless.answer = ({ url }) => {
    nth += 1
    if (url.startsWith(PREVIEW)) return ok({ content: cells(String(nth)) })
    return ok({ id: 1, title: '一', content: `<p onclick="x()">公开的文章</p>`.repeat(200) })
  }
  const answers: string[] = []
  const tookMs = await measureBusyMs(async () => {
    const attack = Promise.all(
      Array.from({ length: 6 }, async () => {
        const reply = await otherSite.app.inject({
          method: 'POST',
          url: PREVIEW,
          headers: { cookie, 'sec-fetch-site': 'same-origin' },
          payload: { contentMd: `文${nth}` },
        })
        answers.push(reply.body)
      }),
    )
    const article = await otherSite.app.inject('/v1/article/info?id=1')
    expect([article.statusCode, article.json().data?.content?.slice(0, 12)]).toEqual([200, '<p>公开的文章</p>'])
    await attack
  })
  expect(answers.filter((answer) => answer.includes('onclick'))).toEqual([])
  expect(tookMs < BUSY_MAX_MS ? 'free' : `busy for ${tookMs} ms`).toBe('free')
}, 120_000)
