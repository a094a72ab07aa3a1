import { Eye, type LucideIconData, MessageCircle, ThumbsUp } from '@lucide/icons'
import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { formatNumber, type WireDate } from '#lib/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Time } from '#ui/time.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './article-meta.module.css'

export interface ArticleMetaProps {
  publishedAt: WireDate
  reads?: number | null
  likes?: number | null
  comments?: number | null
  /** Shown as a label before the date. */
  label?: string | undefined
  isSticky?: boolean
  /** Form for narrow space: phones show only date and reads. */
  isTight?: boolean
  before?: ReactNode
  after?: ReactNode
  className?: string | undefined
}

/** The details below an article's title; unknown ones are left out. */
export function ArticleMeta({
  publishedAt,
  label,
  isSticky,
  isTight,
  before,
  after,
  className,
  ...counts
}: ArticleMetaProps) {
  const { reads = null, likes = null, comments = null } = counts
  return (
    <div className={classNames(styles.root, className)} data-tight={isTight || undefined}>
      {before}
      {isSticky && <ArticleLabel tone="cert">置顶</ArticleLabel>}
      {label && <ArticleLabel>{label}</ArticleLabel>}
      <Time at={publishedAt} />
      <Count icon={Eye} word="阅读" value={reads} />
      <Count icon={ThumbsUp} word="点赞" value={likes} isMinor />
      <Count icon={MessageCircle} word="评论" value={comments} isMinor />
      {after}
    </div>
  )
}

/** A tag, or a state such as 置顶. */
export function ArticleLabel({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'cert' | 'primary' | 'accent'
  children: ReactNode
}) {
  return (
    <span className={styles.label} data-tone={tone}>
      {children}
    </span>
  )
}

interface CountProps {
  icon: LucideIconData
  /** What is counted, for screen readers. */
  word: string
  value: number | null
  /** Hidden when `isTight`. */
  isMinor?: boolean
}

function Count({ icon, word, value, isMinor = false }: CountProps) {
  if (value === null) return null
  return (
    <span className={styles.count} data-minor={isMinor || undefined}>
      <Icon of={icon} sizePx={15} />
      <VisuallyHidden>{word} </VisuallyHidden>
      {formatNumber(value)}
    </span>
  )
}
