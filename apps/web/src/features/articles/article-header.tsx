import { ArticleLabel, ArticleMeta } from '#domain/articles/article-meta.tsx'
import { StaffBadge } from '#domain/people/staff-badge.tsx'
import { formatNumber } from '#lib/format.ts'
import { Crumb } from '#ui/crumb.tsx'
import { Link } from '#ui/link.tsx'
import styles from './article-header.module.css'
import type { ArticleView } from './article-view.ts'

/** Breadcrumb, tags, title, author and date. */
export function ArticleHeader({ article }: { article: ArticleView }) {
  const { title, category, tags, author, isStaff, publishedAt, reads, readingTime } = article
  return (
    <header className={styles.root}>
      <div className={styles.crumb}>
        <Crumb steps={[{ text: category.name, to: category.to }, { text: article.gem ? title : '正文' }]} />
      </div>
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label="标签">
          {tags.map(({ id, name, to }) => (
            <li key={id}>
              <Link className={styles.tag} to={to}>
                <ArticleLabel tone={name.includes('绿松石') ? 'accent' : 'primary'}>{name}</ArticleLabel>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <h1 className={styles.title}>{title}</h1>
      <ArticleMeta
        publishedAt={publishedAt}
        reads={reads}
        before={author && <Author name={author} isStaff={isStaff} />}
        after={
          readingTime && (
            <span>
              约 {formatNumber(readingTime.characters)} 字，读 {readingTime.minutes} 分钟
            </span>
          )
        }
      />
    </header>
  )
}

function Author({ name, isStaff }: { name: string; isStaff: boolean }) {
  return (
    <span className={styles.author}>
      <span className={styles.initial} aria-hidden="true">
        {[...name][0]}
      </span>
      {name}
      {isStaff && <StaffBadge />}
    </span>
  )
}
