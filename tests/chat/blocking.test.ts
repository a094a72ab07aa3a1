import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ChatClient, openChat } from '../../apps/bff/src/testing/chat-client.ts'
import { makeSite, OWN_ORIGIN, type TestSite } from '../../apps/bff/src/testing/make-site.ts'
import { makeUpstream, type TestUpstream } from '../../apps/upstream/src/testing/make-upstream.ts'

let upstream: TestUpstream
let site: TestSite
let address = ''
let people = 0
beforeAll(async () => {
  upstream = await makeUpstream()
  const upstreamUrl = await upstream.listen()
  const env = { UPSTREAM_URL: upstreamUrl, UPSTREAM_WS_URL: `${upstreamUrl.replace(/^http/, 'ws')}/websocket` }
  site = await makeSite({ env })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await site.close()
  await upstream.close()
})

interface Person {
  id: string
  socket: ChatClient
  ask(method: 'GET' | 'POST' | 'DELETE', url: string): Promise<{ code: number; data: unknown }>
}

async function join(): Promise<Person> {
  people += 1
  const [email, password] = [`person${people}@example.test`, 'correct-horse-battery']
  const { id } = await upstream.signUp(email, password)
  const login = await site.app.inject({ method: 'POST', url: '/oauth/emailLogin', payload: { email, password } })
  const cookie = String(login.headers['set-cookie']).split(';')[0] ?? ''
  const socket = openChat({ address, cookie, origin: OWN_ORIGIN })
  await socket.next('welcome')
  return {
    id,
    socket,
    ask: async (method, url) => (await site.app.inject({ method, url, headers: { cookie } })).json(),
  }
}

let jade: Person
let pearl: Person
let refs = 0
beforeEach(async () => {
  jade = await join()
  pearl = await join()
})

function say(from: Person, to: Person, content: string): string {
  refs += 1
  from.socket.send({ t: 'send', ref: `ref-${refs}`, toUserId: to.id, content, type: 1 })
  return `ref-${refs}`
}

it('a fourth message without a reply gets an error with the reason, and is accepted after the reply', async () => {
  for (const content of ['一', '二', '三']) {
    say(jade, pearl, content)
    await jade.socket.next('ok')
  }
  const ref = say(jade, pearl, '四')
  expect(await jade.socket.next('error')).toEqual({
    t: 'error',
    ref,
    code: 500,
    message: '对方回复之前最多发送 3 条消息',
  })
  say(pearl, jade, '您好')
  await pearl.socket.next('ok')
  say(jade, pearl, '四')
  expect((await jade.socket.next('ok')).data?.content).toBe('四')
})

it('a block applies to open sockets at once: no messages, typing signs or read marks arrive', async () => {
  say(jade, pearl, '一')
  await jade.socket.next('ok')
  say(pearl, jade, '二')
  await pearl.socket.next('ok')
  jade.socket.send({ t: 'typing', toUserId: pearl.id })
  expect(await pearl.socket.next('typing')).toEqual({ t: 'typing', userId: jade.id })

  expect((await pearl.ask('POST', `/v1/im/block?userId=${jade.id}`)).code).toBe(200)
  await pearl.socket.next('blocks')
  const before = [jade.socket.frames.length, pearl.socket.frames.length]
  say(jade, pearl, '三')
  expect(await jade.socket.next('error')).toMatchObject({ code: 500, message: '对方暂时不接收你的消息' })
  jade.socket.send({ t: 'typing', toUserId: pearl.id })
  jade.socket.send({ t: 'read', ref: 'read-1', userId: pearl.id })
  await jade.socket.next('ok')
  pearl.socket.send({ t: 'read', ref: 'read-2', userId: jade.id })
  await pearl.socket.next('ok')
  const later = [jade.socket.frames.slice(before[0]), pearl.socket.frames.slice(before[1])]
  const delivered = later.flat().filter((frame) => ['message', 'typing'].includes(frame.t))
  expect(delivered).toEqual([])
  // Each socket receives only its own read marks.
  expect(later.map((frames) => frames.filter(({ t }) => t === 'read'))).toEqual([
    [{ t: 'read', userId: pearl.id, by: jade.id }],
    [{ t: 'read', userId: jade.id, by: pearl.id }],
  ])

  await pearl.ask('DELETE', `/v1/im/block?userId=${jade.id}`)
  await pearl.socket.next('blocks')
  say(jade, pearl, '三')
  expect((await pearl.socket.next('message')).message.content).toBe('三')
})
