import { CODE } from '../../packages/contract/src/errors.ts'
import type { ChatMessage, ClientFrame } from '../../packages/contract/src/frames.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A message that a tab was given to send. */
export interface Said {
  ref: string
  toUserId: string
  content: string
  /** The stored message from the answer. */
  answer: ChatMessage | null
}

/** Unacknowledged frames of a tab: one message at a time per peer. */
export interface Outbox {
  readonly said: readonly Said[]
  /** Ids of messages with an acknowledged withdrawal. */
  readonly withdrawn: ReadonlySet<string>
  readonly isEmpty: boolean
  say(toUserId: string, content: string): void
  markRead(peerId: string): void
  /** Withdraws an acknowledged message. */
  withdraw(id: string): void
  hearOk(ref: string, message: ChatMessage | null): void
  hearError(ref: string, code: number, message: string): void
  /** Resends unacknowledged frames on a new socket. */
  resume(): void
  /** Stops sending. */
  end(): void
}

interface Options {
  name: string
  random: SeededRandom
  /** Sends the frame, or drops it if there is no socket. */
  post: (frame: ClientFrame) => void
  onArrival: (message: ChatMessage) => void
  onFault: (fault: string) => void
}

interface Task {
  frame: Extract<ClientFrame, { ref: string }>
  wasSent: boolean
  timer: NodeJS.Timeout | null
  /** Set for frames that send a message. */
  said: Said | null
}

/** Time without an answer after which a frame is resent. ms. */
const SILENCE_MS = 5_000
/** Error codes after which a frame is resent. */
export const PASSING_CODES: readonly number[] = [
  CODE.tooMany,
  CODE.upstreamUnreachable,
  CODE.overloaded,
  CODE.upstreamTimeout,
]

export function createOutbox({ name, random, post, onArrival, onFault }: Options): Outbox {
  const said: Said[] = []
  const withdrawn = new Set<string>()
  /** Tasks by `ref`, oldest first. */
  const tasks = new Map<string, Task>()
  let refs = 0
  let isEnded = false

  function createRef(): string {
    refs += 1
    return `${name}-${refs}-${crypto.randomUUID()}`
  }

  function isHead({ said: own }: Task): boolean {
    if (!own) return true
    for (const { said: other } of tasks.values()) if (other?.toUserId === own.toUserId) return other === own
    return false
  }

  function send(task: Task): void {
    if (isEnded || !isHead(task)) return
    post(task.wasSent && task.frame.t === 'send' ? { ...task.frame, again: true } : task.frame)
    task.wasSent = true
    sendLater(task, SILENCE_MS)
  }

  function sendLater(task: Task, ms: number): void {
    rest(task)
    task.timer = setTimeout(() => send(task), ms)
  }

  function rest(task: Task): void {
    if (task.timer) clearTimeout(task.timer)
    task.timer = null
  }

  function sendWaiting(): void {
    for (const task of tasks.values()) if (!task.timer) send(task)
  }

  function add(frame: Task['frame'], own: Said | null): void {
    tasks.set(frame.ref, { frame, wasSent: false, timer: null, said: own })
    sendWaiting()
  }

  return {
    said,
    withdrawn,
    get isEmpty() {
      return tasks.size === 0
    },
    say(toUserId, content) {
      const own: Said = { ref: createRef(), toUserId, content, answer: null }
      said.push(own)
      add({ t: 'send', ref: own.ref, toUserId, content, type: 1 }, own)
    },
    markRead(peerId) {
      add({ t: 'read', ref: createRef(), userId: peerId }, null)
    },
    withdraw(id) {
      add({ t: 'withdraw', ref: createRef(), id }, null)
    },
    hearOk(ref, message) {
      const task = tasks.get(ref)
      // This is the second answer to a frame that was sent twice.
      if (!task) return
      if (task.said && message?.toUserId !== task.said.toUserId) onFault(`${ref} was answered with another message`)
      if (task.said) task.said.answer = message
      if (task.frame.t === 'withdraw') withdrawn.add(task.frame.id)
      if (message) onArrival(message)
      rest(task)
      tasks.delete(ref)
      sendWaiting()
    },
    hearError(ref, code, message) {
      if (!PASSING_CODES.includes(code)) onFault(`${ref} was answered with ${code} ${message}`)
      const task = tasks.get(ref)
      if (task) sendLater(task, random.between(100, 1_200))
    },
    resume() {
      for (const task of tasks.values()) rest(task)
      sendWaiting()
    },
    end() {
      isEnded = true
      for (const task of tasks.values()) rest(task)
    },
  }
}
