import { SECOND_MS } from '@portal/contract/constants.ts'
import type { ChatMessage } from '@portal/contract/frames.ts'
import { type LiveFrame, onAnswer, onFrame, useLive } from '#live/live.ts'
import { useOutbox } from '#live/outbox.ts'
import type { ChatActions } from './chat-actions.ts'
import { type ChatStore, changeConversation, changeLog, changeRooms, findRoom, getConversation } from './chat-store.ts'
import { addMessage, applyAnswer, applyWithdrawal, markAsRead } from './log/chat-log.ts'
import { applyNewest, applyWithdrawalToLast, setUnread } from './rooms/room-list.ts'

/** Lifetime of a typing hint; clients repeat the typing frame every 3 s. */
const TYPING_HINT_MS = 5 * SECOND_MS

/**
 * Applies socket frames to the store, and loads missed messages after a reconnect.
 * @returns a function that stops it
 */
export function applyFrames(store: ChatStore, actions: ChatActions): () => void {
  const { ownId } = store.getState()
  const seen = new Set<string>()
  const hints = createHints(store)

  function applyMessage(message: ChatMessage): void {
    const isOwn = message.fromUserId === ownId
    const peerId = isOwn ? message.toUserId : message.fromUserId
    const before = store.getState()
    const conversation = getConversation(before, peerId)
    const isNew = !seen.has(message.id) && !conversation.log.rowIds.has(message.id)
    seen.add(message.id)
    if (!isOwn) hints.drop(peerId)
    if (conversation.status !== 'new') {
      const outgoing = useOutbox.getState().entries.filter(({ toUserId }) => toUserId === peerId)
      changeLog(store, peerId, (log) => addMessage(log, message, Date.now(), outgoing))
    }
    if (isNew) countMessage(message, peerId, isOwn)
  }

  function countMessage(message: ChatMessage, peerId: string, isOwn: boolean): void {
    const { rooms, reading } = store.getState()
    const isBeingRead = reading === peerId
    // Messages that were read long ago may arrive again after a gap.
    const isRead = isBeingRead || message.isRead === 1
    const room = findRoom({ rooms }, peerId)
    if (!isOwn && !isRead && room?.unread === 0) {
      changeConversation(store, peerId, () => ({ newFromId: message.id }))
    }
    const next = rooms && applyNewest(rooms, message, { ownId, atMs: Date.now(), isRead })
    if (next) store.setState({ rooms: next })
    else void actions.loadRooms(true)
    if (!isOwn && isBeingRead) actions.markRead(peerId)
  }

  function applyFrame(frame: LiveFrame): void {
    if (frame.t === 'message') applyMessage(frame.message)
    else if (frame.t === 'typing') hints.show(frame.userId)
    else if (frame.t === 'blocks') void actions.loadRooms(true)
    else if (frame.t === 'withdrawn') {
      changeLog(store, frame.userId, (log) => applyWithdrawal(log, frame.id))
      changeRooms(store, (rooms) => applyWithdrawalToLast(rooms, frame.id))
    } else if (frame.t === 'read') {
      const isByOwn = frame.by === ownId
      changeLog(store, frame.userId, (log) => markAsRead(log, isByOwn))
      if (isByOwn) changeRooms(store, (rooms) => setUnread(rooms, frame.userId, 0))
    }
  }

  const stops = [
    onFrame(applyFrame),
    onAnswer((answer) => {
      if (answer.t !== 'ok' || !answer.data) return
      const { ref, data } = answer
      if (getConversation(store.getState(), data.toUserId).status === 'new') return
      changeLog(store, data.toUserId, (log) => applyAnswer(log, ref, data, Date.now()))
    }),
    useLive.subscribe(({ since }, before) => {
      if (since !== before.since) actions.closeGap()
    }),
    hints.stop,
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Shows which peers are typing, for a few seconds each. */
function createHints(store: ChatStore) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  function drop(peerId: string): void {
    if (!timers.has(peerId)) return
    clearTimeout(timers.get(peerId))
    timers.delete(peerId)
    store.setState({ writing: new Set(timers.keys()) })
  }

  return {
    drop,
    show(peerId: string) {
      clearTimeout(timers.get(peerId))
      timers.set(
        peerId,
        setTimeout(() => drop(peerId), TYPING_HINT_MS),
      )
      store.setState({ writing: new Set(timers.keys()) })
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
