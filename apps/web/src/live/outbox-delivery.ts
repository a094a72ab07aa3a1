import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { ChatMessage } from '@portal/contract/frames.ts'
import { MESSAGE_TYPE, REF_MS } from '@portal/contract/socket.ts'
import { parseDocument } from '#lib/html/trusted-html.ts'
import { type AnswerFrame, newRef, onAnswer, onFrame, postFrame, renewLine } from './live.ts'
import { useLive } from './live-state.ts'
import { type OutboxEntry, toSendFrame, updateEntry, useOutbox } from './outbox.ts'

/** After so long without an answer on an open socket a message is sent again. */
const ANSWER_MS = 20 * SECOND_MS
/** The BFF itself waits 36 s for upstream: when it is asked so often without a word, the socket is dead. */
const ASKS_BEFORE_RENEWAL = 2
/** A message that the server could not pass on goes out again after these, and then waits for its sender. */
const RETRY_DELAYS_MS = [2 * SECOND_MS, 5 * SECOND_MS, 15 * SECOND_MS]

/** Answers after which a message may have been stored, or may be stored a little later. */
const PASSING_CODES: readonly number[] = [CODE.tooMany, CODE.upstreamUnreachable, CODE.overloaded, CODE.upstreamTimeout]

/** The server no longer remembers what became of it: whether it goes out a second time is for its sender to say. */
const UNKNOWN_FATE = '未能确认是否送达，请核对后重新发送'

interface Flight {
  timer: ReturnType<typeof setTimeout>
  /** How often it went out on this connection without an answer. */
  asks: number
}

/** Sends what is in the outbox, one message at a time to each person. @returns ends it; what is left stays there */
export function deliverOutbox(): () => void {
  const flights = new Map<string, Flight>()
  const refusals = new Map<string, number>()

  function settle(ref: string): void {
    clearTimeout(flights.get(ref)?.timer)
    flights.delete(ref)
  }

  function sendNext(): void {
    if (useLive.getState().state !== 'open') return
    for (const entry of heads()) if (!flights.has(entry.ref)) send(entry, 1)
  }

  function send(entry: OutboxEntry, asks: number): void {
    if (entry.sentAtMs !== null && Date.now() - entry.sentAtMs > REF_MS) {
      updateEntry(entry.ref, { state: 'failed', reason: UNKNOWN_FATE })
      return
    }
    const timer = setTimeout(() => askAgain(entry.ref, asks), ANSWER_MS)
    flights.set(entry.ref, { timer, asks })
    const frame = toSendFrame(entry)
    if (entry.sentAtMs === null) updateEntry(entry.ref, { sentAtMs: Date.now() })
    postFrame(frame)
  }

  function askAgain(ref: string, asks: number): void {
    flights.delete(ref)
    if (useLive.getState().state !== 'open') return
    const entry = heads().find((head) => head.ref === ref)
    if (asks >= ASKS_BEFORE_RENEWAL) renewLine()
    else if (entry) send(entry, asks + 1)
  }

  function hearAnswer(answer: AnswerFrame): void {
    const entry = useOutbox.getState().entries.find(({ ref }) => ref === answer.ref)
    if (!entry) return
    settle(entry.ref)
    if (answer.t === 'ok') arrive(entry)
    else refuse(entry, answer)
  }

  function arrive({ ref }: OutboxEntry): void {
    refusals.delete(ref)
    updateEntry(ref, null)
  }

  function refuse({ ref }: OutboxEntry, { code, message }: Extract<AnswerFrame, { t: 'error' }>): void {
    // The login has ended: it waits for the next.
    if (code === CODE.unauthenticated) return
    const isPassing = PASSING_CODES.includes(code)
    const tries = refusals.get(ref) ?? 0
    const delayMs = isPassing ? RETRY_DELAYS_MS[tries] : undefined
    if (delayMs !== undefined) {
      refusals.set(ref, tries + 1)
      flights.set(ref, { timer: setTimeout(() => resume(ref), delayMs), asks: 0 })
      return
    }
    refusals.delete(ref)
    // The server remembers what it has answered to a ref; what was refused for good is a new message when it is sent again.
    const fresh = isPassing ? {} : { ref: newRef(), sentAtMs: null }
    updateEntry(ref, { state: 'failed', reason: message, hasArrived: false, ...fresh })
  }

  function resume(ref: string): void {
    flights.delete(ref)
    sendNext()
  }

  const stopLive = useLive.subscribe(({ since, state }, before) => {
    if (since === before.since && state === before.state) return
    // What was under way on another connection may be lost.
    if (since !== before.since) for (const ref of [...flights.keys()]) settle(ref)
    sendNext()
  })
  const stopOutbox = useOutbox.subscribe(sendNext)
  const stopAnswers = onAnswer(hearAnswer)
  const stopFrames = onFrame((frame) => {
    if (frame.t === 'message') markArrived(frame.message)
  })
  sendNext()
  return () => {
    for (const ref of [...flights.keys()]) settle(ref)
    stopLive()
    stopOutbox()
    stopAnswers()
    stopFrames()
  }
}

/** The oldest message to each person that has not failed. */
function heads(): OutboxEntry[] {
  const byPeer = new Map<string, OutboxEntry>()
  for (const entry of useOutbox.getState().entries) {
    if (entry.state === 'pending' && !byPeer.has(entry.toUserId)) byPeer.set(entry.toUserId, entry)
  }
  return [...byPeer.values()]
}

/** A message may be seen before its sender's answer has come: then it would stand there twice. */
function markArrived(message: ChatMessage): void {
  const entry = heads().find((head) => head.sentAtMs !== null && !head.hasArrived && isSame(head, message))
  if (entry) updateEntry(entry.ref, { hasArrived: true })
}

/** A stored message is no older than its sending, give or take the clocks. */
const CLOCKS_MS = MINUTE_MS

function isSame(entry: OutboxEntry, { toUserId, type, content, ext }: ChatMessage): boolean {
  if (toUserId !== entry.toUserId || (type === MESSAGE_TYPE.picture) !== (entry.type === MESSAGE_TYPE.picture)) {
    return false
  }
  if (ext?.at != null && entry.sentAtMs !== null && ext.at < entry.sentAtMs - CLOCKS_MS) return false
  return entry.type === MESSAGE_TYPE.picture || textOf(content) === textOf(entry.content)
}

/** The words of HTML; nothing in it runs or is loaded. */
function textOf(html: string): string {
  return parseDocument(html).body.textContent.trim()
}
