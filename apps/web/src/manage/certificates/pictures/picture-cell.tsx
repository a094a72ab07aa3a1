import { ArrowLeft, ArrowRight, Crop, RotateCcw, RotateCw, X } from '@lucide/icons'
import type { DeskPicture } from '@portal/contract/certificates/rules/desk-fields.ts'
import type { DragEventHandler } from 'react'
import type { PictureQueue, QueuedPicture } from '#lib/api/picture-queue.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './desk-pictures.module.css'
import { ScaledPicture } from './scaled-picture.tsx'
import type { useDeskPictures } from './use-desk-pictures.ts'

interface PictureCellProps {
  picture: DeskPicture
  index: number
  isLast: boolean
  desk: ReturnType<typeof useDeskPictures>
  onCrop: () => void
  drag: Record<'onDragStart' | 'onDragOver' | 'onDrop', DragEventHandler>
}

/** A stored picture with its caption, its width and its actions. */
export function PictureCell({ picture, index, isLast, desk, onCrop, drag }: PictureCellProps) {
  const { file, caption, widthMm } = picture
  const { onDragStart, ...target } = drag
  const pending = desk.findQueued(file)
  const isBusy = pending !== undefined
  const nth = `第 ${index + 1} 张`
  const tools = [
    { icon: ArrowLeft, label: `${nth}前移`, isOff: index === 0, run: () => desk.move(file, index - 1) },
    { icon: ArrowRight, label: `${nth}后移`, isOff: isLast, run: () => desk.move(file, index + 1) },
    { icon: RotateCw, label: `${nth}顺时针转 90°`, isOff: isBusy, run: () => desk.turn(file) },
    { icon: Crop, label: `裁剪${nth}`, isOff: isBusy, run: onCrop },
    { icon: X, label: `移除${nth}`, isOff: isBusy, run: () => desk.remove(file) },
  ]
  return (
    <li className={styles.cell} {...target}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is a short cut for the buttons */}
      <div className={styles.frame} draggable onDragStart={onDragStart}>
        <ScaledPicture src={`/file/img/${file}`} alt={caption || `图片 ${index + 1}`} widthMm={Number(widthMm)} />
        {pending && <UploadState picture={pending} queue={desk.queue} />}
      </div>
      <div className={styles.fields}>
        <Field label="说明">
          <TextInput
            value={caption}
            maxLength={80}
            placeholder="如：正面"
            onChange={({ target: { value } }) => desk.describe(file, { caption: value })}
          />
        </Field>
        <Field label="画面宽 mm">
          <TextInput
            isFigures
            inputMode="decimal"
            value={widthMm}
            maxLength={12}
            placeholder="可不填"
            onChange={({ target: { value } }) => desk.describe(file, { widthMm: value.trim() })}
          />
        </Field>
      </div>
      <div className={styles.tools}>
        {tools.map(({ icon, label, isOff, run }) => (
          <IconButton
            key={label}
            icon={icon}
            label={label}
            title={label}
            aria-disabled={isOff}
            onClick={isOff ? undefined : run}
          />
        ))}
      </div>
    </li>
  )
}

interface PendingPictureProps {
  picture: QueuedPicture
  queue: PictureQueue
}

/** A picture that is being scaled and uploaded, or that failed. */
export function PendingPicture({ picture, queue }: PendingPictureProps) {
  return (
    <li className={styles.cell}>
      <div className={styles.frame}>
        <img className={styles.waiting} src={picture.src} alt="" />
        <UploadState picture={picture} queue={queue} />
      </div>
      <p className={styles.name}>{picture.name}</p>
    </li>
  )
}

function UploadState({ picture: { key, name, state, fault, progress }, queue }: PendingPictureProps) {
  const isFailed = state === 'failed'
  return (
    <div className={styles.state} data-failed={isFailed || undefined} role={isFailed ? 'alert' : undefined}>
      {isFailed ? (
        <span>{fault}</span>
      ) : (
        // The picture is being scaled until the first byte is sent.
        <progress
          className={styles.progress}
          {...(progress > 0 && { value: progress })}
          max={1}
          aria-label={`${name}：处理进度`}
        />
      )}
      <span className={styles.actions}>
        {isFailed && (
          <button type="button" className={styles.link} onClick={() => queue.retry(key)}>
            <Icon of={RotateCcw} sizePx={15} />
            重试<VisuallyHidden>：{name}</VisuallyHidden>
          </button>
        )}
        <button type="button" className={styles.link} onClick={() => queue.remove(key)}>
          {isFailed ? '移除' : '取消'}
          <VisuallyHidden>：{name}</VisuallyHidden>
        </button>
      </span>
    </div>
  )
}
