import { ArticleCover } from './article-cover.tsx'
import { ArticleLink } from './article-link.tsx'
import { ArticleMeta } from './article-meta.tsx'
import styles from './article-row.module.css'
import type { ArticleSummary } from './article-summary.ts'

export interface ArticleRowProps {
  article: ArticleSummary
  isEager?: boolean
}

/** An article in a list. The title's link covers the whole row. */
export function ArticleRow({ article, isEager = false }: ArticleRowProps) {
  const { title, summary, publishedAt, reads, likes, comments, tags, isSticky } = article
  return (
    <article className={styles.root}>
      <ArticleCover className={styles.cover} article={article} isEager={isEager} />
      <div>
        <h2 className={styles.title}>
          <ArticleLink className={styles.link} target={article.target}>
            {title}
          </ArticleLink>
        </h2>
        {summary && <p className={styles.summary}>{summary}</p>}
        <ArticleMeta
          publishedAt={publishedAt}
          reads={reads}
          likes={likes}
          comments={comments}
          label={tags[0]}
          isSticky={isSticky}
          isTight
        />
      </div>
    </article>
  )
}
