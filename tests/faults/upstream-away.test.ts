import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerTo, type FaultySite, PEER_ID, startFaultySite } from './faulty-site.ts'

let faulty: FaultySite
beforeEach(async () => {
  faulty = await startFaultySite({ timeoutMs: 2_000 })
})
afterEach(() => faulty.close())

let count = 0
const call = () => {
  count += 1
  return faulty.ask(`/v1/user/info?userId=${count}`)
}

/** Opens the circuit breaker, and starts upstream again with an empty request log. */
async function openBreaker(): Promise<void> {
  expect((await call()).status).toBe(200)
  await faulty.upstream.stop()
  for (let failed = 0; failed < 5; failed += 1) expect((await call()).status).toBe(502)
  await faulty.upstream.start()
  faulty.upstream.seen.length = 0
}

const lines = (text: string) => faulty.site.logs.filter((line) => line.includes(text))

describe('the site with an open circuit breaker', () => {
  it('answers with 502 at once without calling upstream', async () => {
    expect((await faulty.ask('/readyz')).status).toBe(200)
    faulty.site.clock.nowMs += 5_000
    await openBreaker()
    const answer = await call()
    expect([answer.status, JSON.parse(answer.text).message]).toEqual([502, '暂时连接不上数据服务，请稍后重试'])
    expect((await faulty.ask('/file/img/a.png')).status).toBe(502)
    const upload = { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: '--b--' }
    expect((await faulty.ask('/file/upload', upload)).status).toBe(502)
    const ready = await faulty.ask('/readyz')
    expect([ready.status, JSON.parse(ready.text).data.upstream]).toEqual([200, 'down'])
    expect(faulty.upstream.seen).toEqual([])
    expect(lines('upstream is unreachable')).toHaveLength(1)
  })

  it('serves cached pages at once with a notice of their age', async () => {
    await faulty.ask('/')
    await openBreaker()
    faulty.site.clock.nowMs += 3_600_000
    const page = await faulty.ask('/')
    expect([page.status, page.headers.get('x-cache')]).toEqual([200, 'stale'])
    expect(page.text).toContain('暂时连接不上数据服务，以下为 2026-11-21 08:00 的内容')
    expect(page.text).toContain('石衡')
    expect(faulty.upstream.seen).toEqual([])
  })

  it('sends one probe a second, and closes the breaker when a probe succeeds', async () => {
    await openBreaker()
    faulty.later()
    faulty.upstream.misbehave = () => undefined
    const probe = call()
    const others = await Promise.all([call(), call(), call()])
    expect(others.map(({ status }) => status)).toEqual([502, 502, 502])
    expect((await probe).status).toBe(504)
    expect(faulty.upstream.seen).toHaveLength(1)
    faulty.upstream.misbehave = null
    faulty.later()
    expect((await call()).status).toBe(200)
    const all = await Promise.all([call(), call(), faulty.ask('/file/img/a.png'), faulty.ask('/')])
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(lines('upstream answers again')).toHaveLength(1)
  })

  it('rejects a chat message, and stores it once when it is sent again after the outage', async () => {
    const socket = faulty.openSocket()
    await socket.next('welcome')
    // A site that has just started has no record of earlier messages.
    faulty.site.clock.nowMs += 180_000
    await openBreaker()
    const message = { t: 'send', ref: 'a', toUserId: PEER_ID, content: '你好', type: 1 }
    socket.send(message)
    expect(await answerTo(socket, 'a')).toMatchObject({ t: 'error', code: 502 })
    faulty.later()
    socket.send({ ...message, ref: 'b' })
    expect(await answerTo(socket, 'b')).toMatchObject({ t: 'ok' })
    const sent = faulty.upstream.seen.filter(({ url }) => url === '/v1/im/chat')
    expect(sent.map(({ body }) => JSON.parse(body).content)).toEqual(['你好'])
  })
})

describe('the site with errors from upstream', () => {
  it('keeps calling upstream after any number of error answers', async () => {
    faulty.upstream.misbehave = (socket) => socket.write('HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n')
    for (let failed = 0; failed < 20; failed += 1) expect((await call()).status).toBe(502)
    expect(faulty.upstream.seen).toHaveLength(20)
  })

  it('keeps sending other calls when the connection breaks for one call only', async () => {
    faulty.upstream.misbehave = (socket) => socket.resetAndDestroy()
    for (let failed = 0; failed < 20; failed += 1) expect((await call()).status).toBe(502)
    faulty.upstream.misbehave = null
    expect((await faulty.ask('/v1/webSiteInfo')).status).toBe(200)
  })
})
