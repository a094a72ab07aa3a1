import { useCallback } from 'react'

/**
 * Returns a `ref` for elements with an endless animation. It sets `data-resting` while the tab is hidden or the element
 * is out of view, so that style sheets can pause the animation.
 */
export function useResting(): (element: Element | null) => (() => void) | undefined {
  return useCallback((element) => {
    if (!element || typeof IntersectionObserver === 'undefined') return undefined
    let isInView = true
    const update = () => element.toggleAttribute('data-resting', document.hidden || !isInView)
    const observer = new IntersectionObserver((entries) => {
      isInView = entries.at(-1)?.isIntersecting ?? isInView
      update()
    })
    observer.observe(element)
    document.addEventListener('visibilitychange', update)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', update)
    }
  }, [])
}
