import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ChatClient } from '../../apps/bff/src/testing/chat-client.ts'
import { answerTo, type FaultySite, makeHealthyAnswer, type Outcome, PEER_ID, startFaultySite } from './faulty-site.ts'
import { createMisbehaviour, type MisbehaviourName } from './misbehaviours.ts'

/** The table of upstream faults in docs/faults.md: the answer to each kind of request for each fault. */
type Kind = 'call' | 'page' | 'picture' | 'upload' | 'message'
type Answers = Partial<Record<Kind, number | 'cut'>>

// 504 for a message means that it may have been stored: the page sends it again with the same `ref`.
const BROKEN: Answers = { message: 504, call: 502, page: 503, picture: 502, upload: 502 }
const LATE: Answers = { message: 504, call: 504, page: 503, picture: 504, upload: 504 }

const TABLE: [MisbehaviourName, Answers][] = [
  ['resets before it answers', BROKEN],
  ['resets in the middle of its answer', { ...BROKEN, picture: 'cut' }],
  ['hangs', LATE],
  // Pictures are streamed and may take long; other answers are read whole.
  ['trickles its answer', { ...LATE, picture: 200 }],
  ['speaks no HTTP', BROKEN],
  ['sends less than it says', { ...BROKEN, picture: 'cut' }],
  ['sends more than it says', { ...BROKEN, picture: 200 }],
  ['sends huge headers', BROKEN],
  ['sends a web page with 200', { ...BROKEN, picture: 404 }],
  ['sends half of its JSON', { ...BROKEN, picture: 404 }],
  // The browser receives the wrong header too, and shows no picture.
  ['says gzip and sends none', { ...BROKEN, picture: 'cut' }],
]

const ENDLESS: Answers = { ...BROKEN, picture: 404 }

/** Maximum time of an answer in this suite. The site's own limit is 150 ms; the rest is for busy machines. */
const PATIENCE_MS = 5_000
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=b' }
const FILE = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc\r\n--b--\r\n'

let faulty: FaultySite
let socket: ChatClient
let count = 0
beforeAll(async () => {
  faulty = await startFaultySite()
  socket = faulty.openSocket()
  await socket.next('welcome')
})
afterAll(() => faulty.close())

/** Sends a request of this kind, each with another address or text. */
async function ask(kind: Kind): Promise<Outcome> {
  count += 1
  switch (kind) {
    case 'call':
      return faulty.ask(`/v1/user/info?userId=${count}`)
    case 'page':
      faulty.forgetPages()
      return faulty.ask('/')
    case 'picture':
      return faulty.ask(`/file/img/${count}.png`)
    case 'upload':
      return faulty.ask('/file/upload', { method: 'POST', headers: MULTIPART, body: FILE })
    case 'message': {
      const ref = `message ${count}`
      socket.send({ t: 'send', ref, toUserId: PEER_ID, content: ref, type: 1 })
      const answer = await answerTo(socket, ref)
      const status = answer.t === 'ok' ? 200 : answer.code
      return { status, text: JSON.stringify(answer), headers: new Headers() }
    }
  }
}

/** Expects that each answer belongs to its request and contains no remains of an earlier answer. */
async function expectHealth(): Promise<void> {
  faulty.later()
  for (let time = 0; time < 3; time += 1) {
    const call = await ask('call')
    expect([call.status, JSON.parse(call.text).data.id]).toEqual([200, String(count)])
    const picture = await ask('picture')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    const upload = await ask('upload')
    expect([upload.status, JSON.parse(upload.text).data]).toEqual([200, '/file/img/b.png'])
    const message = await ask('message')
    expect([message.status, message.text.includes(`message ${count}`)]).toEqual([200, true])
  }
  const page = await ask('page')
  expect(page.text).toContain('石衡')
}

async function expectAnswer(kind: Kind, expected: number | 'cut'): Promise<void> {
  faulty.later()
  const startedMs = performance.now()
  const { status, text, headers } = await ask(kind)
  expect([kind, status]).toEqual([kind, expected])
  expect(performance.now() - startedMs).toBeLessThan(PATIENCE_MS)
  if (typeof expected !== 'number' || expected < 500 || kind === 'message') return
  expect(headers.get('cache-control')).toBe('no-store')
  if (kind === 'page') expect(text).toContain('暂时连接不上数据服务，请稍后再试')
  else expect(JSON.parse(text)).toMatchObject({ code: expected, data: null })
}

describe('an upstream that', () => {
  it.each(TABLE)('%s produces the documented statuses, and later answers are correct', async (name, answers) => {
    faulty.upstream.misbehave = createMisbehaviour(name, makeHealthyAnswer)
    for (const [kind, expected] of Object.entries(answers)) await expectAnswer(kind as Kind, expected)
    faulty.upstream.misbehave = null
    await expectHealth()
  })

  it('never ends its answer is cut off at the size limit, and later answers are correct', async () => {
    const usual = { faulty, socket }
    // The size is reached before the time, on a busy machine too.
    faulty = await startFaultySite({ timeoutMs: PATIENCE_MS })
    socket = faulty.openSocket()
    try {
      await socket.next('welcome')
      faulty.upstream.misbehave = createMisbehaviour('never ends', makeHealthyAnswer)
      for (const [kind, expected] of Object.entries(ENDLESS)) await expectAnswer(kind as Kind, expected)
      faulty.upstream.misbehave = null
      await expectHealth()
    } finally {
      await faulty.close()
      faulty = usual.faulty
      socket = usual.socket
    }
  })

  it('refuses connections produces 502, and is used again when it is back', async () => {
    await faulty.upstream.stop()
    for (const kind of ['call', 'picture', 'upload', 'message'] as const) await expectAnswer(kind, 502)
    await expectAnswer('page', 503)
    await faulty.upstream.start()
    await expectHealth()
  })

  it('sends an endless picture is disconnected when the client disconnects', async () => {
    faulty.upstream.misbehave = (upstream) => {
      upstream.write('HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n')
      upstream.write('10000\r\n')
    }
    const before = faulty.upstream.connections
    const { port } = faulty.site.app.server.address() as AddressInfo
    const reader = connect(port, '127.0.0.1')
    reader.write('GET /file/img/endless.png HTTP/1.1\r\nHost: site.test\r\n\r\n')
    await once(reader, 'data')
    reader.destroy()
    await vi.waitFor(() => expect(faulty.upstream.connections).toBeLessThanOrEqual(before), { timeout: 20_000 })
    faulty.upstream.misbehave = null
    await expectHealth()
  })
})
