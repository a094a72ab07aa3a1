import { ImageOff, ImagePlus, RotateCcw, X } from '@lucide/icons'
import { TICKET_PICTURES_MAX } from '@portal/contract/tickets/ticket-rules.ts'
import { type ClipboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { QueuedPicture } from '#lib/api/picture-queue.ts'
import { PICTURE_TYPES } from '#lib/api/picture-upload.ts'
import { classNames } from '#lib/class-names.ts'
import { FileInput } from '#ui/forms/file-input.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { useFileDrop } from '#ui/forms/use-file-drop.ts'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { buildStaffPictureAddress } from './picture-address.ts'
import styles from './picture-box.module.css'
import type { PictureDraftControl } from './picture-drafts.ts'

interface PictureBoxProps {
  pictures: PictureDraftControl
  /** The text field: pictures are dropped on it and pasted into it. */
  children: ReactNode
}

/** A text with its pictures. */
export function PictureBox({ pictures, children }: PictureBoxProps) {
  const { names, uploads, refusal, pending, add, retry, cancel, remove } = pictures
  const { isOver, handlers } = useFileDrop(add)
  const rootRef = useRef<HTMLDivElement>(null)
  const handlePaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    add(files)
  }
  const removeAndFocus = (act: () => void) => () => {
    act()
    rootRef.current?.querySelector('textarea')?.focus()
  }
  return (
    // The button for pictures does the same by keyboard.
    <div ref={rootRef} className={styles.root} data-over={isOver || undefined} onPaste={handlePaste} {...handlers}>
      {children}
      {names.length + uploads.length > 0 && (
        <ol className={styles.list} aria-label="附图片">
          {names.map((name, index) => (
            <StoredPicture key={name} name={name} place={index + 1} onRemove={removeAndFocus(() => remove(name))} />
          ))}
          {uploads.map((picture, index) => (
            <Upload
              key={picture.key}
              picture={picture}
              place={names.length + index + 1}
              onRetry={() => retry(picture.key)}
              onRemove={removeAndFocus(() => cancel(picture.key))}
            />
          ))}
        </ol>
      )}
      {refusal !== '' && (
        <p className={styles.fault} role="alert">
          {refusal}
        </p>
      )}
      {pending !== '' && (
        <p className={styles.pending} role="status">
          {pending}
        </p>
      )}
    </div>
  )
}

/** Opens the file dialog. */
export function PictureButton({ isFull, add }: Pick<PictureDraftControl, 'isFull' | 'add'>) {
  const id = useId()
  const text = isFull ? `已有 ${TICKET_PICTURES_MAX} 张图片` : '图片'
  return (
    <label className={styles.choose} htmlFor={id} data-full={isFull || undefined}>
      <FileInput
        className={styles.file}
        id={id}
        accept={PICTURE_TYPES}
        multiple
        title={`最多 ${TICKET_PICTURES_MAX} 张 JPG、PNG、GIF 或 WebP，每张不超过 10 MB；也可以拖入或粘贴，拍摄信息会清除`}
        aria-disabled={isFull}
        onClick={(event) => {
          if (isFull) event.preventDefault()
        }}
        onFiles={add}
      />
      <Icon of={ImagePlus} sizePx={18} />
      {text}
    </label>
  )
}

function StoredPicture({ name, place, onRemove }: { name: string; place: number; onRemove: () => void }) {
  const [isLost, setIsLost] = useState(false)
  return (
    <li className={styles.item}>
      {isLost ? (
        <p className={styles.lost} role="alert">
          图片已过期，请移除后重新添加
        </p>
      ) : (
        <img
          className={styles.picture}
          src={buildStaffPictureAddress(name)}
          alt={`附图片 ${place}`}
          onError={() => setIsLost(true)}
        />
      )}
      <IconButton className={styles.remove} icon={X} label={`移除第 ${place} 张图片`} onClick={onRemove} />
    </li>
  )
}

interface UploadProps {
  picture: QueuedPicture
  place: number
  onRetry: () => void
  onRemove: () => void
}

function Upload({ picture: { name, src, state, fault, progress }, place, onRetry, onRemove }: UploadProps) {
  const isFailed = state === 'failed'
  const [isBroken, setIsBroken] = useState(false)
  return (
    <li className={styles.item} data-wide={isFailed || undefined}>
      {isBroken ? (
        <span className={classNames(styles.picture, styles.broken)}>
          <Icon of={ImageOff} sizePx={22} />
          <VisuallyHidden>
            附图片 {place}：{name}
          </VisuallyHidden>
        </span>
      ) : (
        <img
          className={styles.picture}
          data-pending={true}
          src={src}
          alt={`附图片 ${place}：${name}`}
          onError={() => setIsBroken(true)}
        />
      )}
      {isFailed ? (
        <div className={styles.failed}>
          <span role="alert">
            {name}：{fault}
          </span>
          <button type="button" className={styles.retry} onClick={onRetry}>
            <Icon of={RotateCcw} sizePx={15} />
            重试<VisuallyHidden>第 {place} 张图片</VisuallyHidden>
          </button>
        </div>
      ) : (
        <progress className={styles.progress} value={progress} max={1} aria-label={`第 ${place} 张图片的上传进度`} />
      )}
      <IconButton className={styles.remove} icon={X} label={`移除第 ${place} 张图片`} onClick={onRemove} />
    </li>
  )
}
