// Baseline for the relay: a bare `ws` server that passes a message on to its receiver's socket. With BENCH_UPSTREAM_URL
// it stores the message there first, by the same call as the relay.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { createUpstreamClient } from '../../apps/bff/src/upstream/upstream-client.ts'
import type { SendFrame } from '../../packages/contract/src/frames.ts'
import { FRAME_MAX_BYTES } from '../../packages/contract/src/socket.ts'

const upstreamUrl = process.env.BENCH_UPSTREAM_URL
const upstream = upstreamUrl ? createUpstreamClient({ origin: upstreamUrl, prefix: '', timeoutMs: 36_000 }) : null
const sockets = new Map<string, WebSocket>()

async function store({ toUserId, content, type, ref }: SendFrame, token: string): Promise<object | null> {
  const answer = await upstream?.request({
    name: 'POST /v1/im/chat',
    method: 'POST',
    path: '/v1/im/chat',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: token,
      'idempotency-key': ref,
    },
    body: JSON.stringify({ toUserId, content, type, code: 1, isRead: 0 }),
  })
  return answer ? JSON.parse(answer.text).extra.message : null
}

async function passOn(text: string, userId: string, token: string): Promise<void> {
  const frame = JSON.parse(text) as SendFrame
  const { ref: id, toUserId, content, type } = frame
  const message = (await store(frame, token)) ?? { id, fromUserId: userId, toUserId, content, type, isWithdraw: 0 }
  sockets.get(toUserId)?.send(JSON.stringify({ t: 'message', message }))
}

const server = createServer()
const options = { server, maxPayload: FRAME_MAX_BYTES, perMessageDeflate: false, clientTracking: false }
new WebSocketServer(options).on('connection', (socket: WebSocket, { url, headers }: IncomingMessage) => {
  const userId = new URL(url ?? '', 'http://bare').searchParams.get('userId') ?? ''
  const token = headers.authorization ?? ''
  sockets.set(userId, socket)
  socket.on('error', () => socket.terminate())
  socket.on('close', () => sockets.get(userId) === socket && sockets.delete(userId))
  socket.on('message', (data) => void passOn(String(data), userId, token))
  socket.send(JSON.stringify({ t: 'welcome', userId }))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.({ type: 'listening', address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
process.once('SIGTERM', () => process.exit(0))
