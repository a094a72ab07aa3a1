import { CircleAlert, CircleCheck, Upload } from '@lucide/icons'
import { type ClipboardEvent as ReactClipboardEvent, useEffect, useEffectEvent } from 'react'
import styles from '#manage/controls/media/media.module.css'
import { LIMITS, MEDIA_TYPES } from '#manage/controls/media/media-words.ts'
import { Ruler } from '#manage/controls/values/ruler.tsx'
import { Button } from '#ui/forms/button.tsx'
import { FilesButton } from '#ui/forms/file-button.tsx'
import { useFileDrop } from '#ui/forms/use-file-drop.ts'
import { Icon } from '#ui/icon.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { MediaUpload, useMediaUploads } from './use-media-uploads.ts'

type Uploading = ReturnType<typeof useMediaUploads>

/** An area that takes files by drop, paste and button, and says the limits before; below it the files of this visit. */
export function MediaUploader({ uploading: { uploads, isBusy, add, retry } }: { uploading: Uploading }) {
  const { isOver, handlers } = useFileDrop((files) => files.length > 0 && add(files))
  const handlePaste = useEffectEvent((event: ClipboardEvent | ReactClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    add(files)
  })
  useEffect(() => {
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [])
  return (
    <>
      {/* The button inside does the same by keyboard. */}
      <div className={styles.drop} data-over={isOver || undefined} {...handlers}>
        <Icon of={Upload} sizePx={22} />
        <p>
          把图片或 PDF 拖到这里，或粘贴截图
          <br />
          <span className={styles.faint}>{LIMITS}。拍摄地点等信息在上传时去掉</span>
        </p>
        <FilesButton icon={Upload} accept={MEDIA_TYPES} isBusy={isBusy} onFiles={add}>
          选择文件
        </FilesButton>
      </div>
      {uploads.length > 0 && (
        <ul className={styles.uploads} aria-label="这次上传的文件" aria-live="polite">
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} onRetry={() => retry(upload)} />
          ))}
        </ul>
      )}
    </>
  )
}

function UploadRow({
  upload: { file, share, fault, item, isKnown },
  onRetry,
}: {
  upload: MediaUpload
  onRetry: () => void
}) {
  return (
    <li data-fault={fault !== '' || undefined}>
      <b title={file.name}>{file.name}</b>
      {fault !== '' && (
        <>
          <span className={styles.fault} role="alert">
            <Icon of={CircleAlert} sizePx={16} />
            {fault}
          </span>
          <Button variant="quiet" onClick={onRetry}>
            重试
          </Button>
        </>
      )}
      {item && (
        <span className={styles.stored}>
          <Icon of={CircleCheck} sizePx={16} />
          {isKnown ? '图片库里已有内容相同的文件：' : '已上传：'}
          <TextLink to={`/media/${item.id}`}>{item.name}</TextLink>
        </span>
      )}
      {!item && fault === '' && <Ruler share={share} label={`已上传 ${Math.round(share * 100)}%`} isProgress />}
    </li>
  )
}
