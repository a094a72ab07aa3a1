import { CircleAlert, TriangleAlert } from '@lucide/icons'
import { useId, useMemo, useRef } from 'react'
import { toPictureFile } from '#domain/writing/pictures/copied-pictures.ts'
import {
  escapeAlt,
  findPictures,
  getPictureSource,
  type PictureMark,
  readPlaceholderKey,
  toPlaceholder,
} from '#domain/writing/pictures/picture-marks.ts'
import type { QueuedPicture } from '#lib/api/picture-queue.ts'
import { PICTURE_TYPES } from '#lib/api/picture-upload.ts'
import { openDialog } from '#lib/dialogs.ts'
import { Button } from '#ui/forms/button.tsx'
import { FileInput } from '#ui/forms/file-input.tsx'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import type { EditorModel } from '../use-editor.ts'
import styles from './picture-panel.module.css'

export interface PicturePanelProps {
  editor: EditorModel
  isReadOnly: boolean
  faults: readonly string[]
}

/** List of the pictures in the text with their upload state and alternative text. */
export function PicturePanel({ editor, isReadOnly, faults }: PicturePanelProps) {
  const { contentMd } = editor.writing
  const marks = useMemo(() => findPictures(contentMd), [contentMd])
  const id = useId()
  if (marks.length === 0) return null
  const isMarked = faults.length > 0
  return (
    <section className={styles.root} id="field-pictures" tabIndex={-1} aria-labelledby={id}>
      <h2 className={shared.textXl} id={id}>
        图片
      </h2>
      <p className={shared.note}>文字说明读给看不见图片的人听，图片打不开时也显示它。</p>
      <ul className={styles.list}>
        {marks.map((mark, at) => (
          <PictureRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand in a text twice
            key={`${at}-${readPlaceholderKey(mark.address) ?? mark.address}`}
            mark={mark}
            number={at + 1}
            editor={editor}
            isReadOnly={isReadOnly}
            isMarked={isMarked}
          />
        ))}
      </ul>
    </section>
  )
}

interface PictureRowProps {
  mark: PictureMark
  number: number
  editor: EditorModel
  isReadOnly: boolean
  /** Whether missing alternative texts are marked as faults. */
  isMarked: boolean
}

function PictureRow({ mark, number, editor, isReadOnly, isMarked }: PictureRowProps) {
  const { textEditor, decorative, setDecorative } = editor
  const altId = useId()
  const key = readPlaceholderKey(mark.address)
  const picture = editor.pictures.find((one) => one.key === key)
  const isDecorative = decorative.has(mark.address)
  const isWordless = mark.alt.trim() === '' && !isDecorative
  const setAlt = (words: string) => {
    textEditor?.adjust([{ from: mark.altFrom, to: mark.altTo, insert: escapeAlt(words) }])
  }
  const handleDecorative = (isOn: boolean) => {
    if (isOn) setAlt('')
    setDecorative(mark.address, isOn)
  }
  return (
    <li className={styles.row}>
      <Thumbnail address={mark.address} picture={picture} />
      <div className={styles.words}>
        <label className={shared.label} htmlFor={altId}>
          图片 {number} 的文字说明
        </label>
        <input
          id={altId}
          className={styles.input}
          value={mark.alt}
          disabled={isReadOnly || isDecorative}
          maxLength={200}
          placeholder={isDecorative ? '装饰性图片，不需要说明' : '例如：绿松石的网状铁线，放大 20 倍'}
          aria-invalid={(isMarked && isWordless) || undefined}
          onChange={({ target }) => setAlt(target.value)}
        />
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={isDecorative}
            disabled={isReadOnly}
            onChange={({ target }) => handleDecorative(target.checked)}
          />
          只作装饰，不需要说明
        </label>
      </div>
      <PictureState mark={mark} picture={picture} editor={editor} isReadOnly={isReadOnly} number={number} />
    </li>
  )
}

function PictureState({
  mark,
  picture,
  editor,
  isReadOnly,
  number,
}: Omit<PictureRowProps, 'isMarked'> & { picture: QueuedPicture | undefined }) {
  const { textEditor, queue, isMember } = editor
  const inputRef = useRef<HTMLInputElement>(null)
  const source = getPictureSource(mark.address)
  const state = source === 'waiting' ? (picture?.state ?? 'lost') : source
  const key = readPlaceholderKey(mark.address)

  const setAddress = (address: string) =>
    textEditor?.adjust([{ from: mark.addressFrom, to: mark.addressTo, insert: address }])
  const put = (file: File) => {
    if (key) return queue.replace(key, file)
    const [added] = queue.add([file]).keys
    if (added) setAddress(toPlaceholder(added))
  }
  const remove = () => {
    if (key) queue.remove(key)
    textEditor?.apply({ from: mark.from, to: mark.to, insert: '', selectFrom: mark.from, selectTo: mark.from })
  }
  const written = state === 'inline' ? toPictureFile(mark.address) : null
  const chooseLabel = state === 'own' || state === 'stored' ? '更换' : '重新选择'
  return (
    <div className={styles.state}>
      {state === 'sending' && picture && (
        <>
          <progress
            className={styles.progress}
            value={picture.origin ? undefined : picture.progress}
            max={1}
            aria-label={`图片 ${number} ${picture.origin ? '转存' : '上传'}进度`}
          />
          <span className={shared.noteFigures}>
            {picture.origin ? '正在转存' : `${Math.round(picture.progress * 100)}%`}
          </span>
        </>
      )}
      {state === 'waiting' && <span className={shared.noteFigures}>{isMember ? '等待上传' : '登录后自动上传'}</span>}
      {state === 'failed' && <Problem text={picture?.fault ?? ''} />}
      {state === 'lost' && <Problem text="图片没有保留下来，请重新选择" />}
      {state === 'inline' && <Problem text="图片直接写在正文里，不能发布" />}
      {state === 'foreign' && <Problem isMild text="图片在别的网站上，本站可能显示不出来。请保存到设备后上传" />}
      {(state === 'own' || state === 'stored') && <span className={shared.noteFigures}>已上传</span>}
      {!isReadOnly && (
        <div className={styles.actions}>
          {state === 'waiting' && !isMember && (
            <Button variant="quiet" onClick={() => openDialog('login')}>
              登录
            </Button>
          )}
          {state === 'failed' && (picture?.file || picture?.origin) && key && (
            <Button variant="quiet" aria-label={`重试上传图片 ${number}`} onClick={() => queue.retry(key)}>
              重试
            </Button>
          )}
          {written && (
            <Button variant="quiet" onClick={() => put(written)}>
              改为上传
            </Button>
          )}
          {state !== 'sending' && state !== 'waiting' && !written && (
            <Button
              variant="quiet"
              aria-label={`${chooseLabel}图片 ${number}`}
              onClick={() => inputRef.current?.click()}
            >
              {chooseLabel}
            </Button>
          )}
          <Button
            variant="quiet"
            aria-label={`${state === 'sending' ? '取消上传' : '移除'}图片 ${number}`}
            onClick={remove}
          >
            {state === 'sending' ? '取消' : '移除'}
          </Button>
        </div>
      )}
      <FileInput
        ref={inputRef}
        hidden
        aria-label={`选择图片 ${number}`}
        accept={PICTURE_TYPES}
        onFiles={([file]) => file && put(file)}
      />
    </div>
  )
}

function Problem({ text, isMild = false }: { text: string; isMild?: boolean }) {
  return (
    <span className={styles.problem} data-mild={isMild || undefined}>
      <Icon of={isMild ? TriangleAlert : CircleAlert} sizePx={16} />
      {text}
    </span>
  )
}

function Thumbnail({ address, picture }: { address: string; picture: QueuedPicture | undefined }) {
  const source = getPictureSource(address)
  const src = source === 'own' || source === 'inline' ? address : picture?.src
  return src ? <img className={styles.thumbnail} src={src} alt="" /> : <span className={styles.thumbnail} />
}
