import { useEffect, useState } from 'react'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { LoadingRows } from '#manage/controls/layout/loading-rows.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import { type Part, type PictureEdit, WHOLE } from '../work/picture-edit.ts'
import { PictureRefused } from '../work/prepare-picture.ts'
import { CropArea } from './crop-area.tsx'
import styles from './crop-dialog.module.css'
import { toCrop } from './crop-part.ts'

interface CropDialogProps {
  /** Loads the whole picture and its current crop. @throws PictureRefused */
  open: (signal: AbortSignal) => Promise<{ blob: Blob; crop: PictureEdit['crop'] }>
  onCrop: (crop: PictureEdit['crop']) => void
  onClose: () => void
}

/** Chooses the part of a picture that remains. The whole picture is kept while the page is open, so that a crop can be enlarged again. */
export function CropDialog({ open, onCrop, onClose }: CropDialogProps) {
  const [src, setSrc] = useState('')
  const [fault, setFault] = useState('')
  const [part, setPart] = useState<Part>(WHOLE)
  const [opening] = useState(() => open)

  useEffect(() => {
    const controller = new AbortController()
    let address = ''
    opening(controller.signal).then(
      ({ blob, crop }) => {
        if (controller.signal.aborted) return
        address = URL.createObjectURL(blob)
        setSrc(address)
        setPart(crop ?? WHOLE)
      },
      (reason: unknown) => {
        if (controller.signal.aborted) return
        setFault(reason instanceof PictureRefused ? reason.message : '图片没有打开，请检查网络后重试')
      },
    )
    return () => {
      controller.abort()
      if (address !== '') URL.revokeObjectURL(address)
    }
  }, [opening])

  const applyCrop = () => {
    onCrop(toCrop(part))
    onClose()
  }
  return (
    <ManageDialog
      title="裁剪图片"
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" disabled={src === ''} onClick={() => setPart(WHOLE)}>
            整张
          </Button>
          <Button variant="outline" onClick={onClose}>
            取消
          </Button>
          <Button disabled={src === ''} onClick={applyCrop}>
            裁剪
          </Button>
        </>
      }
    >
      <div className={styles.root}>
        {fault !== '' && <Note tone="warning">{fault}</Note>}
        {fault === '' && src === '' && <LoadingRows />}
        {src !== '' && <CropArea src={src} part={part} onChange={setPart} />}
        <p className={styles.hint}>
          拖动框或四角；键盘用方向键，按住 Shift 一次移动一成。画面宽按比例换算，比例尺不变。
        </p>
      </div>
    </ManageDialog>
  )
}
