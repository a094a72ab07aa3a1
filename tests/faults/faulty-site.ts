import type { AddressInfo } from 'node:net'
import { createSealer } from '../../apps/bff/src/session/seal.ts'
import { type ChatClient, openChat } from '../../apps/bff/src/testing/chat-client.ts'
import { makeSite, OWN_ORIGIN, type TestSite, TOKEN, USER } from '../../apps/bff/src/testing/make-site.ts'
import { makeHttpAnswer, type RawRequest, type RawUpstream, startRawUpstream } from './raw-upstream.ts'

const KEY = Buffer.alloc(32, 7)
const DAY_MS = 24 * 60 * 60 * 1000
export const PEER_ID = '2f0c9be2a7d34c61b5e8d0437a96c2ef'
const PICTURE = Buffer.from('89504e470d0a1a0a0000000d', 'hex')

/** A listening site with an upstream that can misbehave on the wire. */
export interface FaultySite {
  site: TestSite
  upstream: RawUpstream
  /** Session cookie of a member. */
  cookie: string
  /** Lets the circuit breaker try again. */
  later(): void
  /** Advances the clock by two days, so that no cached page may be served. */
  forgetPages(): void
  /** @param from client address; rate limits are per address */
  ask(path: string, init?: RequestInit, from?: string): Promise<Outcome>
  openSocket(): ChatClient
  close(): Promise<void>
}

type ServerFrame = ChatClient['frames'][number]

/** The answer that a client received. `cut`: it was truncated. */
export interface Outcome {
  status: number | 'cut'
  text: string
  headers: Headers
}

export async function startFaultySite({ timeoutMs = 150 } = {}): Promise<FaultySite> {
  const upstream = await startRawUpstream(makeHealthyAnswer)
  const circuit = { nowMs: 0 }
  const site = await makeSite({
    env: {
      UPSTREAM_URL: upstream.origin,
      SESSION_KEY: KEY.toString('base64'),
      UPSTREAM_TIMEOUT_MS: String(timeoutMs),
      TRUST_PROXY: '1',
      LOG_LEVEL: 'info',
    },
    circuitNow: () => circuit.nowMs,
  })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  const address = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`
  const session = { t: TOKEN, u: USER.id, e: site.clock.nowMs + 1_000 * DAY_MS }
  const cookie = `session=${createSealer([KEY]).seal('session', session)}`

  return {
    site,
    upstream,
    cookie,
    later() {
      circuit.nowMs += 1_000
    },
    forgetPages() {
      site.clock.nowMs += 2 * DAY_MS
    },
    async ask(path, init = {}, from = '192.0.2.1') {
      const headers = { cookie, 'x-forwarded-for': from, ...(init.headers as Record<string, string>) }
      const answer = await fetch(address + path, { ...init, headers })
      try {
        return { status: answer.status, text: await answer.text(), headers: answer.headers }
      } catch {
        return { status: 'cut', text: '', headers: answer.headers }
      }
    },
    openSocket: () => openChat({ address, cookie, origin: OWN_ORIGIN }),
    async close() {
      await site.close()
      await upstream.stop()
    },
  }
}

let messages = 0

/** Repeats the id of the request, so that swapped answers are detected. */
export function makeHealthyAnswer({ method, url, body }: RawRequest): Buffer {
  const { pathname, searchParams } = new URL(url, 'http://upstream')
  if (pathname.startsWith('/file/img/')) return makeHttpAnswer(PICTURE, { type: 'image/png' })
  if (pathname === '/v1/webSiteInfo') return makeEnvelope({ name: '石衡' })
  if (pathname === '/v1/user/info') return makeEnvelope({ id: searchParams.get('userId'), nickname: '石衡' })
  if (pathname === '/oauth/emailLogin') return makeEnvelope({ ...USER, token: TOKEN })
  if (pathname === '/file/upload') return makeEnvelope('/file/img/b.png')
  if (pathname === '/v1/im/getNewSystemNotice') return makeEnvelope({ system: 0, comment: 0, private: 0 })
  if (method === 'POST' && pathname === '/v1/im/chat') return makeEnvelope(null, { message: makeStoredMessage(body) })
  if (pathname === '/v1/im/getRoomList') return makeEnvelope([])
  if (pathname.startsWith('/v1/im/')) return makeEnvelope({ records: [], pages: 0, current: 1, size: 10, total: 0 })
  return makeEnvelope(null)
}

function makeStoredMessage(body: string) {
  const { content, toUserId, type } = JSON.parse(body) as { content: string; toUserId: string; type: number }
  messages += 1
  return {
    id: String(messages),
    fromUserId: USER.id,
    toUserId,
    content,
    type,
    isRead: 0,
    isWithdraw: 0,
    createTime: '2026-11-21 08:00:00',
    fromUserNickname: USER.nickname,
    fromUserAvatar: '',
    toUserNickname: '',
    toUserAvatar: '',
  }
}

function makeEnvelope(data: unknown, extra: object = {}): Buffer {
  return makeHttpAnswer(JSON.stringify({ code: 200, message: '成功', data, extra }))
}

/** Returns the answer to a frame, ignoring other frames. */
export function answerTo(client: ChatClient, ref: string): Promise<ServerFrame & { t: 'ok' | 'error' }> {
  return new Promise((resolve) => {
    const look = () => {
      const found = client.frames.find((frame) => 'ref' in frame && frame.ref === ref)
      if (found) {
        client.socket.off('message', look)
        resolve(found as ServerFrame & { t: 'ok' | 'error' })
      }
    }
    client.socket.on('message', look)
    look()
  })
}
