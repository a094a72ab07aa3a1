import { useEffect, useState } from 'react'
import { Link } from '#ui/link.tsx'
import type { OutlineHeading } from './article-view.ts'
import styles from './outline-nav.module.css'

const MIN_HEADINGS = 2

/** Headings along a scale, with the current one marked. */
export function Outline({ headings }: { headings: readonly OutlineHeading[] }) {
  const currentId = useCurrentHeading(headings)
  if (headings.length < MIN_HEADINGS) return null
  return (
    <nav className={styles.root} aria-labelledby="outline">
      <h2 className={styles.title} id="outline">
        目录
      </h2>
      <HeadingLinks headings={headings} currentId={currentId} />
    </nav>
  )
}

/** The outline above the text, folded, on narrow screens. */
export function FoldedOutline({ headings }: { headings: readonly OutlineHeading[] }) {
  if (headings.length < MIN_HEADINGS) return null
  return (
    <details className={styles.folded}>
      <summary className={styles.summary}>目录</summary>
      <nav className={styles.foldedLinks} aria-label="目录">
        <HeadingLinks headings={headings} currentId={null} />
      </nav>
    </details>
  )
}

function HeadingLinks({ headings, currentId }: { headings: readonly OutlineHeading[]; currentId: string | null }) {
  return (
    <ol>
      {headings.map(({ id, level, text }) => (
        <li key={id}>
          <Link
            className={styles.link}
            data-level={level}
            to={`#${id}`}
            aria-current={id === currentId ? 'true' : undefined}
          >
            {text}
          </Link>
        </li>
      ))}
    </ol>
  )
}

/** Distance below the viewport's top, CSS px. A heading above this line belongs to the section being read. */
const READING_LINE_PX = 140
/** Greater than the height of any article, CSS px. */
const BELOW_ALL_PX = 1_000_000

/** The heading of the section being read; none before the first, and none on the server. */
function useCurrentHeading(headings: readonly OutlineHeading[]): string | null {
  const [currentId, setCurrentId] = useState<string | null>(null)
  useEffect(() => {
    const elements = headings.map(({ id }) => document.getElementById(id)).filter((element) => element !== null)
    const find = () => {
      const passed = elements.filter((element) => element.getBoundingClientRect().top <= READING_LINE_PX)
      setCurrentId(passed.at(-1)?.id ?? null)
    }
    // Fires only when a heading crosses the line. Everything below the line counts as inside, so that jumps beyond the
    // viewport are also noticed.
    const rootMargin = `-${READING_LINE_PX}px 0px ${BELOW_ALL_PX}px 0px`
    const observer = new IntersectionObserver(find, { rootMargin, threshold: [0, 1] })
    for (const element of elements) observer.observe(element)
    return () => observer.disconnect()
  }, [headings])
  return currentId
}
