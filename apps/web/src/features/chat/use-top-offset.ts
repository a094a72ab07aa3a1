import { type RefObject, useLayoutEffect } from 'react'

/**
 * Tells the styles of an element, as `--above`, how far from the top of the page it begins: the announcement above may
 * be there or not.
 */
export function useTopOffset(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const measure = () => {
      const element = ref.current
      if (!element) return
      const topPx = element.getBoundingClientRect().top + scrollY
      element.style.setProperty('--above', `${Math.round(topPx)}px`)
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [ref])
}
