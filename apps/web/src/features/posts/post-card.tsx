import { Lock, MapPin, MessageCircle, ThumbsUp, Trash2 } from '@lucide/icons'
import { type MouseEvent, Suspense, useState } from 'react'
import { PersonLink } from '#domain/people/person-link.tsx'
import { isOwner } from '#domain/people/roles.ts'
import { formatDateTime, formatNumber, toMachineDate } from '#lib/format.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { deferredPart } from '#lib/parts/deferred-part.ts'
import { isVideo } from '#lib/picture-addresses.ts'
import { useSession } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { Avatar } from '#ui/avatar.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './post-card.module.css'
import grid from './post-pictures.module.css'
import type { PostView } from './post-view.ts'
import { usePost } from './use-post.ts'

const PostComments = deferredPart(async () => (await import('./post-comments.tsx')).PostComments)
const ConfirmDialog = lazyPart(async () => (await import('#ui/dialogs/confirm-dialog.tsx')).ConfirmDialog)

export interface PostCardProps {
  post: PostView
  isCommentOpen: boolean
  onComment: () => void
  /** Called with a function that changes the post; `null` removes it. */
  onChange: (next: (post: PostView) => PostView | null) => void
}

export function PostCard({ post, isCommentOpen, onComment, onChange }: PostCardProps) {
  const { writer, html, pictures, pictureSets, place, isPublic, likers, isLiked, comments } = post
  const actions = usePost(post, onChange)
  const mayDelete = useSession(({ user }) => isOwner(user)) && !actions.lacksRemove
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <article className={styles.root} aria-label={`${writer.name}的说说`}>
      <Avatar name={writer.name} src={writer.avatar} />
      <div className={shared.mayShrink}>
        <p className={styles.head}>
          <PersonLink userId={writer.id} name={writer.name} isStaff={writer.isStaff === true} />
          {!isPublic && (
            <span className={styles.hidden}>
              <Icon of={Lock} sizePx={14} />
              仅自己可见
            </span>
          )}
        </p>
        {mayDelete && (
          <IconButton className={styles.remove} icon={Trash2} label="删除" onClick={() => setIsConfirming(true)} />
        )}
        <div className={styles.text}>
          <RichText html={html} variant="inline" />
        </div>
        <PostPictures pictures={pictures} pictureSets={pictureSets} />
        <div className={styles.meta}>
          <PostTime post={post} />
          {place && (
            <span className={styles.place}>
              <Icon of={MapPin} sizePx={15} />
              {place}
            </span>
          )}
          <button
            type="button"
            className={styles.action}
            aria-pressed={isLiked}
            onClick={() => void actions.toggleLike()}
          >
            <Icon of={ThumbsUp} sizePx={15} />
            <VisuallyHidden>{isLiked ? '已赞 ' : '点赞 '}</VisuallyHidden>
            {formatNumber(likers.length)}
          </button>
          <button type="button" className={styles.action} aria-expanded={isCommentOpen} onClick={onComment}>
            <Icon of={MessageCircle} sizePx={15} />
            <VisuallyHidden>评论 </VisuallyHidden>
            {formatNumber(comments.length)}
          </button>
        </div>
        <Likers likers={likers} />
        <PostComments post={post} actions={actions} isOpen={isCommentOpen} />
      </div>
      {isConfirming && (
        <Suspense>
          <ConfirmDialog
            title="删除这条说说？"
            confirmLabel="删除"
            busyLabel="删除中"
            onConfirm={async () => {
              await actions.remove()
              showToast('success', '说说已删除')
            }}
            onClose={() => setIsConfirming(false)}
          >
            图片、点赞与评论一并删除，不能恢复。
          </ConfirmDialog>
        </Suspense>
      )}
    </article>
  )
}

function PostTime({ post: { at, age } }: { post: PostView }) {
  const exact = formatDateTime(at)
  return (
    <time dateTime={toMachineDate(at)} title={exact || undefined}>
      {age || exact}
    </time>
  )
}

const NAMES_SHOWN = 8

function Likers({ likers }: Pick<PostView, 'likers'>) {
  if (likers.length === 0) return null
  const named = likers.slice(0, NAMES_SHOWN)
  return (
    <p className={styles.likers}>
      <Icon of={ThumbsUp} sizePx={14} />
      <span>
        {named.map((person, index) => (
          <span key={person.id ?? index}>
            {index > 0 && '、'}
            <PersonLink userId={person.id} name={person.name} />
          </span>
        ))}
        {likers.length > NAMES_SHOWN && ` 等 ${formatNumber(likers.length)} 人`} 赞过
      </span>
    </p>
  )
}

const FigureViewer = lazyPart(async () => (await import('#ui/figures/figure-viewer.tsx')).FigureViewer)

/** Up to nine pictures in a grid, which open enlarged; without scripts they open as files. */
function PostPictures({ pictures, pictureSets }: Pick<PostView, 'pictures' | 'pictureSets'>) {
  const [open, setOpen] = useState<number | null>(null)
  if (pictures.length === 0) return null
  const columns = chooseColumns(pictures.length)
  const handleClick = (event: MouseEvent, index: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpen(index)
  }
  return (
    <>
      <ul className={grid.root} data-columns={columns}>
        {pictures.map((src, index) => (
          <li key={src}>
            {isVideo(src) ? (
              <a className={grid.video} href={src} target="_blank" rel="noopener noreferrer">
                视频
              </a>
            ) : (
              <a
                className={grid.link}
                href={src}
                target="_blank"
                rel="noopener"
                aria-haspopup="dialog"
                onClick={(event) => handleClick(event, index)}
              >
                <img
                  className={grid.picture}
                  loading="lazy"
                  // A photograph of 4 by 3 fills a square, and is a third wider than it.
                  sizes={`min(${[360, 232, 200][columns - 1]}px,${90 / columns}vw)`}
                  srcSet={pictureSets.find(({ imgUrl }) => imgUrl === src)?.srcSet ?? undefined}
                  src={src}
                  alt={formatLabel(index, pictures.length)}
                />
              </a>
            )}
          </li>
        ))}
      </ul>
      {open !== null && (
        <Suspense>
          <FigureViewer
            picture={{ src: pictures[open] ?? '', alt: formatLabel(open, pictures.length), caption: '' }}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  )
}

function chooseColumns(count: number): 1 | 2 | 3 {
  if (count === 1) return 1
  return count === 2 || count === 4 ? 2 : 3
}

function formatLabel(index: number, count: number): string {
  return count === 1 ? '说说的图片' : `图片 ${index + 1} / ${count}`
}
