import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type FileFormLimits, SERVER_LIMITS } from '#config/limits.ts'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { openSocket, readStatuses, readToEnd } from '#testing/raw-socket.ts'

const BOUNDARY = '----report'
const PART = [`--${BOUNDARY}`, 'Content-Disposition: form-data; name="picture"; filename="a.jpg"', '', ''].join('\r\n')
const END = `\r\n--${BOUNDARY}--\r\n`
const FREE_BYTES = SERVER_LIMITS.fileForms.freeBytes
/** A body of this size makes a form need a place. */
const PICTURE = 'A'.repeat(FREE_BYTES)
const SLOW = '192.0.2.1'
const OTHER = '192.0.2.2'

let site: TestSite
let open: Socket[] = []
afterEach(async () => {
  for (const socket of open) socket.destroy()
  open = []
  await site.close()
})

async function openSite(limits: Partial<FileFormLimits> = {}): Promise<void> {
  const fileForms = { ...SERVER_LIMITS.fileForms, ...limits }
  site = await makeSite({ limits: { fileForms }, env: { TRUST_PROXY: '1' } })
  site.upstream.answer = () => ({ body: { code: 200, message: '', data: 'stored.webp', extra: {} } })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
}

/** Sends the head of a report with a picture, and the first bytes of its body. */
function begin(from: string, body: string, bytes: number): Socket {
  const head = [
    'Host: site.test',
    `X-Forwarded-For: ${from}`,
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
  ]
  const fields = [...head, `Content-Length: ${bytes}`, 'Connection: close'].join('\r\n')
  const socket = openSocket(site.app)
  open.push(socket)
  socket.write(`POST /certificate-check/report HTTP/1.1\r\n${fields}\r\n\r\n${body}`)
  return socket
}

/** Waits until the site has read all that was sent over its newest connection. */
async function beginAndWait(from: string, body: string): Promise<Socket> {
  const requested = once(site.app.server, 'request')
  const socket = begin(from, body, 10_000_000)
  const [{ socket: served }] = await requested
  await expect.poll(() => served.bytesRead).toBeGreaterThan(body.length)
  return socket
}

async function report(from: string, picture = PICTURE): Promise<number[]> {
  const body = PART + picture + END
  return readStatuses(await readToEnd(begin(from, body, body.length)))
}

describe('forms with files that send almost no data', () => {
  it.each([2, 20])('do not block the reports of other visitors: %i of them', async (count) => {
    await openSite()
    for (let nth = 0; nth < count; nth += 1) await beginAndWait(SLOW, PART)
    expect(await report(OTHER)).toEqual([200])
    expect(await report(SLOW)).toEqual([200])
  })
})

describe('forms with files that stop after their first picture', () => {
  it.each([2, 20])('take one place per client: %i of them', async (count) => {
    await openSite()
    const sockets: Socket[] = []
    for (let nth = 0; nth < count; nth += 1) sockets.push(await beginAndWait(SLOW, PART + PICTURE))
    expect(await report(OTHER)).toEqual([200])
    expect(await report(SLOW)).toEqual([429])
    expect(await report(SLOW, 'a text and a small picture')).toEqual([200])
    const first = sockets[0] as Socket
    first.destroy()
    await expect.poll(() => report(SLOW)).toEqual([200])
  })

  it('are refused with a message once all places are taken, while small forms still pass', async () => {
    await openSite({ places: 3 })
    for (let nth = 0; nth < 3; nth += 1) await beginAndWait(`198.51.100.${nth}`, PART + PICTURE)
    const body = PART + PICTURE + END
    const answer = await readToEnd(begin(OTHER, body, body.length))
    expect(readStatuses(answer)).toEqual([503])
    expect(answer).toContain('访问人数较多，没有提交')
    expect(await report(OTHER, 'a text and a small picture')).toEqual([200])
  })

  it('lose their place, and get a message with the reason', async () => {
    await openSite({ places: 1, windowMs: 50 })
    const answer = readToEnd(await beginAndWait(SLOW, PART + PICTURE))
    expect(readStatuses(await answer)).toEqual([408])
    expect(await answer).toContain('图片上传得太慢，没有提交')
    expect(await report(OTHER)).toEqual([200])
  })

  it('lose their place when they send slower than the minimum', async () => {
    await openSite({ windowMs: 50, bytesPerSecond: 1e6 })
    const socket = await beginAndWait(SLOW, PART + PICTURE)
    const answer = readToEnd(socket)
    const trickle = setInterval(() => socket.write('a'), 5)
    expect(readStatuses(await answer)).toEqual([408])
    clearInterval(trickle)
  })
})
