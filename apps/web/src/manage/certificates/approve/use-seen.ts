import { type RefObject, useEffect, useRef } from 'react'

/** Calls `onSeen` when both marked edges of an element, `data-edge`, have been on the screen. */
export function useSeen(ref: RefObject<HTMLElement | null>, onSeen: () => void): void {
  const handler = useRef(onSeen)
  useEffect(() => {
    handler.current = onSeen
  })
  useEffect(() => {
    if (!ref.current || typeof IntersectionObserver === 'undefined') return undefined
    const unseen = new Set(ref.current.querySelectorAll(':scope > [data-edge]'))
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) unseen.delete(target)
      if (unseen.size > 0) return
      observer.disconnect()
      handler.current()
    })
    for (const edge of unseen) observer.observe(edge)
    return () => observer.disconnect()
  }, [ref])
}
