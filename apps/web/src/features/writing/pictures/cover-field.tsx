import { CircleAlert, ImageUp } from '@lucide/icons'
import { useRef } from 'react'
import { PICTURE_TYPES } from '#lib/api/picture-upload.ts'
import { usePictureUpload } from '#lib/api/use-picture-upload.ts'
import { Button } from '#ui/forms/button.tsx'
import { FileInput } from '#ui/forms/file-input.tsx'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import styles from './cover-field.module.css'

export interface CoverFieldProps {
  /** Address of the cover; empty for none. */
  url: string
  isReadOnly: boolean
  onChange: (url: string) => void
}

/** The picture beside the title in lists; without one, lists show a drawn cover. */
export function CoverField({ url, isReadOnly, onChange }: CoverFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const { progress, fault, choose, cancel } = usePictureUpload({
    onStored: onChange,
    offline: '封面没有上传成功，请重试',
  })
  return (
    <fieldset>
      <legend className={shared.fieldLegend}>封面</legend>
      <div className={styles.row}>
        {url ? <img className={styles.cover} src={url} alt="封面预览" /> : <span className={styles.cover}>3 : 2</span>}
        <div className={styles.actions}>
          {progress === null ? (
            <>
              <Button icon={ImageUp} variant="outline" disabled={isReadOnly} onClick={() => inputRef.current?.click()}>
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
        ref={inputRef}
        hidden
        aria-label="选择封面图片"
        accept={PICTURE_TYPES}
        onFiles={([file]) => file && choose(file)}
      />
    </fieldset>
  )
}
