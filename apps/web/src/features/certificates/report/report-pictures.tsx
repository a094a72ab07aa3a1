import { ImagePlus, RotateCcw, X } from '@lucide/icons'
import { REPORT_PICTURES_MAX } from '@portal/contract/certificate-states.ts'
import { type ChangeEvent, type Ref, useId, useRef } from 'react'
import { PICTURE_TYPES } from '#lib/api/picture-upload.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './report-pictures.module.css'
import type { ReportPicture, ReportPicturesOf } from './use-report-pictures.ts'

/** Up to three pictures, which the form names by their stored names. Without scripts the form is sent without any. */
export function ReportPictures({ pictures }: { pictures: ReportPicturesOf }) {
  const isHydrated = useHydrated()
  const { items, refusal } = pictures
  const fieldRef = useRef<HTMLInputElement>(null)
  const remove = (item: ReportPicture) => {
    pictures.remove(item)
    fieldRef.current?.focus()
  }
  return (
    <fieldset className={styles.root}>
      <legend className={styles.legend}>图片（选填）</legend>
      <noscript>
        <p className={styles.hint}>浏览器未启用脚本，无法在此添加图片，请按“图片与实物”一栏所列方式递交。</p>
      </noscript>
      {items.length > 0 && (
        <ol className={styles.list}>
          {items.map((item, index) => (
            <li className={styles.item} key={item.key}>
              <img className={styles.picture} src={item.src} alt={`第 ${index + 1} 张：${item.file.name}`} />
              <div className={styles.words}>
                <span className={styles.name}>{item.file.name}</span>
                <State item={item} place={index + 1} onRetry={() => pictures.retry(item)} />
              </div>
              <IconButton icon={X} label={`移除第 ${index + 1} 张图片`} onClick={() => remove(item)} />
              {item.name !== null && <input type="hidden" name="picture" value={item.name} />}
            </li>
          ))}
        </ol>
      )}
      {isHydrated && <AddField isFull={items.length >= REPORT_PICTURES_MAX} fieldRef={fieldRef} onAdd={pictures.add} />}
      <p className={styles.fault} role="alert">
        {refusal}
      </p>
    </fieldset>
  )
}

interface StateProps {
  item: ReportPicture
  /** Counted from 1. */
  place: number
  onRetry: () => void
}

function State({ item: { name, part, fault }, place, onRetry }: StateProps) {
  if (fault !== null) {
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
  if (name === null) {
    return <progress className={styles.progress} value={part} max={1} aria-label={`第 ${place} 张图片的上传进度`} />
  }
  return (
    <span className={styles.hint} role="status">
      已上传
    </span>
  )
}

interface AddFieldProps {
  isFull: boolean
  fieldRef: Ref<HTMLInputElement>
  onAdd: (files: File[]) => void
}

function AddField({ isFull, fieldRef, onAdd }: AddFieldProps) {
  const id = useId()
  const hintId = useId()
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onAdd([...(target.files ?? [])])
    // So that the same file can be chosen again.
    target.value = ''
  }
  return (
    <>
      <div className={styles.add}>
        <input
          className={styles.file}
          id={id}
          ref={fieldRef}
          type="file"
          accept={PICTURE_TYPES}
          multiple
          aria-disabled={isFull}
          aria-describedby={hintId}
          onClick={(event) => {
            if (isFull) event.preventDefault()
          }}
          onChange={handleChange}
        />
        <label className={styles.addLabel} htmlFor={id}>
          <Icon of={ImagePlus} sizePx={20} />
          {isFull ? `已添加 ${REPORT_PICTURES_MAX} 张图片` : '添加图片'}
        </label>
      </div>
      <p className={styles.hint} id={hintId}>
        证书、吊牌、网页或聊天截图，最多 {REPORT_PICTURES_MAX} 张。JPG、PNG、GIF 或 WebP，每张不超过 10 MB。
      </p>
    </>
  )
}
