import { CircleAlert, ImageUp } from '@lucide/icons'
import { type ChangeEvent, useRef } from 'react'
import { PICTURE_TYPES } from '#lib/api/picture-upload.ts'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Portrait } from '../portrait.tsx'
import styles from './picture-field.module.css'
import { usePicture } from './use-picture.ts'

export interface PictureFieldProps {
  label: string
  shape: 'portrait' | 'cover'
  /** Whose picture it is, for when there is none. */
  name: string
  /** Empty for none. */
  url: string
  onChange: (url: string) => void
  /** While it is sent, what belongs to it must wait. */
  onBusy: (isBusy: boolean) => void
}

/** A picture that is chosen, sent at once, and shown. */
export function PictureField({ label, shape, name, url, onChange, onBusy }: PictureFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const { shownUrl, progress, fault, choose } = usePicture(url, onChange, onBusy)
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file) choose(file)
    // The same file may be chosen again after a failure.
    target.value = ''
  }
  return (
    <fieldset className={styles.root}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.row}>
        {shape === 'portrait' ? (
          <Portrait name={name} url={shownUrl} size="large" />
        ) : shownUrl ? (
          <img className={styles.cover} src={shownUrl} alt="" />
        ) : (
          <span className={styles.cover} />
        )}
        <div className={styles.controls}>
          <div className={styles.buttons}>
            <Button
              variant="outline"
              isBusy={progress !== null}
              busyLabel="上传中"
              onClick={() => inputRef.current?.click()}
            >
              <Icon of={ImageUp} sizePx={18} />
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
      <input
        ref={inputRef}
        type="file"
        accept={PICTURE_TYPES}
        hidden
        aria-label={`选择${label}图片`}
        onChange={handleChange}
      />
      {fault && (
        <p className={styles.error} role="alert">
          <Icon of={CircleAlert} sizePx={16} />
          {fault}
        </p>
      )}
    </fieldset>
  )
}
