import { ArrowLeft, ArrowRight } from '@lucide/icons'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import styles from './article-around.module.css'
import type { ArticleAround } from './article-view.ts'
import { useReadingReport } from './reading-report.ts'

/** Links to the previous and next article, and to related ones. It also reports that the article was read. */
export function Around({ around: { previous, next, related } }: { around: ArticleAround }) {
  const end = useReadingReport()
  return (
    <>
      <span ref={end} />
      {(previous || next) && (
        <nav className={styles.neighbours} aria-label="上一篇与下一篇">
          {previous && (
            <Link className={styles.neighbour} to={previous.to} rel="prev">
              <span className={styles.name}>
                <Icon of={ArrowLeft} sizePx={15} />
                上一篇
              </span>
              <span className={styles.title}>{previous.title}</span>
            </Link>
          )}
          {next && (
            <Link className={styles.neighbour} to={next.to} rel="next" data-side="end">
              <span className={styles.name}>
                下一篇
                <Icon of={ArrowRight} sizePx={15} />
              </span>
              <span className={styles.title}>{next.title}</span>
            </Link>
          )}
        </nav>
      )}
      {related.length > 0 && (
        <section className={styles.related} aria-labelledby="related">
          <h2 className={styles.heading} id="related">
            相关文章
          </h2>
          <ul>
            {related.map(({ id, title, to }) => (
              <li key={id}>
                <Link className={styles.row} to={to}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
