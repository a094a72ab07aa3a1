import { SECOND_MS } from '@portal/contract/constants.ts'
import { useCallback } from 'react'

/** Time without input after which an endless animation stops; the announcement has passed once by then. ms */
const IDLE_MS = 40 * SECOND_MS
const INPUTS = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'wheel'] as const

/**
 * Reports whether an element is in view of a visible tab, now and whenever that changes.
 * @returns a function that ends it
 */
export function watchSight(element: Element, report: (isSeen: boolean) => void): () => void {
  if (typeof IntersectionObserver === 'undefined') return () => undefined
  let isInView = true
  const update = () => report(!document.hidden && isInView)
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
}

/**
 * Returns a `ref` for elements with an endless animation. It sets `data-resting` while the tab is hidden, the element is
 * out of view, or nobody has done anything for a while, so that style sheets can pause the animation.
 */
export function useResting(): (element: Element | null) => (() => void) | undefined {
  return useCallback((element) => {
    if (!element) return undefined
    let [isSeen, isIdle] = [true, false]
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => element.toggleAttribute('data-resting', !isSeen || isIdle)
    const becomeIdle = () => {
      isIdle = true
      update()
    }
    const handleInput = () => {
      clearTimeout(timer)
      timer = setTimeout(becomeIdle, IDLE_MS)
      if (!isIdle) return
      isIdle = false
      update()
    }
    handleInput()
    for (const input of INPUTS) addEventListener(input, handleInput, { passive: true, capture: true })
    const endSight = watchSight(element, (seen) => {
      isSeen = seen
      update()
    })
    return () => {
      endSight()
      clearTimeout(timer)
      for (const input of INPUTS) removeEventListener(input, handleInput, { capture: true })
    }
  }, [])
}
