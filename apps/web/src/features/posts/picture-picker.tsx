import { ArrowLeft, ArrowRight, ImagePlus, RotateCcw, X } from '@lucide/icons'
import { useId, useState } from 'react'
import type { PictureQueue, QueuedPicture } from '#lib/api/picture-queue.ts'
import { PICTURE_TYPES } from '#lib/api/picture-upload.ts'
import { FileInput } from '#ui/forms/file-input.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { useFileDrop } from '#ui/forms/use-file-drop.ts'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './picture-picker.module.css'
import { PICTURES_MAX } from './post-view.ts'

interface PicturePickerProps {
  pictures: readonly QueuedPicture[]
  queue: PictureQueue
  onAdd: (files: readonly File[]) => void
}

/** Up to nine pictures, chosen or dropped, which can be moved and removed. */
export function PicturePicker({ pictures, queue, onAdd }: PicturePickerProps) {
  const id = useId()
  const { isOver, handlers } = useFileDrop(onAdd)
  const [moved, setMoved] = useState('')
  const move = (key: string, index: number, direction: -1 | 1) => {
    queue.move(key, direction)
    setMoved(`图片已移到第 ${index + direction + 1} 位`)
  }
  return (
    // The button inside does the same by keyboard.
    <div className={styles.root} data-over={isOver || undefined} {...handlers}>
      <p className={styles.head}>
        图片 <span className={styles.count}>{`${pictures.length} / ${PICTURES_MAX}`}</span>
      </p>
      <ol className={styles.grid}>
        {pictures.map(({ key, src, ...upload }, index) => (
          <li className={styles.cell} key={key}>
            <img className={styles.picture} src={src} alt={`第 ${index + 1} 张图片`} />
            <UploadState {...upload} place={index + 1} onRetry={() => queue.retry(key)} />
            <div className={styles.tools}>
              <IconButton
                icon={ArrowLeft}
                label={`第 ${index + 1} 张前移`}
                disabled={index === 0}
                onClick={() => move(key, index, -1)}
              />
              <IconButton
                icon={ArrowRight}
                label={`第 ${index + 1} 张后移`}
                disabled={index === pictures.length - 1}
                onClick={() => move(key, index, 1)}
              />
              <IconButton icon={X} label={`移除第 ${index + 1} 张`} onClick={() => queue.remove(key)} />
            </div>
          </li>
        ))}
        {pictures.length < PICTURES_MAX && (
          <li className={styles.cell}>
            <div className={styles.add}>
              <FileInput className={styles.file} id={id} accept={PICTURE_TYPES} multiple onFiles={onAdd} />
              <label className={styles.addLabel} htmlFor={id}>
                <Icon of={ImagePlus} sizePx={24} />
                添加图片
              </label>
            </div>
          </li>
        )}
      </ol>
      <p className={styles.hint}>JPG、PNG、GIF 或 WebP，每张不超过 10 MB。可粘贴或拖入。</p>
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
    </div>
  )
}

type UploadStateProps = Pick<QueuedPicture, 'state' | 'fault' | 'progress'> & { place: number; onRetry: () => void }

function UploadState({ state, fault, progress, place, onRetry }: UploadStateProps) {
  if (state === 'failed') {
    return (
      <div className={styles.state} role="alert">
        <span>{fault}</span>
        <button type="button" className={styles.retry} onClick={onRetry}>
          <Icon of={RotateCcw} sizePx={15} />
          重试<VisuallyHidden>第 {place} 张</VisuallyHidden>
        </button>
      </div>
    )
  }
  if (state === 'stored') return null
  return (
    <div className={styles.state}>
      <progress className={styles.progress} value={progress} max={1} aria-label={`第 ${place} 张上传进度`} />
    </div>
  )
}
