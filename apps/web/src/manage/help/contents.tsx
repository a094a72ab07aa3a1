import { Panel } from '#manage/controls/layout/panel.tsx'
import { Link } from '#ui/link.tsx'
import styles from './contents.module.css'
import type { Chapter } from './handbook.ts'

interface ContentsProps {
  chapters: readonly Chapter[]
  /** Titles of the shown sections. */
  shown: ReadonlySet<string>
  current: string
}

/** Media query of windows that show the contents beside the text. */
const WIDE = '(min-width: 1119px)'

/** Links to the sections, beside the text; folded above it on a phone. */
export function Contents({ chapters, shown, current }: ContentsProps) {
  return (
    <Panel span={3} className={styles.root}>
      <details open={globalThis.matchMedia?.(WIDE).matches ?? true}>
        <summary className={styles.summary}>目录</summary>
        <nav aria-label="手册目录">
          <ul className={styles.list}>
            {chapters.map((chapter) => (
              <li key={chapter.title}>
                <ContentsLink title={chapter.title} isCurrent={chapter.title === current} />
                <ul className={styles.inner}>
                  {chapter.sections
                    .filter(({ title }) => shown.has(title))
                    .map(({ title }) => (
                      <li key={title}>
                        <ContentsLink title={title} isCurrent={title === current} />
                      </li>
                    ))}
                </ul>
              </li>
            ))}
          </ul>
        </nav>
      </details>
    </Panel>
  )
}

function ContentsLink({ title, isCurrent }: { title: string; isCurrent: boolean }) {
  return (
    <Link className={styles.link} to={`/help#${title}`} aria-current={isCurrent ? 'location' : undefined}>
      {title}
    </Link>
  )
}
