import { Share2, ThumbsUp } from 'lucide-react'
import { formatNumber } from '#lib/format.ts'
import { showToast } from '#lib/toasts.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import styles from './article-actions.module.css'
import type { Like } from './use-like.ts'

/** Beside the text, where there is room. */
export function ActionRail({ like: { isLiked, count, toggle } }: { like: Like }) {
  return (
    <div className={styles.rail}>
      <IconButton
        className={styles.railButton}
        icon={ThumbsUp}
        label={`点赞，${formatNumber(count)} 人赞过`}
        aria-pressed={isLiked}
        onClick={toggle}
      />
      <span className={styles.count} aria-hidden="true">
        {formatNumber(count)}
      </span>
      <IconButton className={styles.railButton} icon={Share2} label="分享" onClick={() => void copyLink()} />
    </div>
  )
}

/** Under the text, on every screen. */
export function ActionRow({ like: { isLiked, count, toggle } }: { like: Like }) {
  return (
    <div className={styles.row}>
      <Button className={styles.like} variant="outline" aria-pressed={isLiked} onClick={toggle}>
        <Icon of={ThumbsUp} sizePx={18} />
        {isLiked ? '已赞' : '点赞'} {formatNumber(count)}
      </Button>
      <Button variant="outline" onClick={() => void copyLink()}>
        <Icon of={Share2} sizePx={18} />
        分享
      </Button>
    </div>
  )
}

/** The page's address without the place in it that was last jumped to. */
async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.origin + location.pathname)
    showToast('success', '已复制链接')
  } catch {
    // The reader or the browser forbids it, or the page came over plain HTTP.
    showToast('warning', '浏览器不允许复制，请从地址栏复制链接')
  }
}
