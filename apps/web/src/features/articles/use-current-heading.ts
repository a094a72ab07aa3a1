import { useEffect, useState } from 'react'
import type { OutlineHeading } from './outline.ts'

/** Where the eye is: a heading that has passed this line is being read. Below the header, CSS px. */
const READING_LINE_PX = 140
/** Deeper than any article. */
const BELOW_ALL_PX = 1_000_000

/** The heading under which one reads now; none until the first is reached, and none on the server. */
export function useCurrentHeading(headings: readonly OutlineHeading[]): string | null {
  const [currentId, setCurrentId] = useState<string | null>(null)
  useEffect(() => {
    const elements = headings.map(({ id }) => document.getElementById(id)).filter((element) => element !== null)
    const find = () => {
      const passed = elements.filter((element) => element.getBoundingClientRect().top <= READING_LINE_PX)
      setCurrentId(passed.at(-1)?.id ?? null)
    }
    // It reports each heading whose upper or lower edge crosses the line, and nothing while nothing changes. All that
    // lies below the line counts as inside, so that a jump past the window is seen too.
    const rootMargin = `-${READING_LINE_PX}px 0px ${BELOW_ALL_PX}px 0px`
    const observer = new IntersectionObserver(find, { rootMargin, threshold: [0, 1] })
    for (const element of elements) observer.observe(element)
    return () => observer.disconnect()
  }, [headings])
  return currentId
}
