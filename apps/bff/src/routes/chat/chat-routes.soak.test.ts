import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ownCallHeaders } from '@portal/contract/constants.ts'
import { CLOSE } from '@portal/contract/socket.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { RECOUNT_GAP_MS } from '#chat/relay-limits.ts'
import { type ChatSite, makeChatSite } from '#testing/chat-site.ts'
import { OWN_ORIGIN } from '#testing/make-site.ts'
import { figure } from '../../../../../tests/figure.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Heap in use after garbage collection. */
function measureHeap(): number {
  chat.site.logs.length = 0
  collectGarbage()
  return process.memoryUsage().heapUsed
}

let chat: ChatSite
beforeEach(async () => {
  chat = await makeChatSite()
})
afterEach(() => chat.close())

describe('a handshake', () => {
  it('is answered for a member with a welcome frame, with counters from upstream', async () => {
    chat.upstream.say('lab', 'jade', '报告已寄出')
    const { welcome } = await chat.join('jade')
    expect(welcome).toEqual({ t: 'welcome', userId: 'jade', counters: { system: 0, comment: 0, private: 1 } })
  })

  it.each([
    ['no cookie', undefined],
    ['a forged cookie', 'session=forged'],
  ])('is closed with 4401 for %s, without a request to upstream', async (_what, cookie) => {
    const client = chat.open(cookie)
    expect(await client.closed).toBe(CLOSE.loggedOut)
    expect(client.frames).toEqual([])
    expect(chat.upstream.count()).toBe(0)
  })

  it('is closed with 4401 after logout, for a copy of the cookie', async () => {
    const cookie = await chat.logIn('jade')
    await chat.site.app.inject({ url: '/logout', headers: { ...ownCallHeaders, cookie } })
    expect(await chat.open(cookie).closed).toBe(CLOSE.loggedOut)
  })

  it('is closed with 4401 when the login has expired', async () => {
    const cookie = await chat.logIn('jade')
    chat.timers.advance(7 * 24 * 60 * 60 * 1000)
    expect(await chat.open(cookie).closed).toBe(CLOSE.loggedOut)
  })

  it.each([
    ['another site', 'https://evil.test'],
    ['a site that begins like ours', `${OWN_ORIGIN}.evil.test`],
    ['our host under another scheme', 'https://site.test'],
    ['an opaque origin', 'null'],
    ['no Origin header', null],
  ])('is closed with 4403 from %s, with or without a login', async (_where, origin) => {
    const cookie = await chat.logIn('jade')
    expect(await chat.open(cookie, { origin }).closed).toBe(CLOSE.wrongOrigin)
    expect(await chat.open(undefined, { origin }).closed).toBe(CLOSE.wrongOrigin)
    expect(chat.upstream.count()).toBe(0)
  })

  it('is answered with 400 when it has no upgrade', async () => {
    const cookie = await chat.logIn('jade')
    const reply = await chat.site.app.inject({ url: '/bff/ws', headers: { cookie } })
    expect([reply.statusCode, reply.json().message]).toEqual([400, '这个地址只接受 WebSocket 连接'])
    for (const method of ['HEAD', 'POST'] as const) {
      expect((await chat.site.app.inject({ method, url: '/bff/ws' })).statusCode).toBe(404)
    }
  })

  it.each(['/v1/webSiteInfo', '/bff/session', '/bff/wsx', '/no/such/page'])(
    'is answered as a plain request at %s',
    async (path) => {
      const headers = {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      }
      const asking = request(`${chat.address}${path}`, { headers, agent: false })
      asking.end()
      const [reply] = await once(asking, 'response')
      expect([200, 404]).toContain(reply.statusCode)
      reply.resume()
      await once(reply, 'end')
    },
  )

  it('is not compressed, as compression costs memory for each socket', async () => {
    const cookie = await chat.logIn('jade')
    const socket = new WebSocket(`${chat.address.replace('http', 'ws')}/bff/ws`, {
      headers: { cookie, origin: OWN_ORIGIN },
    })
    await once(socket, 'open')
    expect(socket.extensions).toBe('')
    socket.terminate()
  })
})

describe('a flood of refused handshakes', () => {
  it('does not leak memory or disturb open sockets', async () => {
    const { join } = chat
    const [sender, receiver] = [await join('jade'), await join('lab')]
    const flood = async (count: number) => {
      for (let index = 0; index < count; index += 1) {
        const isForeign = index % 2 === 0
        const code = await readCloseCode(chat.address, isForeign ? 'https://evil.test' : OWN_ORIGIN)
        expect(code).toBe(isForeign ? CLOSE.wrongOrigin : CLOSE.loggedOut)
      }
    }
    await Promise.all(Array.from({ length: 25 }, () => flood(figure({ quick: 10, soak: 40 }))))
    const beforeBytes = measureHeap()
    await Promise.all(Array.from({ length: 25 }, () => flood(figure({ quick: 40, soak: 360 }))))
    sender.send({ t: 'send', ref: 'r1', toUserId: 'lab', content: '还在', type: 1 })
    expect((await receiver.next('message')).message.content).toBe('还在')
    // A leak of 1 KB for each of 9,000 would be 9 MB.
    expect(measureHeap() - beforeBytes).toBeLessThan(4 * 1024 * 1024)
    expect(await chat.site.app.metrics.metrics()).toContain('chat_sockets 2')
  }, 60_000)

  it('leaves at most 256 sockets open when clients ignore the close frame', async () => {
    const deaf = Array.from({ length: 400 }, () => chat.open(undefined, { isDeaf: true }))
    await Promise.all(
      deaf.map(({ socket, closed }) => Promise.race([closed, new Promise((resolve) => socket.once('open', resolve))])),
    )
    const count = () =>
      new Promise<number>((resolve) => chat.site.app.server.getConnections((_, open) => resolve(open)))
    while ((await count()) > 256) await new Promise(setImmediate)
    chat.timers.advance(1_000)
    while ((await count()) > 0) await new Promise(setImmediate)
    for (const { socket } of deaf) socket.terminate()
  })
})

describe('the sockets of a login', () => {
  it('are closed at its logout, in every tab', async () => {
    const one = await chat.join('jade')
    const two = chat.open(one.cookie)
    await two.next('welcome')
    await chat.site.app.inject({ url: '/logout', headers: { ...ownCallHeaders, cookie: one.cookie } })
    expect(await Promise.all([one.closed, two.closed])).toEqual([CLOSE.loggedOut, CLOSE.loggedOut])
  })

  it('are closed at its logout while upstream is unreachable', async () => {
    const client = await chat.join('jade')
    await chat.upstream.stop()
    await chat.site.app.inject({ url: '/logout', headers: { ...ownCallHeaders, cookie: client.cookie } })
    expect(await client.closed).toBe(CLOSE.loggedOut)
    await chat.upstream.start()
  })

  it.each([
    ['a call', '/v1/im/getRoomList'],
    ['a request for the session', '/bff/session'],
  ])('are closed when upstream answers 401 to %s', async (_what, url) => {
    const client = await chat.join('jade')
    chat.upstream.forgetToken(chat.upstream.session('jade').token)
    await chat.site.app.inject({ url, headers: { cookie: client.cookie } })
    expect(await client.closed).toBe(CLOSE.loggedOut)
  })
})

describe('an action by an HTTP call', () => {
  it('is delivered to the sockets of both users: a message, its withdrawal, a read', async () => {
    const [sender, receiver] = [await chat.join('jade'), await chat.join('lab')]
    const headers = { cookie: sender.cookie }
    const payload = { code: 1, toUserId: 'lab', content: '你好' }
    await chat.site.app.inject({ method: 'POST', url: '/v1/im/chat', headers, payload })
    const { message } = await sender.next('message')
    expect(message).toMatchObject({ fromUserId: 'jade', toUserId: 'lab', content: '你好' })
    expect(await receiver.next('message')).toEqual({ t: 'message', message })
    chat.timers.advance(RECOUNT_GAP_MS)
    expect((await receiver.next('counters')).private).toBe(1)

    const seen = { ...ownCallHeaders, cookie: receiver.cookie }
    await chat.site.app.inject({ url: '/v1/im/read?userId=jade', headers: seen })
    expect(await receiver.next('read')).toEqual({ t: 'read', userId: 'jade', by: 'lab' })
    expect(await sender.next('read')).toEqual({ t: 'read', userId: 'lab', by: 'lab' })

    const withdrawal = { id: message.id, code: 1, toUserId: 'lab' }
    await chat.site.app.inject({ method: 'POST', url: '/v1/im/withdraw', headers, payload: withdrawal })
    expect(await sender.next('withdrawn')).toEqual({ t: 'withdrawn', id: message.id, userId: 'lab', by: 'jade' })
    expect(await receiver.next('withdrawn')).toEqual({ t: 'withdrawn', id: message.id, userId: 'jade', by: 'jade' })
  })
})

describe('a withdrawal over a socket', () => {
  it('is delivered to both users, even for a message that this instance has not seen', async () => {
    chat.upstream.store.addRoom('jade', 'lab')
    const id = chat.upstream.say('jade', 'lab', '写错了')
    const [sender, receiver] = [await chat.join('jade'), await chat.join('lab')]
    sender.send({ t: 'withdraw', ref: 'r1', id })
    expect(await sender.next('ok')).toEqual({ t: 'ok', ref: 'r1', data: null })
    expect(await sender.next('withdrawn')).toEqual({ t: 'withdrawn', id, userId: 'lab', by: 'jade' })
    expect(await receiver.next('withdrawn')).toEqual({ t: 'withdrawn', id, userId: 'jade', by: 'jade' })
  })

  it('is refused for a message of another user, without a request to upstream', async () => {
    const theirs = chat.upstream.say('lab', 'jade', '报告已寄出')
    const sender = await chat.join('jade')
    for (const id of [theirs, 'no-such-message']) {
      sender.send({ t: 'withdraw', ref: 'r1', id })
      expect(await sender.next('error')).toMatchObject({ ref: 'r1', code: 403 })
    }
    expect(chat.upstream.count('/v1/im/withdraw')).toBe(0)
  })

  it('is answered with the text of upstream when it is too late', async () => {
    chat.upstream.store.addRoom('jade', 'lab')
    const id = chat.upstream.say('jade', 'lab', '写错了')
    chat.timers.advance(2 * 60_000)
    const sender = await chat.join('jade')
    sender.send({ t: 'withdraw', ref: 'r1', id })
    expect((await sender.next('error')).message).toBe('撤回失败，只能撤回俩分钟以内的消息！')
  })
})

it('sanitises a message before it is stored and delivered', async () => {
  const sender = await chat.join('jade')
  const content = '<img src="https://img.example.test/a.png" onerror="x()"><script>x()</script>'
  sender.send({ t: 'send', ref: 'r1', toUserId: 'lab', content, type: 2 })
  const { message } = await sender.next('message')
  expect(message.content).toContain('https://img.example.test/a.png')
  expect(message.content).not.toMatch(/onerror|script/)
  expect(chat.upstream.store.messages[0]?.content).toBe(message.content)
})

it('logs neither token nor cookie nor message text', async () => {
  const sender = await chat.join('jade')
  sender.send({ t: 'send', ref: 'r1', toUserId: 'lab', content: '只给你看', type: 1 })
  await sender.next('ok')
  sender.send('{"t":"send","content":"只给你看"')
  await sender.next('error')
  sender.socket.close()
  await sender.closed
  const lines = chat.site.logs.join('')
  expect(lines).toContain('/bff/ws')
  for (const secret of ['只给你看', sender.cookie.split('=')[1] ?? '', chat.upstream.session('jade').token]) {
    expect(lines).not.toContain(secret)
  }
})

it('closes every socket with 1012 when the site restarts', async () => {
  const clients = [await chat.join('jade'), await chat.join('lab')]
  await chat.site.app.close()
  expect(await Promise.all(clients.map(({ closed }) => closed))).toEqual([CLOSE.restarting, CLOSE.restarting])
})

/** Returns the close code for a handshake without a cookie. Uses a raw socket, as there are thousands. */
async function readCloseCode(address: string, origin: string): Promise<number> {
  const { hostname, port, host } = new URL(address)
  const socket = connect(Number(port), hostname)
  const lines = [
    'GET /bff/ws HTTP/1.1',
    `Host: ${host}`,
    `Origin: ${origin}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const chunks: Buffer[] = []
  for (;;) {
    const [chunk] = await once(socket, 'data')
    chunks.push(chunk)
    const heard = Buffer.concat(chunks)
    // A close frame without a reason: 0x88, length 2, code.
    const frame = heard.subarray(heard.indexOf('\r\n\r\n') + 4)
    if (!heard.includes('\r\n\r\n') || frame.length < 4) continue
    socket.destroy()
    return frame.readUInt16BE(2)
  }
}
