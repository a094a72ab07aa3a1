import { ImageOff, ImagePlus, RotateCcw, X } from '@lucide/icons'
import { type ClipboardEvent, type ComponentProps, type ReactNode, useId, useRef, useState } from 'react'
import type { QueuedPicture } from '#lib/api/picture-queue.ts'
import { PICTURE_TYPES } from '#lib/api/picture-upload.ts'
import { classNames } from '#lib/class-names.ts'
import { FileInput } from '#ui/forms/file-input.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { useFileDrop } from '#ui/forms/use-file-drop.ts'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './picture-box.module.css'
import type { PictureDraftControl } from './picture-drafts.ts'

interface PictureBoxProps {
  pictures: PictureDraftControl
  /** Name of the list, and of each picture with its number. */
  label?: string
  /** The field, e.g. of a text: pictures are dropped on it and pasted into it. */
  children: ReactNode
}

/** A field with its pictures. */
export function PictureBox({ pictures, label = '附图片', children }: PictureBoxProps) {
  const { names, uploads, refusal, pending, toAddress, add, retry, cancel, remove } = pictures
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
    rootRef.current?.querySelector<HTMLElement>('textarea, input')?.focus()
  }
  return (
    // The button for pictures does the same by keyboard.
    <div ref={rootRef} className={styles.root} data-over={isOver || undefined} onPaste={handlePaste} {...handlers}>
      {children}
      {names.length + uploads.length > 0 && (
        <ol className={styles.list} aria-label={label}>
          {names.map((name, index) => (
            <StoredPicture
              key={name}
              address={toAddress(name)}
              label={label}
              place={index + 1}
              onRemove={removeAndFocus(() => remove(name))}
            />
          ))}
          {uploads.map((picture, index) => (
            <Upload
              key={picture.key}
              picture={picture}
              label={label}
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

interface PictureButtonProps extends Pick<ComponentProps<'input'>, 'ref' | 'capture'> {
  pictures: Pick<PictureDraftControl, 'isFull' | 'max' | 'add'>
  children?: ReactNode
}

/** Opens the file dialog, or with `capture` the camera of a phone. */
export function PictureButton({ pictures: { isFull, max, add }, children = '图片', ...input }: PictureButtonProps) {
  const id = useId()
  return (
    <label className={styles.choose} htmlFor={id} data-full={isFull || undefined}>
      <FileInput
        {...input}
        className={styles.file}
        id={id}
        accept={PICTURE_TYPES}
        multiple
        title={`最多 ${max} 张 JPG、PNG、GIF 或 WebP，每张不超过 10 MB；也可以拖入或粘贴，拍摄信息会清除`}
        aria-disabled={isFull}
        onClick={(event) => {
          if (isFull) event.preventDefault()
        }}
        onFiles={add}
      />
      <Icon of={ImagePlus} sizePx={18} />
      {isFull ? `已有 ${max} 张图片` : children}
    </label>
  )
}

interface StoredPictureProps {
  address: string
  label: string
  place: number
  onRemove: () => void
}

function StoredPicture({ address, label, place, onRemove }: StoredPictureProps) {
  const [isLost, setIsLost] = useState(false)
  return (
    <li className={styles.item}>
      {isLost ? (
        <p className={styles.lost} role="alert">
          图片已过期，请移除后重新添加
        </p>
      ) : (
        <img className={styles.picture} src={address} alt={`${label} ${place}`} onError={() => setIsLost(true)} />
      )}
      <IconButton className={styles.remove} icon={X} label={`移除第 ${place} 张图片`} onClick={onRemove} />
    </li>
  )
}

interface UploadProps {
  picture: QueuedPicture
  label: string
  place: number
  onRetry: () => void
  onRemove: () => void
}

function Upload({ picture, label, place, onRetry, onRemove }: UploadProps) {
  const { name, src, state, fault, progress } = picture
  const isFailed = state === 'failed'
  const [isBroken, setIsBroken] = useState(false)
  return (
    <li className={styles.item} data-wide={isFailed || undefined}>
      {isBroken ? (
        <span className={classNames(styles.picture, styles.broken)}>
          <Icon of={ImageOff} sizePx={22} />
          <VisuallyHidden>
            {label} {place}：{name}
          </VisuallyHidden>
        </span>
      ) : (
        <img
          className={styles.picture}
          data-pending={true}
          src={src}
          alt={`${label} ${place}：${name}`}
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
