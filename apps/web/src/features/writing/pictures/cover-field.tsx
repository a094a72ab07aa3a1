import { CircleAlert, ImageUp } from '@lucide/icons'
import { useEffect, useRef, useState } from 'react'
import { FileInput } from '#features/writing/text/editor-toolbar.tsx'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { PICTURE_TYPES, pictureFault, uploadPicture } from '#lib/api/picture-upload.ts'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './cover-field.module.css'

export interface CoverFieldProps {
  /** Empty for none. */
  url: string
  isReadOnly: boolean
  onChange: (url: string) => void
}

/** The picture that stands beside the title in lists. Left out, a drawn one does. */
export function CoverField({ url, isReadOnly, onChange }: CoverFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const { progress, fault, choose, cancel } = useCoverUpload(onChange)
  return (
    <fieldset className={styles.root}>
      <legend className={styles.legend}>封面</legend>
      <div className={styles.row}>
        {url ? <img className={styles.cover} src={url} alt="封面预览" /> : <span className={styles.cover}>3 : 2</span>}
        <div className={styles.acts}>
          {progress === null ? (
            <>
              <Button variant="outline" disabled={isReadOnly} onClick={() => inputRef.current?.click()}>
                <Icon of={ImageUp} sizePx={18} />
                {url ? '更换封面' : '上传封面'}
              </Button>
              {url && !isReadOnly && (
                <Button variant="quiet" onClick={() => onChange('')}>
                  移除封面
                </Button>
              )}
              <p className={styles.hint}>不传则用绘制的封面。JPG、PNG、GIF 或 WebP，不超过 10 MB</p>
            </>
          ) : (
            <>
              <progress className={styles.progress} value={progress} max={1} aria-label="封面上传进度" />
              <Button variant="quiet" onClick={cancel}>
                取消上传
              </Button>
            </>
          )}
        </div>
      </div>
      {fault && (
        <p className={styles.error} role="alert">
          <Icon of={CircleAlert} sizePx={16} />
          {fault}
        </p>
      )}
      <FileInput
        inputRef={inputRef}
        label="选择封面图片"
        accept={PICTURE_TYPES}
        onFiles={([file]) => file && choose(file)}
      />
    </fieldset>
  )
}

function useCoverUpload(onStored: (url: string) => void) {
  const api = useApi()
  /** Part that is sent; `null` when nothing is under way. */
  const [progress, setProgress] = useState<number | null>(null)
  const [fault, setFault] = useState('')
  const controllerRef = useRef<AbortController | null>(null)
  useEffect(() => () => controllerRef.current?.abort(), [])
  const cancel = () => {
    controllerRef.current?.abort()
    setProgress(null)
  }
  const choose = async (file: File) => {
    const found = pictureFault(file)
    setFault(found ?? '')
    if (found) return
    const controller = new AbortController()
    controllerRef.current = controller
    setProgress(0)
    try {
      onStored(await uploadPicture(api, file, { onProgress: setProgress, signal: controller.signal }))
    } catch (reason) {
      if (controller.signal.aborted) return
      setFault(reason instanceof ApiError ? reason.message : '封面没有上传成功，请重试')
    }
    setProgress(null)
  }
  return { progress, fault, cancel, choose: (file: File) => void choose(file) }
}
