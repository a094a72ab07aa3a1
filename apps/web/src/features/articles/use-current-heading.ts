import { useEffect, useState } from 'react'
import type { OutlineHeading } from './outline.ts'

/** A heading above this line is being read. Below the header, CSS px. */
const READING_LINE_PX = 140
/** More than any article's height. */
const BELOW_ALL_PX = 1_000_000

/** The heading of the section being read; none before the first, and none on the server. */
export function useCurrentHeading(headings: readonly OutlineHeading[]): string | null {
  const [currentId, setCurrentId] = useState<string | null>(null)
  useEffect(() => {
    const elements = headings.map(({ id }) => document.getElementById(id)).filter((element) => element !== null)
    const find = () => {
      const passed = elements.filter((element) => element.getBoundingClientRect().top <= READING_LINE_PX)
      setCurrentId(passed.at(-1)?.id ?? null)
    }
    // Fires only when a heading crosses the line. Everything below the line counts as inside, so that jumps beyond the
    // viewport are seen too.
    const rootMargin = `-${READING_LINE_PX}px 0px ${BELOW_ALL_PX}px 0px`
    const observer = new IntersectionObserver(find, { rootMargin, threshold: [0, 1] })
    for (const element of elements) observer.observe(element)
    return () => observer.disconnect()
  }, [headings])
  return currentId
}
