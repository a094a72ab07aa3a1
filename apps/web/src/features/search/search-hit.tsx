import type { ArticleListItem } from '@portal/contract/articles.ts'
import { CATEGORY } from '@portal/contract/constants.ts'
import { readFlag } from '@portal/contract/lists.ts'
import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router-dom'
import { asSafeHtml } from '#lib/safe-html.ts'
import { Icon } from '#ui/icon.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './search-hit.module.css'

/** One hit, the whole of it a link: to another site in a new tab, or to the article here. */
export function SearchHit({ hit, onFollow }: { hit: ArticleListItem; onFollow: () => void }) {
  const externalUrl = externalUrlOf(hit)
  const words = (
    <>
      <span className={styles.title}>
        <RichText html={asSafeHtml(hit.title)} variant="inline" />
        {externalUrl && (
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
  if (externalUrl) {
    return (
      <a className={styles.root} href={externalUrl} target="_blank" rel="noopener noreferrer">
        {words}
      </a>
    )
  }
  return (
    <Link className={styles.root} to={articlePath(hit)} onClick={onFollow}>
      {words}
    </Link>
  )
}

/** Only an address of the web counts: anything else could be a script. */
function externalUrlOf({ isLinkFlag, linkUrl }: ArticleListItem): string | null {
  return readFlag(isLinkFlag) && linkUrl && /^https?:\/\//i.test(linkUrl) ? linkUrl : null
}

function articlePath({ id, categoryId }: ArticleListItem): string {
  return Number(categoryId) === CATEGORY.news ? `/news-article/${id}` : `/article/${id}`
}
