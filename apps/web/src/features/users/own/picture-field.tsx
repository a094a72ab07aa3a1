import { CircleAlert, ImageUp } from '@lucide/icons'
import { useRef } from 'react'
import { PICTURE_TYPES } from '#lib/api/picture-upload.ts'
import { usePictureUpload } from '#lib/api/use-picture-upload.ts'
import { Button } from '#ui/forms/button.tsx'
import { FileInput } from '#ui/forms/file-input.tsx'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import { Portrait } from '../portrait.tsx'
import styles from './picture-field.module.css'

export interface PictureFieldProps {
  label: string
  shape: 'portrait' | 'cover'
  /** Name, whose first character replaces a missing portrait. */
  name: string
  /** Address of the picture; empty for none. */
  url: string
  onChange: (url: string) => void
  /** Called when an upload starts or ends: the profile cannot be saved during an upload. */
  onBusy: (isBusy: boolean) => void
}

/** A picture of the profile, uploaded as soon as it is chosen. */
export function PictureField({ label, shape, name, url, onChange, onBusy }: PictureFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const { preview, progress, fault, choose } = usePictureUpload({ onStored: onChange, onBusy })
  const shownUrl = preview || url
  return (
    <fieldset className={shared.stackTight}>
      <legend className={shared.legend}>{label}</legend>
      <div className={styles.row}>
        {shape === 'portrait' ? (
          <Portrait name={name} url={shownUrl} size="large" />
        ) : shownUrl ? (
          <img className={styles.cover} src={shownUrl} alt="" />
        ) : (
          <span className={styles.cover} />
        )}
        <div className={shared.stack1}>
          <div className={shared.wrap2}>
            <Button
              icon={ImageUp}
              variant="outline"
              isBusy={progress !== null}
              busyLabel="上传中"
              onClick={() => inputRef.current?.click()}
            >
              {shownUrl ? `更换${label}` : `上传${label}`}
            </Button>
            {url && progress === null && (
              <Button variant="quiet" onClick={() => onChange('')}>
                移除
              </Button>
            )}
          </div>
          {progress !== null && (
            <progress className={styles.progress} value={progress} max={1} aria-label={`${label}上传进度`} />
          )}
        </div>
      </div>
      <FileInput
        ref={inputRef}
        accept={PICTURE_TYPES}
        hidden
        aria-label={`选择${label}图片`}
        onFiles={([file]) => file && choose(file)}
      />
      {fault && (
        <p className={shared.faultRow} role="alert">
          <Icon of={CircleAlert} sizePx={16} />
          {fault}
        </p>
      )}
    </fieldset>
  )
}
