import { ArticleCover } from '#domain/articles/article-cover.tsx'
import { ArticleLink } from '#domain/articles/article-link.tsx'
import type { ArticleSummary } from '#domain/articles/article-summary.ts'
import styles from './merchandise-card.module.css'

/** A product with picture, name and one sentence. */
export function MerchandiseCard({ article, isEager = false }: { article: ArticleSummary; isEager?: boolean }) {
  const { title, summary, target } = article
  return (
    <article className={styles.root}>
      <div className={styles.ground}>
        {/* A photograph of 4 by 3 fills a square, and is a third wider than it. */}
        <ArticleCover
          className={styles.cover}
          article={article}
          sizes="(min-width: 1119px) 360px, (min-width: 720px) 35vw, 60vw"
          isEager={isEager}
        />
      </div>
      <h3 className={styles.title}>
        <ArticleLink className={styles.link} target={target}>
          {title}
        </ArticleLink>
      </h3>
      {summary && <p className={styles.summary}>{getFirstSentence(summary)}</p>}
    </article>
  )
}

function getFirstSentence(text: string): string {
  return text.split('。')[0] ?? text
}
