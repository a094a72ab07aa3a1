import { type RefObject, useEffect, useRef } from 'react'
import { useChat } from '../use-chat.ts'
import type { RoomView } from './room-list.ts'

/** More at once would only wait at upstream. */
const AT_ONCE = 3
/** Without an observer: as many as a list shows. */
const SHOWN = 10

/**
 * Looks up the newest message of rooms that do not say it, once they come into view. What cannot be had stays empty:
 * the conversation itself shows it.
 */
export function useLastMessages(listRef: RefObject<HTMLElement | null>, rooms: readonly RoomView[]): void {
  const { actions } = useChat()
  const asked = useRef(new Set<string>())
  const missing = rooms.filter(({ last }) => last === undefined).map(({ peerId }) => peerId)
  const missingKey = missing.join(' ')
  useEffect(() => {
    const waiting: string[] = []
    let running = 0
    let isOver = false
    const next = () => {
      const peerId = waiting.shift()
      if (isOver || peerId === undefined || running >= AT_ONCE) return
      running += 1
      const end = () => {
        running -= 1
        next()
      }
      actions.loadLast(peerId).then(end, end)
    }
    const want = (peerId: string) => {
      if (asked.current.has(peerId)) return
      asked.current.add(peerId)
      waiting.push(peerId)
      if (running < AT_ONCE) next()
    }
    const stop = watchInView(listRef.current, missingKey.split(' ').filter(Boolean), want)
    return () => {
      isOver = true
      // Of those that were not asked for yet, the next round asks.
      for (const peerId of waiting) asked.current.delete(peerId)
      stop()
    }
  }, [actions, listRef, missingKey])
}

function watchInView(list: HTMLElement | null, peerIds: readonly string[], want: (peerId: string) => void): () => void {
  if (!list || typeof IntersectionObserver === 'undefined') {
    for (const peerId of peerIds.slice(0, SHOWN)) want(peerId)
    return () => undefined
  }
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { isIntersecting, target } of changes) {
        if (isIntersecting) want((target as HTMLElement).dataset.peer ?? '')
      }
    },
    { root: list },
  )
  for (const row of list.querySelectorAll<HTMLElement>('[data-peer]')) {
    if (peerIds.includes(row.dataset.peer ?? '')) observer.observe(row)
  }
  return () => observer.disconnect()
}
