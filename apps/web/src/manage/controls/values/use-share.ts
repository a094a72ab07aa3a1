import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Sets a share of the whole as the custom property `--share` of an element, because style attributes are not allowed. */
export function useShare<E extends HTMLElement>(share: number): RefObject<E | null> {
  const ref = useRef<E>(null)
  useLayoutEffect(() => {
    const percent = Math.min(100, Math.max(0, share * 100))
    ref.current?.style.setProperty('--share', `${Math.round(percent * 10) / 10}%`)
  }, [share])
  return ref
}
