import { ImagePlus, RotateCcw, X } from '@lucide/icons'
import { REPORT_PICTURES_MAX } from '@portal/contract/certificates/certificate-states.ts'
import { CODE } from '@portal/contract/errors.ts'
import { useId, useRef, useState } from 'react'
import { type ApiClient, ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { type QueuedPicture, type SendPicture, uploadFault, usePictureQueue } from '#lib/api/picture-queue.ts'
import { findPictureFault, PICTURE_TYPES } from '#lib/api/picture-upload.ts'
import { createProgressFetch } from '#lib/api/progress-fetch.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import field from '#ui/forms/field.module.css'
import { FileInput } from '#ui/forms/file-input.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './report-pictures.module.css'

/** Up to six pictures, submitted by their stored names; without scripts they are submitted as files. */
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
    <fieldset className={shared.stackTight}>
      <legend className={shared.fieldLegend}>图片（选填）</legend>
      <noscript>
        <input className={field.input} type="file" name="picture" multiple accept={PICTURE_TYPES} aria-label="图片" />
        <p className={shared.note}>
          最多 {REPORT_PICTURES_MAX} 张，浏览器未启用脚本时合计不超过 10
          MB；提交不成功须重新选择。只有本中心工作人员能看到。
        </p>
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
            证书、吊牌、网页或聊天截图，最多 {REPORT_PICTURES_MAX} 张。JPG、PNG、GIF 或 WebP，每张不超过 10
            MB。拍摄信息会清除，只有本中心工作人员能看到。
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
  /** Position, counted from 1. */
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

const sendWith =
  (api: ApiClient): SendPicture =>
  (file, { onProgress, signal }) => {
    const body = new FormData()
    body.set('multipartFile', file)
    const via = createProgressFetch(onProgress)
    return api.call('POST /v1/certificate/report/picture', { body, signal, quiet: true, via })
  }

function toFault(reason: unknown): string {
  // Other upstreams lack this call.
  const isMissingCall = reason instanceof ApiError && reason.code === CODE.noSuchCall
  return isMissingCall ? '本站暂不接收图片，请移除后提交' : uploadFault(reason, '网络不通，没有上传')
}

/** Pictures of a report. Each is uploaded as soon as it is chosen; `url` is the name under which it is stored. */
export function useReportPictures() {
  const api = useApi()
  const { pictures, queue } = usePictureQueue({ send: sendWith(api), faultOf: toFault })
  const [refusal, setRefusal] = useState('')
  return {
    pictures,
    /** Reason why chosen files were not added. */
    refusal,
    /** Reason why the report cannot be sent yet; empty when it can. */
    pending: getPendingText(pictures.map(({ state }) => state)),
    add: (files: readonly File[]) => {
      const faults = files.flatMap((file) => {
        const fault = findPictureFault(file)
        return fault === null ? [] : [`“${file.name}”没有添加：${fault}`]
      })
      const { isOverMax } = queue.add(files, REPORT_PICTURES_MAX)
      if (isOverMax) faults.push(`最多 ${REPORT_PICTURES_MAX} 张，其余没有添加`)
      setRefusal(faults.join('；'))
    },
    retry: queue.retry,
    remove: (key: string) => {
      queue.remove(key)
      setRefusal('')
    },
  }
}

function getPendingText(states: readonly string[]): string {
  if (states.includes('failed')) return '有图片没有上传，请重试或移除后提交'
  return states.every((state) => state === 'stored') ? '' : '图片正在上传，完成后再提交'
}
