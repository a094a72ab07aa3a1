import type { ArticleListItem } from '@portal/contract/articles/articles.ts'
import { ArticleMeta } from '#domain/articles/article-meta.tsx'
import { type ArticleSummary, toArticleSummary } from '#domain/articles/article-summary.ts'
import { asSafeHtml, type SafeHtml } from '#lib/html/safe-html.ts'
import { Link } from '#ui/link.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { ItemRow } from '../item-row.tsx'
import { PagedList, type PageLoader, usePages } from '../paged-list.tsx'
import styles from '../user-pages.module.css'

interface OwnComment {
  article: ArticleSummary
  comment: SafeHtml
  /** Key of the row. The call returns articles, so the same id may occur several times, with different comments. */
  id: string
  address: string
}

function toOwnComment(row: ArticleListItem): OwnComment {
  const comment = asSafeHtml(row.commentContent)
  const article = toArticleSummary(row)
  // Some upstreams do not return the id of the comment.
  const place = row.commentId ? `#comment-${row.commentId}` : '#comments'
  return { article, comment, id: `${row.id} ${row.createTime} ${comment}`, address: article.target.to + place }
}

const loadComments: PageLoader<OwnComment> = async (api, query) => {
  const { records, pages } = await api.call('GET /v1/comment/getMyComment', { query })
  return { rows: records.map(toOwnComment), pages }
}

/** The member's comments, with links to them. */
export function OwnComments() {
  return (
    <PagedList
      pages={usePages(loadComments)}
      label="我的评论"
      empty={<TextLink to="/tags?categoryId=32">去看看新闻资讯</TextLink>}
    >
      {({ article, comment, address }) => (
        <ItemRow
          title={<Link to={address}>{article.title}</Link>}
          text={<RichText html={comment} variant="inline" className={styles.comment} />}
          meta={<ArticleMeta publishedAt={article.publishedAt} />}
        />
      )}
    </PagedList>
  )
}
