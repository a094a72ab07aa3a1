import { createStore, type StoreApi } from 'zustand/vanilla'
import { type ChatLog, emptyLog } from './log/chat-log.ts'
import type { RoomView } from './rooms/room-list.ts'

/** One conversation, as far as it was looked at. */
export interface Conversation {
  log: ChatLog
  /** `new`: nothing was asked for yet; `busy`: for the first time. */
  status: 'new' | 'busy' | 'ready' | 'failed'
  /** The log before a gap that is not closed yet; `null` when nothing is missing. */
  gap: ChatLog | null
  older: 'idle' | 'busy' | 'failed'
  /** Messages from this one on are new to their reader: the rule stands before it. */
  newFromId: string | null
}

export interface ChatState {
  ownId: string
  /** `null` before they are known. */
  rooms: readonly RoomView[] | null
  roomsStatus: 'busy' | 'ready' | 'failed'
  /** Of everybody whose conversation was not looked at yet. */
  blank: Conversation
  /** By the peer's id. */
  conversations: ReadonlyMap<string, Conversation>
  /** Peers who are writing to the reader just now. */
  writing: ReadonlySet<string>
  /** The conversation that is shown. */
  open: string | null
  /** Whose messages are read as they come: the open conversation, while its end is looked at. */
  reading: string | null
}

export type ChatStore = StoreApi<ChatState>

export function createChatStore(ownId: string): ChatStore {
  return createStore<ChatState>()(() => ({
    ownId,
    rooms: null,
    roomsStatus: 'busy',
    blank: { log: emptyLog(ownId), status: 'new', gap: null, older: 'idle', newFromId: null },
    conversations: new Map(),
    writing: new Set(),
    open: null,
    reading: null,
  }))
}

export function conversationWith({ conversations, blank }: ChatState, peerId: string): Conversation {
  return conversations.get(peerId) ?? blank
}

export function changeConversation(
  store: ChatStore,
  peerId: string,
  change: (conversation: Conversation) => Partial<Conversation>,
): void {
  store.setState((state) => {
    const before = conversationWith(state, peerId)
    return { conversations: new Map(state.conversations).set(peerId, { ...before, ...change(before) }) }
  })
}

export function changeLog(store: ChatStore, peerId: string, change: (log: ChatLog) => ChatLog): void {
  changeConversation(store, peerId, ({ log }) => ({ log: change(log) }))
}

export function changeRooms(store: ChatStore, change: (rooms: readonly RoomView[]) => readonly RoomView[]): void {
  store.setState(({ rooms }) => ({ rooms: rooms && change(rooms) }))
}

export function roomOf({ rooms }: Pick<ChatState, 'rooms'>, peerId: string): RoomView | undefined {
  return rooms?.find((room) => room.peerId === peerId)
}
