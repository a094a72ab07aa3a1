import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FaultySite, makeHealthyAnswer, startFaultySite } from './faulty-site.ts'

/** Longer than the test takes, so that no call times out. */
const TIMEOUT_MS = 60_000
/** Limit for answers that must not wait for the time-out, on a busy machine. */
const SOON_MS = 15_000

let faulty: FaultySite
beforeEach(async () => {
  faulty = await startFaultySite({ timeoutMs: TIMEOUT_MS })
  faulty.upstream.misbehave = (socket, request) => {
    if (!request.url.startsWith('/v1/article/search')) socket.write(makeHealthyAnswer(request))
  }
})
afterEach(async () => {
  // This ends open requests before their time-out.
  await faulty.upstream.stop()
  await faulty.close()
})

let count = 0
/** Returns a new client address. */
function from(): string {
  count += 1
  return `10.0.${count >> 8}.${count & 255}`
}

const LOGIN = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'jade@example.test', password: 'p' }),
}

describe('a hanging call with hundreds of requests', () => {
  it('uses at most half of the connections, so that other calls are served', async () => {
    const waiting = Array.from({ length: 400 }, (_, nth) =>
      faulty.ask(`/v1/article/search?keyword=k${nth}`, {}, from()),
    )
    while (asked('/v1/article/search') < 64) await new Promise((resolve) => setImmediate(resolve))

    const startedMs = performance.now()
    const answers = await Promise.all([
      faulty.ask('/v1/webSiteInfo', {}, from()),
      faulty.ask('/oauth/emailLogin', LOGIN, from()),
      faulty.ask('/', {}, from()),
      ...Array.from({ length: 30 }, (_, nth) => faulty.ask(`/v1/user/info?userId=${nth}`, {}, from())),
    ])
    expect(performance.now() - startedMs).toBeLessThan(SOON_MS)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(asked('/v1/article/search')).toBe(64)

    await faulty.upstream.stop()
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([502]))
  })

  it('is refused with 503 at once when its queue is full', async () => {
    const waiting = Array.from({ length: 520 }, (_, nth) =>
      faulty.ask(`/v1/article/search?keyword=k${nth}`, {}, from()),
    )
    const first = await Promise.race(waiting)
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await faulty.ask('/oauth/emailLogin', LOGIN, from())).status).toBe(200)
    await faulty.upstream.stop()
    const statuses = (await Promise.all(waiting)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 503).length).toBe(8)
  })
})

describe('hanging pictures', () => {
  it('leave connections for uploads and are refused with 503 above their share', async () => {
    faulty.upstream.misbehave = (socket, request) => {
      if (!request.url.startsWith('/file/img/')) socket.write(makeHealthyAnswer(request))
    }
    const readers = Array.from({ length: 200 }, (_, nth) => faulty.ask(`/file/img/${nth}.png`, {}, from()))
    while (asked('/file/img/') < 192) await new Promise((resolve) => setImmediate(resolve))
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc\r\n--b--\r\n'
    const upload = await faulty.ask('/file/upload', { method: 'POST', headers, body }, from())
    expect([upload.status, JSON.parse(upload.text).data]).toEqual([200, '/file/img/b.png'])
    await faulty.upstream.stop()
    const statuses = (await Promise.all(readers)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 503)).toHaveLength(8)
  })
})

function asked(path: string): number {
  return faulty.upstream.seen.filter(({ url }) => url.startsWith(path)).length
}
