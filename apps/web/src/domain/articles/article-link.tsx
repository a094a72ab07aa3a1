import { ExternalLink } from '@lucide/icons'
import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './article-row.module.css'
import type { ArticleTarget } from './article-summary.ts'

export interface ArticleLinkProps {
  target: ArticleTarget
  children: ReactNode
  className?: string | undefined
}

/** A link to an article, in a new tab for one on another site. */
export function ArticleLink({ target, children, className }: ArticleLinkProps) {
  if (!target.isExternal) {
    return (
      <Link className={className} to={target.to}>
        {children}
      </Link>
    )
  }
  return (
    <a className={className} href={target.to} target="_blank" rel="noopener">
      {children}
      <Icon of={ExternalLink} sizePx={15} className={styles.external} />
      <VisuallyHidden>（在新窗口打开）</VisuallyHidden>
    </a>
  )
}
