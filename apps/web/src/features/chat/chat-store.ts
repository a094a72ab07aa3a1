import { createStore, type StoreApi } from 'zustand/vanilla'
import { type ChatLog, createLog } from './log/chat-log.ts'
import type { RoomView } from './rooms/room-list.ts'

/** The loaded part of a conversation. */
export interface Conversation {
  log: ChatLog
  /** `new`: not loaded; `busy`: the first load. */
  status: 'new' | 'busy' | 'ready' | 'failed'
  /** The log before a gap; `null` when nothing is missing. */
  gap: ChatLog | null
  older: 'idle' | 'busy' | 'failed'
  /** Id of the first new message, which is shown below the rule. */
  newFromId: string | null
}

export interface ChatState {
  ownId: string
  /** Conversations of the list; `null` before they are loaded. */
  rooms: readonly RoomView[] | null
  roomsStatus: 'busy' | 'ready' | 'failed'
  /** State of conversations that are not loaded. */
  blank: Conversation
  /** Conversations by the id of the peer. */
  conversations: ReadonlyMap<string, Conversation>
  /** Ids of peers who are typing. */
  writing: ReadonlySet<string>
  /** Id of the peer of the open conversation. */
  open: string | null
  /** Id of the peer whose messages are marked as read on arrival, because the end of the conversation is visible. */
  reading: string | null
}

export type ChatStore = StoreApi<ChatState>

export function createChatStore(ownId: string): ChatStore {
  return createStore<ChatState>()(() => ({
    ownId,
    rooms: null,
    roomsStatus: 'busy',
    blank: { log: createLog(ownId), status: 'new', gap: null, older: 'idle', newFromId: null },
    conversations: new Map(),
    writing: new Set(),
    open: null,
    reading: null,
  }))
}

export function getConversation({ conversations, blank }: ChatState, peerId: string): Conversation {
  return conversations.get(peerId) ?? blank
}

export function changeConversation(
  store: ChatStore,
  peerId: string,
  change: (conversation: Conversation) => Partial<Conversation>,
): void {
  store.setState((state) => {
    const before = getConversation(state, peerId)
    return { conversations: new Map(state.conversations).set(peerId, { ...before, ...change(before) }) }
  })
}

export function changeLog(store: ChatStore, peerId: string, change: (log: ChatLog) => ChatLog): void {
  changeConversation(store, peerId, ({ log }) => ({ log: change(log) }))
}

export function changeRooms(store: ChatStore, change: (rooms: readonly RoomView[]) => readonly RoomView[]): void {
  store.setState(({ rooms }) => ({ rooms: rooms && change(rooms) }))
}

export function findRoom({ rooms }: Pick<ChatState, 'rooms'>, peerId: string): RoomView | undefined {
  return rooms?.find((room) => room.peerId === peerId)
}
