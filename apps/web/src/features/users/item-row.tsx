import type { ReactNode } from 'react'
import { ArticleCover } from '#domain/articles/article-cover.tsx'
import { ArticleLink } from '#domain/articles/article-link.tsx'
import { ArticleMeta } from '#domain/articles/article-meta.tsx'
import type { ArticleSummary } from '#domain/articles/article-summary.ts'
import { Link } from '#ui/link.tsx'
import styles from './item-row.module.css'

export interface ItemRowProps {
  lead?: ReactNode
  leadKind?: 'cover' | 'portrait'
  title: ReactNode
  text?: ReactNode
  meta?: ReactNode
  actions?: ReactNode
}

/** A row of a list on the user page. */
export function ItemRow({ lead, leadKind = 'cover', title, text, meta, actions }: ItemRowProps) {
  return (
    <div className={styles.root} data-plain={lead ? undefined : true} data-lead={lead ? leadKind : undefined}>
      {lead && (leadKind === 'cover' ? <div className={styles.cover}>{lead}</div> : lead)}
      <div>
        <h2 className={styles.title}>{title}</h2>
        {text && <p className={styles.text}>{text}</p>}
        {meta}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

interface ArticleItemProps {
  article: ArticleSummary
  /** Target of the title, in place of the published article. */
  to?: string
  state?: ReactNode
  /** Whether it is unpublished and therefore has no counts. */
  isUnpublished?: boolean
  actions?: ReactNode
}

export function ArticleItem({ article, to, state, isUnpublished = false, actions }: ArticleItemProps) {
  const { title, publishedAt, reads, likes, comments } = article
  const counts = isUnpublished ? {} : { reads, likes, comments }
  return (
    <ItemRow
      lead={<ArticleCover article={article} />}
      title={to ? <Link to={to}>{title}</Link> : <ArticleLink target={article.target}>{title}</ArticleLink>}
      text={article.summary}
      meta={<ArticleMeta before={state} publishedAt={publishedAt} {...counts} isTight />}
      actions={actions}
    />
  )
}
