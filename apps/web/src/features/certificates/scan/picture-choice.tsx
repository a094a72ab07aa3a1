import { Image } from '@lucide/icons'
import { type ChangeEvent, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import styles from './picture-choice.module.css'
import { NotAPictureError, readPicture } from './read-picture.ts'

export interface PictureChoiceProps {
  onText: (text: string) => void
  /** A sentence to show. */
  onFault: (words: string) => void
}

const NOTHING_FOUND = '图片中没有认出二维码。请换一张更清晰、二维码更大的图片，或手动输入编号。'
const NO_PICTURE = '这个文件不是能打开的图片，请另选一张。'

/** Takes a picture from the album; an ordinary file field, which web views of chats know too. */
export function PictureChoice({ onText, onFault }: PictureChoiceProps) {
  const [isBusy, setIsBusy] = useState(false)
  const handleChange = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same picture may be chosen again.
    target.value = ''
    if (!file) return
    setIsBusy(true)
    try {
      const text = await readPicture(file)
      if (text === null) onFault(NOTHING_FOUND)
      else onText(text)
    } catch (reason) {
      onFault(reason instanceof NotAPictureError ? NO_PICTURE : NOTHING_FOUND)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <label className={styles.root} aria-busy={isBusy || undefined}>
      <input
        className={styles.input}
        type="file"
        accept="image/*"
        disabled={isBusy}
        onChange={(event) => void handleChange(event)}
      />
      <Icon of={Image} sizePx={18} />
      {isBusy ? '识别中' : '从相册选取图片'}
    </label>
  )
}
