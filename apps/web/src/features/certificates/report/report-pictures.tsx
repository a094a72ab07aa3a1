import { ImagePlus, RotateCcw, X } from '@lucide/icons'
import { REPORT_PICTURES_MAX } from '@portal/contract/certificates/certificate-states.ts'
import { useId, useRef } from 'react'
import type { QueuedPicture } from '#lib/api/picture-queue.ts'
import { PICTURE_TYPES } from '#lib/api/picture-upload.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { FileInput } from '#ui/forms/file-input.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './report-pictures.module.css'
import type { useReportPictures } from './use-report-pictures.ts'

/** Up to three pictures, submitted by their stored names. Without scripts there are none. */
export function ReportPictures({ pictures, refusal, add, retry, remove }: ReturnType<typeof useReportPictures>) {
  const isHydrated = useHydrated()
  const fieldRef = useRef<HTMLInputElement>(null)
  const id = useId()
  const isFull = pictures.length >= REPORT_PICTURES_MAX
  const handleRemove = (key: string) => {
    remove(key)
    fieldRef.current?.focus()
  }
  return (
    <fieldset className={styles.root}>
      <legend className={styles.legend}>图片（选填）</legend>
      <noscript>
        <p className={shared.note}>浏览器未启用脚本，无法在此添加图片，请按“图片与实物”一栏所列方式递交。</p>
      </noscript>
      {pictures.length > 0 && (
        <ol className={shared.stack2}>
          {pictures.map(({ key, name, src, url, ...upload }, index) => (
            <li className={styles.item} key={key}>
              <img className={styles.picture} src={src} alt={`第 ${index + 1} 张：${name}`} />
              <div className={styles.words}>
                <span className={shared.ellipsis}>{name}</span>
                <UploadState {...upload} place={index + 1} onRetry={() => retry(key)} />
              </div>
              <IconButton icon={X} label={`移除第 ${index + 1} 张图片`} onClick={() => handleRemove(key)} />
              {url && <input type="hidden" name="picture" value={url} />}
            </li>
          ))}
        </ol>
      )}
      {isHydrated && (
        <>
          <div className={styles.add}>
            <FileInput
              className={styles.file}
              id={id}
              ref={fieldRef}
              accept={PICTURE_TYPES}
              multiple
              aria-disabled={isFull}
              aria-describedby={`${id}-hint`}
              onClick={(event) => {
                if (isFull) event.preventDefault()
              }}
              onFiles={add}
            />
            <label className={styles.addLabel} htmlFor={id}>
              <Icon of={ImagePlus} sizePx={20} />
              {isFull ? `已添加 ${REPORT_PICTURES_MAX} 张图片` : '添加图片'}
            </label>
          </div>
          <p className={shared.note} id={`${id}-hint`}>
            证书、吊牌、网页或聊天截图，最多 {REPORT_PICTURES_MAX} 张。JPG、PNG、GIF 或 WebP，每张不超过 10 MB。
          </p>
        </>
      )}
      <p className={shared.fault} role="alert">
        {refusal}
      </p>
    </fieldset>
  )
}

interface UploadStateProps extends Pick<QueuedPicture, 'state' | 'fault' | 'progress'> {
  /** Counted from 1. */
  place: number
  onRetry: () => void
}

function UploadState({ state, fault, progress, place, onRetry }: UploadStateProps) {
  if (state === 'failed') {
    return (
      <div className={styles.failed}>
        <span role="alert">{fault}</span>
        <button type="button" className={styles.retry} onClick={onRetry}>
          <Icon of={RotateCcw} sizePx={15} />
          重试<VisuallyHidden>第 {place} 张图片</VisuallyHidden>
        </button>
      </div>
    )
  }
  if (state !== 'stored') {
    return <progress className={styles.progress} value={progress} max={1} aria-label={`第 ${place} 张图片的上传进度`} />
  }
  return (
    <span className={shared.note} role="status">
      已上传
    </span>
  )
}
