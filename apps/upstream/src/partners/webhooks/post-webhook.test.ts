import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeMessageId } from '#certificates/changes/queue-events.ts'
import { PUBLIC_IP } from '#testing/link-sites.ts'
import { startReceiver } from '#testing/webhook-receiver.ts'
import { postWebhook } from './post-webhook.ts'
import { newSecret, signedHeaders } from './signing.ts'

let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  receiver = await startReceiver()
})
beforeEach(() => {
  receiver.received.splice(0)
  receiver.resolved.splice(0)
  receiver.answerWith((_received, response) => void response.writeHead(204).end())
})
afterAll(() => receiver.close())

const post = (address: string, more: Partial<Parameters<typeof postWebhook>[1]> = {}) =>
  postWebhook(address, {
    headers: { 'webhook-id': 'msg_1' },
    body: '{"a":"绿松石"}',
    internet: receiver.internet,
    signal: new AbortController().signal,
    ...more,
  })

it('posts over TLS to the checked address, with the name in certificate and Host, and resolves it once', async () => {
  expect(await post('https://hooks.example/in?k=1')).toMatchObject({ status: 204, problem: null, answer: '' })
  expect(receiver.received).toMatchObject([
    { url: '/in?k=1', body: '{"a":"绿松石"}', headers: { host: 'hooks.example', 'webhook-id': 'msg_1' } },
  ])
  expect(receiver.resolved).toEqual(['hooks.example'])
})

it('connects to the checked address, also when the name resolves to a private one a moment later', async () => {
  const dialled: string[] = []
  const answers = [[PUBLIC_IP], ['127.0.0.1']]
  await post('https://hooks.example/', {
    internet: {
      resolve: async () => answers.shift() ?? [],
      dial: (address, port) => {
        dialled.push(address)
        return receiver.internet.dial(address, port)
      },
    },
  })
  expect(dialled).toEqual([PUBLIC_IP])
  expect(receiver.received).toHaveLength(1)
})

it.each([
  ...[['10.0.0.5'], ['127.0.0.1'], ['169.254.169.254'], ['100.64.0.1'], ['224.0.0.1'], ['0.0.0.0']],
  ...[
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['::ffff:8.8.8.8'],
    ['64:ff9b::a00:1'],
    ['2002:a00:1::'],
    ['fd00::1'],
    ['fe80::1'],
  ],
  [PUBLIC_IP, '192.168.0.1'],
  [],
])('connects to nothing when the name resolves to %s', async (...addresses) => {
  receiver.names.set('bad.example', addresses)
  expect(await post('https://bad.example/')).toMatchObject({ status: null, problem: 'private' })
  expect(receiver.received).toEqual([])
})

it.each([
  ['https://unknown.invalid/', 'name'],
  // Not a name of the certificate.
  ['https://third.example/', 'certificate'],
])('%s: %s', async (address, problem) => {
  expect(await post(address)).toMatchObject({ status: null, problem })
  expect(receiver.received).toEqual([])
})

it('follows no redirect', async () => {
  receiver.answerWith(
    (_received, response) => void response.writeHead(307, { location: 'https://other.example/' }).end(),
  )
  expect(await post('https://hooks.example/')).toMatchObject({ status: 307 })
  expect(receiver.received).toHaveLength(1)
})

it('reads 2 KiB of an answer that never ends', async () => {
  receiver.answerWith((_received, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'.repeat(1500)), 1)
    response.on('close', () => clearInterval(timer))
  })
  const { status, answer } = await post('https://hooks.example/')
  expect([status, answer.length]).toEqual([200, 2048])
})

it('gives up a slow answer at the deadline', async () => {
  receiver.answerWith((_received, response) => {
    response.writeHead(200)
    response.write('x')
  })
  expect(await post('https://hooks.example/', { timeoutMs: 200 })).toMatchObject({ status: null, problem: 'timeout' })
})

it('throws when it is ended from outside', async () => {
  const given = new AbortController()
  receiver.answerWith(() => given.abort(new Error('stopping')))
  await expect(post('https://hooks.example/', { signal: given.signal })).rejects.toThrow('stopping')
})

it('signs as the vector of Standard Webhooks', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', at: 1_614_265_330_000 }
  expect(signedHeaders(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

it('signs with both secrets during a rotation', () => {
  const [fresh, old] = [newSecret(), newSecret()]
  expect(Buffer.from(fresh.slice('whsec_'.length), 'base64')).toHaveLength(32)
  const headers = signedHeaders({ id: makeMessageId(), body: '{"type":"test"}', at: Date.now() }, [fresh, old])
  for (const secret of [fresh, old]) {
    expect(new Webhook(secret).verify('{"type":"test"}', headers)).toEqual({ type: 'test' })
  }
  expect(() => new Webhook(newSecret()).verify('{"type":"test"}', headers)).toThrow('No matching signature')
})
