import { type RefObject, useEffect, useRef } from 'react'
import { useChat } from '../use-chat.ts'
import type { RoomView } from './room-list.ts'

/** More would only queue up at upstream. */
const AT_ONCE = 3
/** Number of visible rows, where the browser has no observer. */
const SHOWN = 10

/** Loads the newest messages of rooms without one, when they become visible. Failures leave the summary empty. */
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
      // The next run of the effect requests them.
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
