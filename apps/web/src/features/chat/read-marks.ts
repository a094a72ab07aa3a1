import { request } from '#live/live.ts'
import { type ChatStore, changeLog, changeRooms } from './chat-store.ts'
import { withRead } from './log/chat-log.ts'
import { withUnread } from './rooms/room-list.ts'

/** Marks conversations as read, with one request at a time for each; later marks share the next request. */
export function createReadMarks(store: ChatStore) {
  const waiting = new Map<string, { isAgain: boolean }>()

  async function send(peerId: string): Promise<void> {
    const turn = { isAgain: false }
    waiting.set(peerId, turn)
    try {
      await request({ t: 'read', userId: peerId })
    } catch {
      // The next load of the rooms corrects the count.
    }
    waiting.delete(peerId)
    if (turn.isAgain) void send(peerId)
  }

  return {
    isUnderWay: (peerId: string) => waiting.has(peerId),
    mark(peerId: string) {
      changeRooms(store, (rooms) => withUnread(rooms, peerId, 0))
      changeLog(store, peerId, (log) => withRead(log, true))
      const turn = waiting.get(peerId)
      if (turn) turn.isAgain = true
      else void send(peerId)
    },
  }
}
