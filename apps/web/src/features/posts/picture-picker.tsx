import { ArrowLeft, ArrowRight, ImagePlus, RotateCcw, X } from '@lucide/icons'
import { type ChangeEvent, type DragEvent, useId, useState } from 'react'
import { PICTURE_TYPES } from '#lib/api/picture-upload.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './picture-picker.module.css'
import { PICTURES_MAX } from './post-view.ts'
import type { PictureItem, PictureUploads } from './use-post-pictures.ts'

/** Up to nine pictures, by a button or dropped here; each with what can be done with it. */
export function PicturePicker({ pictures }: { pictures: PictureUploads }) {
  const [isOver, setIsOver] = useState(false)
  const [moved, setMoved] = useState('')
  const { items } = pictures
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    pictures.add([...event.dataTransfer.files])
  }
  const move = (item: PictureItem, index: number, by: -1 | 1) => {
    pictures.move(item, by)
    setMoved(`图片已移到第 ${index + by + 1} 位`)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut for the button inside
    <div
      className={styles.root}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={handleDrop}
    >
      <p className={styles.head}>
        图片 <span className={styles.count}>{`${items.length} / ${PICTURES_MAX}`}</span>
      </p>
      <ol className={styles.grid}>
        {items.map((item, index) => (
          <li className={styles.cell} key={item.key}>
            <img className={styles.picture} src={item.src} alt={`第 ${index + 1} 张图片`} />
            <State item={item} place={index + 1} onRetry={() => pictures.retry(item)} />
            <div className={styles.tools}>
              <IconButton
                icon={ArrowLeft}
                label={`第 ${index + 1} 张前移`}
                disabled={index === 0}
                onClick={() => move(item, index, -1)}
              />
              <IconButton
                icon={ArrowRight}
                label={`第 ${index + 1} 张后移`}
                disabled={index === items.length - 1}
                onClick={() => move(item, index, 1)}
              />
              <IconButton icon={X} label={`移除第 ${index + 1} 张`} onClick={() => pictures.remove(item)} />
            </div>
          </li>
        ))}
        {items.length < PICTURES_MAX && (
          <li className={styles.cell}>
            <AddField onAdd={pictures.add} />
          </li>
        )}
      </ol>
      <p className={styles.hint}>JPG、PNG、GIF 或 WebP，每张不超过 10 MB。可粘贴或拖入。</p>
      <VisuallyHidden>
        <span role="status">{moved}</span>
      </VisuallyHidden>
    </div>
  )
}

function State({ item, place, onRetry }: { item: PictureItem; place: number; onRetry: () => void }) {
  if (item.fault !== null) {
    return (
      <div className={styles.state} role="alert">
        <span>{item.fault}</span>
        <button type="button" className={styles.retry} onClick={onRetry}>
          <Icon of={RotateCcw} sizePx={15} />
          重试<VisuallyHidden>第 {place} 张</VisuallyHidden>
        </button>
      </div>
    )
  }
  if (item.address !== null) return null
  return (
    <div className={styles.state}>
      <progress className={styles.progress} value={item.part} max={1} aria-label={`第 ${place} 张上传进度`} />
    </div>
  )
}

function AddField({ onAdd }: { onAdd: (files: File[]) => void }) {
  const id = useId()
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onAdd([...(target.files ?? [])])
    // So that the same file can be chosen again.
    target.value = ''
  }
  return (
    <div className={styles.add}>
      <input className={styles.file} id={id} type="file" accept={PICTURE_TYPES} multiple onChange={handleChange} />
      <label className={styles.addLabel} htmlFor={id}>
        <Icon of={ImagePlus} sizePx={24} />
        添加图片
      </label>
    </div>
  )
}
