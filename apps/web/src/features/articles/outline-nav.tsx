import { Link } from '#ui/link.tsx'
import type { OutlineHeading } from './outline.ts'
import styles from './outline-nav.module.css'
import { useCurrentHeading } from './use-current-heading.ts'

export interface OutlineProps {
  headings: readonly OutlineHeading[]
}

const LEAST_HEADINGS = 2

/** Headings along a scale, with the current one marked. */
export function Outline({ headings }: OutlineProps) {
  const currentId = useCurrentHeading(headings)
  if (headings.length < LEAST_HEADINGS) return null
  return (
    <nav className={styles.root} aria-labelledby="outline">
      <h2 className={styles.title} id="outline">
        目录
      </h2>
      <HeadingLinks headings={headings} currentId={currentId} />
    </nav>
  )
}

/** The same above the text, folded, on narrow screens. */
export function FoldedOutline({ headings }: OutlineProps) {
  if (headings.length < LEAST_HEADINGS) return null
  return (
    <details className={styles.folded}>
      <summary className={styles.summary}>目录</summary>
      <nav className={styles.foldedLinks} aria-label="目录">
        <HeadingLinks headings={headings} currentId={null} />
      </nav>
    </details>
  )
}

function HeadingLinks({ headings, currentId }: OutlineProps & { currentId: string | null }) {
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
