import { Bookmark, MessageCircle, Share2, ThumbsUp } from '@lucide/icons'
import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './article-actions.module.css'
import type { Reaction } from './use-reaction.ts'

export interface ActionsProps {
  like: Reaction
  favourite: Reaction
  onShare: () => void
}

export interface ActionRailProps extends ActionsProps {
  /** Number of comments; `null` when unknown. */
  comments: number | null
}

/** Buttons beside the text on wide screens. */
export function ActionRail({ like: { isOn: isLiked, count, toggle }, favourite, comments, onShare }: ActionRailProps) {
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
      <IconButton
        className={classNames(styles.railButton, styles.keep)}
        icon={Bookmark}
        label={`收藏，${formatNumber(favourite.count)} 人收藏`}
        aria-pressed={favourite.isOn}
        onClick={favourite.toggle}
      />
      <span className={styles.count} aria-hidden="true">
        {formatNumber(favourite.count)}
      </span>
      <ButtonLink
        className={styles.railLink}
        variant="quiet"
        to="#comments"
        aria-label={comments === null ? '评论' : `评论，${formatNumber(comments)} 条`}
      >
        <Icon of={MessageCircle} />
      </ButtonLink>
      <span className={styles.count} aria-hidden="true">
        {formatNumber(comments)}
      </span>
      <IconButton className={styles.railButton} icon={Share2} label="分享" aria-haspopup="dialog" onClick={onShare} />
    </div>
  )
}

/**
 * Buttons under the text.
 * @param children further buttons
 */
export function ActionRow({
  like: { isOn: isLiked, count, toggle },
  favourite,
  onShare,
  children,
}: ActionsProps & { children?: ReactNode }) {
  return (
    <div className={styles.row}>
      <Button icon={ThumbsUp} className={styles.like} variant="outline" aria-pressed={isLiked} onClick={toggle}>
        {isLiked ? '已赞' : '点赞'} {formatNumber(count)}
      </Button>
      <Button
        icon={Bookmark}
        className={styles.keep}
        variant="outline"
        aria-pressed={favourite.isOn}
        onClick={favourite.toggle}
      >
        {favourite.isOn ? '已收藏' : '收藏'} {formatNumber(favourite.count)}
      </Button>
      <Button icon={Share2} variant="outline" aria-haspopup="dialog" onClick={onShare}>
        分享
      </Button>
      {children}
    </div>
  )
}
