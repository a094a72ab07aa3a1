import { ExternalLink } from '@lucide/icons'
import type { ArticleListItem } from '@portal/contract/articles/articles.ts'
import { toArticleTarget } from '#domain/articles/article-summary.ts'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './search-hit.module.css'

type Hit = Pick<ArticleListItem, 'id' | 'title' | 'summary' | 'categoryId' | 'isLinkFlag' | 'linkUrl'>

/** Link of a hit to the article, or to another site in a new tab. */
export function SearchHit({ hit, onFollow }: { hit: Hit; onFollow?: () => void }) {
  const { to, isExternal } = toArticleTarget(hit)
  const words = (
    <>
      <span className={styles.title}>
        <RichText html={asSafeHtml(hit.title)} variant="inline" />
        {isExternal && (
          <>
            <Icon of={ExternalLink} sizePx={15} className={styles.icon} />
            <VisuallyHidden>（在新窗口打开）</VisuallyHidden>
          </>
        )}
      </span>
      {hit.summary && (
        <span className={styles.summary}>
          <RichText html={asSafeHtml(hit.summary)} variant="inline" />
        </span>
      )}
    </>
  )
  if (isExternal) {
    return (
      <a className={styles.root} href={to} target="_blank" rel="noopener noreferrer">
        {words}
      </a>
    )
  }
  return (
    <Link className={styles.root} to={to} onClick={onFollow}>
      {words}
    </Link>
  )
}
