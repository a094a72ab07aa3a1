import { Share2, ThumbsUp } from 'lucide-react'
import { formatNumber } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import styles from './article-actions.module.css'
import type { Like } from './use-like.ts'

export interface ActionsProps {
  like: Like
  onShare: () => void
}

/** Beside the text, where there is room. */
export function ActionRail({ like: { isLiked, count, toggle }, onShare }: ActionsProps) {
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
      <IconButton className={styles.railButton} icon={Share2} label="分享" aria-haspopup="dialog" onClick={onShare} />
    </div>
  )
}

/** Under the text, on every screen. */
export function ActionRow({ like: { isLiked, count, toggle }, onShare }: ActionsProps) {
  return (
    <div className={styles.row}>
      <Button className={styles.like} variant="outline" aria-pressed={isLiked} onClick={toggle}>
        <Icon of={ThumbsUp} sizePx={18} />
        {isLiked ? '已赞' : '点赞'} {formatNumber(count)}
      </Button>
      <Button variant="outline" aria-haspopup="dialog" onClick={onShare}>
        <Icon of={Share2} sizePx={18} />
        分享
      </Button>
    </div>
  )
}
