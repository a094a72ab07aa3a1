import type { Message } from '@portal/contract/community/messages.ts'
import { type ApiClient, ApiError } from '#lib/api/api-client.ts'
import { showOffline } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { request } from '#live/live.ts'
import { sendMessage } from '#live/outbox.ts'
import { type ChatStore, changeConversation, changeLog, changeRooms, findRoom, getConversation } from './chat-store.ts'
import { applyWithdrawal, findFirstUnread, markAsRead } from './log/chat-log.ts'
import { createHistoryLoader, loadMissed, loadOlder } from './log/load-history.ts'
import { type RoomView, setLast, setUnread, toRoom, toRooms } from './rooms/room-list.ts'

export type ChatActions = ReturnType<typeof createChatActions>

type Requests = ReturnType<typeof createRequests>

/** Running requests, by name. */
function createRequests() {
  const running = new Map<string, Promise<unknown>>()

  /** Returns the running request of the same name, or starts one. */
  function share<T>(name: string, act: () => Promise<T>): Promise<T> {
    const known = running.get(name) as Promise<T> | undefined
    if (known) return known
    const run = act().finally(() => running.delete(name))
    running.set(name, run)
    return run
  }
  return {
    share,
    /** Waits for a running request, whose answer may be outdated, and starts another. */
    repeat(name: string, act: () => Promise<void>): void {
      void Promise.resolve(running.get(name)).then(() => share(name, act))
    },
  }
}

/** Marks conversations as read, with one request at a time for each; later marks share the next request. */
function createReadMarks(store: ChatStore) {
  const waiting = new Map<string, { isAgain: boolean }>()

  async function send(peerId: string): Promise<void> {
    const turn = { isAgain: false }
    waiting.set(peerId, turn)
    try {
      await request({ t: 'read', userId: peerId })
    } catch {
      // The count is corrected when the rooms are loaded next time.
    }
    waiting.delete(peerId)
    if (turn.isAgain) void send(peerId)
  }

  return {
    isUnderWay: (peerId: string) => waiting.has(peerId),
    mark(peerId: string) {
      changeRooms(store, (rooms) => setUnread(rooms, peerId, 0))
      changeLog(store, peerId, (log) => markAsRead(log, true))
      const turn = waiting.get(peerId)
      if (turn) turn.isAgain = true
      else void send(peerId)
    },
  }
}

/** Loads and changes the list of conversations. */
function createRoomActions(api: ApiClient, store: ChatStore, { share, repeat }: Requests) {
  const reads = createReadMarks(store)
  /** Rooms added by this tab, which a list requested earlier does not contain. */
  const added: RoomView[] = []

  async function loadRooms(isQuiet = false): Promise<void> {
    const addedBefore = added.length
    if (!store.getState().rooms) store.setState({ roomsStatus: 'busy' })
    try {
      const answer = toRooms(await api.call('GET /v1/im/getRoomList', { quiet: isQuiet }), store.getState().ownId)
      const isListed = (room: RoomView) => answer.some(({ peerId }) => peerId === room.peerId)
      const rooms = [...added.slice(addedBefore).filter((room) => !isListed(room)), ...answer]
      const known = store.getState().rooms ?? []
      const shown = rooms.map((room) => ({
        ...room,
        last: room.last === undefined ? known.find(({ id }) => id === room.id)?.last : room.last,
        unread: reads.isUnderWay(room.peerId) ? 0 : room.unread,
      }))
      store.setState({ rooms: shown, roomsStatus: 'ready' })
      markOpenAsRead()
    } catch (reason) {
      store.setState({ roomsStatus: 'failed' })
      if (!isQuiet) showOffline(reason)
    }
  }

  /** Marks the open conversation as read. */
  function markOpenAsRead(): void {
    const { reading } = store.getState()
    if (reading !== null && (findRoom(store.getState(), reading)?.unread ?? 0) > 0) reads.mark(reading)
  }

  async function addRoom(peerId: string): Promise<void> {
    const room = await api.call('POST /v1/im/addRoom', { query: { userId: peerId }, quiet: true })
    if (!room) return loadRooms(true)
    const view = toRoom(room, store.getState().ownId)
    added.push(view)
    changeRooms(store, (rooms) => [view, ...rooms.filter((other) => other.peerId !== peerId)])
  }

  async function deleteRoom(peerId: string): Promise<void> {
    const room = findRoom(store.getState(), peerId)
    if (room) await api.call('DELETE /v1/im/deleteRoom', { query: { roomId: room.id } })
    changeRooms(store, (rooms) => rooms.filter((other) => other.peerId !== peerId))
  }

  async function loadLast(peerId: string): Promise<void> {
    const [message]: readonly Message[] = (await createHistoryLoader(api, peerId)(1, 1)).records
    changeRooms(store, (rooms) => setLast(rooms, peerId, message ?? null, store.getState().ownId))
  }

  return {
    /** @param isQuiet hides errors: the loaded rooms stay */
    loadRooms: (isQuiet?: boolean) => share('rooms', () => loadRooms(isQuiet)),
    reloadRooms: () => repeat('rooms', () => loadRooms(true)),
    /**
     * Adds the conversation with a user to the list.
     * @throws ApiError when there is no such user; the rejection of `fetch` when there is no answer
     */
    addRoom: (peerId: string) => share(`add ${peerId}`, () => addRoom(peerId)),
    /** @throws the errors of `addRoom` */
    deleteRoom,
    /** Loads the newest message of a room whose list entry has none. */
    loadLast: (peerId: string) => share(`last ${peerId}`, () => loadLast(peerId)),
    /** Sets the user whose messages are marked as read when they arrive. */
    setReading(peerId: string | null) {
      store.setState({ reading: peerId })
      markOpenAsRead()
    },
    markRead: reads.mark,
  }
}

export function createChatActions(api: ApiClient, store: ChatStore) {
  const requests = createRequests()
  const rooms = createRoomActions(api, store, requests)

  async function loadNewest(peerId: string): Promise<void> {
    const { gap, log, status } = getConversation(store.getState(), peerId)
    const unread = findRoom(store.getState(), peerId)?.unread ?? 0
    if (status === 'new') changeConversation(store, peerId, () => ({ status: 'busy' }))
    try {
      const change = await loadMissed(createHistoryLoader(api, peerId), gap ?? log, unread)
      changeConversation(store, peerId, (now) => {
        const next = change(now.log)
        // True only for the first load: later messages are counted when they arrive.
        const isOpening = status !== 'ready' && log.rowIds.size === 0
        const newFromId = isOpening ? (findFirstUnread(next, unread)?.id ?? null) : now.newFromId
        return { log: next, status: 'ready', gap: now.gap === gap ? null : now.gap, newFromId }
      })
    } catch {
      changeConversation(store, peerId, (now) => ({ status: 'failed', gap: now.gap ?? log }))
    }
  }

  async function loadOlderMessages(peerId: string): Promise<boolean> {
    const { log } = getConversation(store.getState(), peerId)
    if (!log.hasOlder) return false
    changeConversation(store, peerId, () => ({ older: 'busy' }))
    try {
      const change = await loadOlder(createHistoryLoader(api, peerId), log)
      changeConversation(store, peerId, (now) => ({ log: change(now.log), older: 'idle' }))
      return true
    } catch {
      changeConversation(store, peerId, () => ({ older: 'failed' }))
      return false
    }
  }

  const actions = {
    ...rooms,
    /** Loads the newest messages, and all messages between them and the known ones. */
    loadNewest: (peerId: string) => requests.share(`newest ${peerId}`, () => loadNewest(peerId)),
    /** @returns whether older messages were found */
    loadOlder: (peerId: string) => requests.share(`older ${peerId}`, () => loadOlderMessages(peerId)),
    send(peerId: string, html: string, type: 1 | 2) {
      changeConversation(store, peerId, () => ({ newFromId: null }))
      sendMessage({ toUserId: peerId, content: html, type })
    },
    async withdraw(peerId: string, id: string) {
      try {
        await request({ t: 'withdraw', id })
        changeLog(store, peerId, (log) => applyWithdrawal(log, id))
      } catch (reason) {
        showToast('error', reason instanceof ApiError ? reason.message : '网络不通，请稍后重试')
      }
    },
    /** Shows a conversation, and loads its newest messages unless it is up to date. */
    open(peerId: string | null) {
      const { open } = store.getState()
      if (open !== null && open !== peerId) changeConversation(store, open, () => ({ newFromId: null }))
      store.setState({ open: peerId })
      if (peerId === null) return
      const { status, gap } = getConversation(store.getState(), peerId)
      if (status !== 'ready' || gap) void actions.loadNewest(peerId)
    },
    /** Reloads rooms and the open conversation, and other conversations when they are opened. */
    closeGap() {
      const { conversations, open } = store.getState()
      for (const [peerId, { status, gap, log }] of conversations) {
        if (status !== 'new') changeConversation(store, peerId, () => ({ gap: gap ?? log }))
      }
      rooms.reloadRooms()
      if (open !== null) requests.repeat(`newest ${open}`, () => loadNewest(open))
    },
  }
  return actions
}
