import { ImagePlus } from '@lucide/icons'
import { DESK_PICTURE } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { DeskPicture } from '@portal/contract/certificates/rules/desk-fields.ts'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FileInput } from '#ui/forms/file-input.tsx'
import { useFileDrop } from '#ui/forms/use-file-drop.ts'
import { Icon } from '#ui/icon.tsx'
import { CropDialog } from './crop/crop-dialog.tsx'
import styles from './desk-pictures.module.css'
import { PendingPicture, PictureCell } from './picture-cell.tsx'
import type { useDeskPictures } from './use-desk-pictures.ts'

/** Data type of pictures that are dragged within the page. */
const DRAGGED = 'application/x-desk-picture'

interface DeskPicturesProps {
  pictures: readonly DeskPicture[]
  desk: ReturnType<typeof useDeskPictures>
  /** Faults of captions and widths, and of missing pictures. */
  faults: readonly string[]
  /** A picture is missing, and the warning has no answer. */
  isWarned: boolean
  /** Boxes of the warnings, with their answers. */
  warnings: ReactNode
}

/** The pictures of a draft: they are chosen, dropped or pasted, captioned, sorted, turned and cropped. */
export function DeskPictures({ pictures, desk, faults, isWarned, warnings }: DeskPicturesProps) {
  const id = useId()
  const { isOver, handlers } = useFileDrop(desk.add)
  const [cropped, setCropped] = useState('')
  const count = pictures.length + desk.further.length
  usePastedPictures(desk.add)
  return (
    <fieldset
      className={styles.root}
      data-member="pictures"
      data-over={isOver || undefined}
      aria-describedby={`${id}-hint`}
      {...handlers}
    >
      <legend>
        影像 <span className={styles.count}>{`${count} / ${DESK_PICTURE.max}`}</span>
      </legend>
      <ol className={styles.grid}>
        {pictures.map((picture, index) => (
          <PictureCell
            key={picture.file}
            picture={picture}
            index={index}
            isLast={index === pictures.length - 1}
            desk={desk}
            onCrop={() => setCropped(picture.file)}
            drag={{
              onDragStart: ({ dataTransfer }) => {
                dataTransfer.setData(DRAGGED, picture.file)
                dataTransfer.effectAllowed = 'move'
              },
              onDragOver: (event) => {
                if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault()
              },
              onDrop: (event) => {
                const file = event.dataTransfer.getData(DRAGGED)
                if (file === '') return
                event.preventDefault()
                desk.move(file, index)
              },
            }}
          />
        ))}
        {desk.further.map((picture) => (
          <PendingPicture key={picture.key} picture={picture} queue={desk.queue} />
        ))}
        {count < DESK_PICTURE.max && (
          <li className={styles.add}>
            <FileInput
              className={styles.file}
              id={id}
              accept="image/*"
              multiple
              aria-invalid={faults.length > 0 || undefined}
              data-warned={isWarned ? 'open' : undefined}
              onFiles={desk.add}
            />
            <label className={styles.addLabel} htmlFor={id}>
              <Icon of={ImagePlus} sizePx={22} />
              拖入、粘贴或选取图片
              <span className={styles.hint} id={`${id}-hint`}>
                至多 {DESK_PICTURE.max} 张，JPEG、PNG、WebP；过大的自动缩小，拍摄信息一律清除
              </span>
            </label>
          </li>
        )}
      </ol>
      <div className={styles.words}>
        <p role="status">{desk.message}</p>
        {desk.removed && count < DESK_PICTURE.max && (
          <button type="button" className={styles.link} onClick={desk.putBack}>
            恢复刚移除的图片
          </button>
        )}
      </div>
      {warnings}
      {faults.map((fault) => (
        <p className={styles.fault} role="alert" key={fault}>
          {fault}
        </p>
      ))}
      {cropped !== '' && (
        <CropDialog
          open={(signal) => desk.preview(cropped, signal)}
          onCrop={(part) => desk.crop(cropped, part)}
          onClose={() => setCropped('')}
        />
      )}
    </fieldset>
  )
}

/** Adds pictures that are pasted anywhere on the page; pasted text is not affected. */
function usePastedPictures(onAdd: (files: readonly File[]) => void): void {
  const add = useRef(onAdd)
  add.current = onAdd
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || event.defaultPrevented) return
      event.preventDefault()
      add.current(files)
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [])
}
