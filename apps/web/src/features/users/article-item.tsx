import type { ReactNode } from 'react'
import { ArticleCover } from '#domain/articles/article-cover.tsx'
import { ArticleLink } from '#domain/articles/article-link.tsx'
import { ArticleMeta } from '#domain/articles/article-meta.tsx'
import type { ArticleSummary } from '#domain/articles/article-summary.ts'
import { Link } from '#ui/link.tsx'
import { ItemRow } from './item-row.tsx'

export interface ArticleItemProps {
  article: ArticleSummary
  /** Where the title leads instead of to the published article. */
  to?: string
  /** In place of the summary. */
  text?: ReactNode
  /** A label in the line of details. */
  state?: ReactNode
  /** Nobody but its writer has read it. */
  isUnread?: boolean
  actions?: ReactNode
}

/** An article with what its owner or reader can do with it. */
export function ArticleItem({ article, to, text, state, isUnread = false, actions }: ArticleItemProps) {
  const { id, categoryId, title, coverUrl, publishedAt, reads, likes, comments } = article
  const counts = isUnread ? {} : { reads, likes, comments }
  return (
    <ItemRow
      lead={<ArticleCover articleId={id} categoryId={categoryId} title={title} url={coverUrl} />}
      title={to ? <Link to={to}>{title}</Link> : <ArticleLink target={article.target}>{title}</ArticleLink>}
      text={text ?? article.summary}
      meta={<ArticleMeta before={state} publishedAt={publishedAt} {...counts} isTight />}
      actions={actions}
    />
  )
}
