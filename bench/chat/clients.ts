import { WebSocket } from 'ws'
import type { Message } from '../../packages/contract/src/community/messages.ts'
import type { SendFrame, ServerFrame } from '../../packages/contract/src/frames.ts'
import { SOCKET_PATH } from '../../packages/contract/src/socket.ts'
import type { Member } from '../measuring/member-accounts.ts'

/** A user's open page, with a socket or polling. */
export interface Client {
  send(toUserId: string, content: string, ref: string): void
  read(peerId: string): void
  close(): void
}

interface Listener {
  /** A message for this member. */
  onMessage?: (message: Pick<Message, 'content' | 'fromUserId'>) => void
}

/** Opens a member's page at a server. */
export type Open = (member: Member, listener?: Listener) => Promise<Client>

/** Opens sockets: at the site with a cookie, at a bare server with the token. */
export function createSocketOpener(url: string, kind: 'site' | 'bare'): Open {
  const base = url.replace(/^http/, 'ws')
  return (member, listener = {}) => {
    const headers =
      kind === 'site'
        ? { cookie: member.cookie, origin: url, 'x-forwarded-for': member.address }
        : { authorization: member.token }
    const address = kind === 'site' ? base + SOCKET_PATH : `${base}/?userId=${member.id}`
    return openSocket(new WebSocket(address, { headers, perMessageDeflate: false }), member, listener)
  }
}

/** Resolves after the first frame. */
function openSocket(socket: WebSocket, { id }: Member, { onMessage }: Listener): Promise<Client> {
  let reads = 0
  const sendFrame = (frame: object) => socket.send(JSON.stringify(frame))
  const client: Client = {
    send: (toUserId, content, ref) => sendFrame({ t: 'send', ref, toUserId, content, type: 1 } satisfies SendFrame),
    read(peerId) {
      reads += 1
      sendFrame({ t: 'read', ref: `read-${reads}`, userId: peerId })
    },
    close: () => socket.terminate(),
  }
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', (code) => reject(new Error(`closed with ${code} before its welcome`)))
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as ServerFrame
      if (frame.t === 'welcome') resolve(client)
      if (frame.t === 'error') console.error(`  ${frame.code} ${frame.message}`)
      if (frame.t === 'message' && frame.message.toUserId === id) onMessage?.(frame.message)
    })
  })
}

const POLL_MS = 1000

/** Opens pages that poll upstream every second: the conversation with a peer, otherwise the counters. */
export function createPollOpener(url: string, peerOf: (member: Member) => Member | null): Open {
  return async (member, { onMessage } = {}) => {
    const peer = peerOf(member)
    const path = peer
      ? `/v1/im/selectUserImHistory?toUserId=${peer.id}&pageNo=1&pageSize=10`
      : '/v1/im/getNewSystemNotice'
    const headers = { authorization: member.token, 'content-type': 'application/json' }
    const call = async (address: string, init: RequestInit = {}) => {
      const answer = await fetch(url + address, { ...init, headers })
      const { code, message, data } = (await answer.json()) as { code: number; message: string; data: unknown }
      if (code !== 200) throw new Error(`${address}: ${code} ${message}`)
      return data
    }
    const seen = new Set<string>()

    async function poll(): Promise<void> {
      const data = await call(path)
      for (const message of (data as { records?: Message[] }).records ?? []) {
        if (message.toUserId !== member.id || seen.has(message.id ?? '')) continue
        seen.add(message.id ?? '')
        onMessage?.(message)
      }
    }

    await poll()
    let timer: NodeJS.Timeout | undefined
    const begin = setTimeout(() => {
      timer = setInterval(() => void poll().catch(complain), POLL_MS)
    }, Math.random() * POLL_MS)
    return {
      send(toUserId, content, ref) {
        const body = JSON.stringify({ toUserId, content, type: 1, code: 1, isRead: 0 })
        void call('/v1/im/chat', { method: 'POST', body }).catch((error) => complain(error, ref))
      },
      read: (peerId) => void call(`/v1/im/read?userId=${peerId}`).catch(complain),
      close() {
        clearTimeout(begin)
        clearInterval(timer)
      },
    }
  }
}

function complain(error: unknown, ref = ''): void {
  const { message, cause } = error as Error
  console.error(`  ${ref} ${message} ${cause ? String(cause) : ''}`)
}
