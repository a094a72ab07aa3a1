import { useLayoutEffect, useRef, useState } from 'react'

/** Width that is assumed where nothing can be measured. */
const USUAL_PX = 640

/** Width of an element, px, kept up to date. */
export function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [widthPx, setWidthPx] = useState(USUAL_PX)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    const measure = () => setWidthPx(Math.floor(element.clientWidth) || USUAL_PX)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, widthPx }
}
