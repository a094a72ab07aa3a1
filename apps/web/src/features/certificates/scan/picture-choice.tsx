import { Image } from '@lucide/icons'
import { useState } from 'react'
import { FileButton } from '#ui/forms/file-button.tsx'
import { NotAPictureError, readPicture } from './read-picture.ts'

export interface PictureChoiceProps {
  onText: (text: string) => void
  /** Called with an error message. */
  onFault: (words: string) => void
}

const NOTHING_FOUND = '图片中没有认出二维码。请换一张更清晰、二维码更大的图片，或手动输入编号。'
const NO_PICTURE = '这个文件不是能打开的图片，请另选一张。'

/** Chooses a picture with a plain file field, which also works in the web views of chat apps. */
export function PictureChoice({ onText, onFault }: PictureChoiceProps) {
  const [isBusy, setIsBusy] = useState(false)
  const handleFile = async (file: File) => {
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
    <FileButton icon={Image} accept="image/*" isBlock isBusy={isBusy} onFile={(file) => void handleFile(file)}>
      {isBusy ? '识别中' : '从相册选取图片'}
    </FileButton>
  )
}
