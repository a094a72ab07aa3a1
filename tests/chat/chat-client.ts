import { setTimeout as wait } from 'node:timers/promises'
import type { NoticeCounters } from '../../packages/contract/src/community/messages.ts'
import type { ChatMessage, ServerFrame } from '../../packages/contract/src/frames.ts'
import { CLOSE } from '../../packages/contract/src/socket.ts'
import type { BrowserLogin } from './browser-login.ts'
import { type ChatLine, openChatLine } from './chat-line.ts'
import { type ConversationLog, createConversationLog } from './conversation-log.ts'
import { createGapCloser } from './gap-closer.ts'
import { createOutbox, type Said } from './outbox.ts'
import type { SeededRandom } from './seeded-random.ts'

/**
 * A tab that follows the documented protocol: it has one socket, resends until acknowledged, and fills gaps from the
 * history.
 */
export interface ChatClient {
  readonly name: string
  readonly userId: string
  readonly peerIds: readonly string[]
  readonly said: readonly Said[]
  /** Ids of messages that it withdrew. */
  readonly withdrawn: ReadonlySet<string>
  /** The last counters received. */
  readonly counters: NoticeCounters | null
  /** Protocol violations that the tab observed. */
  readonly faults: readonly string[]
  /** Number of sockets opened so far. */
  readonly lines: number
  /** Whether it is connected and has no pending requests. */
  readonly isSettled: boolean
  log(peerId: string): ConversationLog
  /** @param content unique HTML */
  say(toUserId: string, content: string): void
  /** Marks all messages from this peer as read. */
  markRead(peerId: string): void
  /** Withdraws its last acknowledged message, at most once. */
  withdrawLast(): void
  /** Closes its socket and reconnects to this instance. */
  move(siteUrl: string): void
  close(): Promise<void>
}

interface Options {
  name: string
  login: BrowserLogin
  /** User ids of its conversations. */
  peerIds: readonly string[]
  /** Addresses of instances to connect to, as behind a load balancer. */
  siteUrls: readonly string[]
  random: SeededRandom
  /** Called for each new message. */
  onNews?: (message: ChatMessage) => void
}

/** Close codes that are expected while servers are killed and restarted; 0 and 1006: no answer. */
const HARMLESS_CLOSES: readonly number[] = [0, 1000, 1005, 1006, CLOSE.restarting, CLOSE.overloaded]
const LONGEST_PAUSE_MS = 2_000
const FIRST_PAUSE_MS = 100

export function startChatClient({ name, login, peerIds, siteUrls, random, onNews }: Options): ChatClient {
  const { userId } = login
  const faults: string[] = []
  const onFault = (fault: string) => void faults.push(fault)
  const logs = new Map(peerIds.map((peerId) => [peerId, createConversationLog()]))
  const gaps = createGapCloser({ logs, login, siteUrls, random, onFault })
  const outbox = createOutbox({ name, random, post: (frame) => line?.send(frame), onArrival: take, onFault })
  let counters: NoticeCounters | null = null
  let line: ChatLine | null = null
  let broughtByLine = new Set<string>()
  let lines = 0
  let nextUrl: string | null = null
  let lastWithdrawn = ''
  let isEnded = false

  function log(peerId: string): ConversationLog {
    const found = logs.get(peerId)
    if (!found) throw new Error(`${name} has no conversation with ${peerId}`)
    return found
  }

  function take(message: ChatMessage): void {
    const peerId = message.fromUserId === userId ? message.toUserId : message.fromUserId
    if (log(peerId).receive(message)) onNews?.(message)
  }

  function receive(frame: ServerFrame): void {
    if (frame.t === 'welcome') counters = frame.counters
    else if (frame.t === 'counters') counters = { system: frame.system, comment: frame.comment, private: frame.private }
    else if (frame.t === 'message') hearMessage(frame.message)
    else if (frame.t === 'withdrawn') log(frame.userId).withdraw(frame.id)
    else if (frame.t === 'ok') outbox.hearOk(frame.ref, frame.data)
    else if (frame.t === 'error') outbox.hearError(frame.ref ?? '', frame.code, frame.message)
  }

  function hearMessage(message: ChatMessage): void {
    if (broughtByLine.has(message.id)) onFault(`one socket brought «${message.content}» twice`)
    broughtByLine.add(message.id)
    take(message)
  }

  async function live(): Promise<void> {
    for (let tries = 0; !isEnded; tries += 1) {
      broughtByLine = new Set()
      gaps.open()
      const siteUrl = nextUrl ?? random.pick(siteUrls)
      nextUrl = null
      const opened = await openChatLine({ siteUrl, login, onFrame: receive })
      const code = typeof opened === 'number' ? opened : await use(opened)
      if (typeof opened !== 'number') tries = 0
      if (!HARMLESS_CLOSES.includes(code)) onFault(`a socket ended with ${code}`)
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries)
      if (!isEnded) await wait(pauseMs * (0.5 + random.next() / 2))
    }
  }

  /** @returns the close code */
  async function use(opened: ChatLine): Promise<number> {
    if (isEnded) opened.close()
    line = opened
    lines += 1
    outbox.resume()
    void gaps.close()
    const code = await opened.ended
    line = null
    return code
  }

  const living = live()

  return {
    name,
    userId,
    peerIds,
    said: outbox.said,
    withdrawn: outbox.withdrawn,
    faults,
    log,
    say: outbox.say,
    markRead: outbox.markRead,
    withdrawLast() {
      const last = outbox.said.findLast(({ answer }) => answer)?.answer
      if (!last || lastWithdrawn === last.id) return
      lastWithdrawn = last.id
      outbox.withdraw(last.id)
    },
    get counters() {
      return counters
    },
    get lines() {
      return lines
    },
    get isSettled() {
      return line !== null && gaps.isClosed && outbox.isEmpty
    },
    move(siteUrl) {
      nextUrl = siteUrl
      line?.close()
    },
    async close() {
      isEnded = true
      outbox.end()
      gaps.end()
      line?.close()
      await living
    },
  }
}
