import { useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { countChars } from '#lib/feedback.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import styles from '#ui/dialogs/form-dialog.module.css'
import { Button } from '#ui/forms/button.tsx'
import { TextArea } from '#ui/forms/text-area.tsx'
import shared from '#ui/shared.module.css'

export interface TakeOffDialogProps {
  title: string
  /** Resolves to whether it succeeded. */
  onTakeOff: (note: string) => Promise<boolean>
  onClose: () => void
}

/** Limit of `POST /v1/review/article` (contract, `reviewArticle`), in characters. */
const NOTE_MAX = 400

/** Asks for the reason to unpublish an article. */
export function TakeOffDialog({ title, onTakeOff, onClose }: TakeOffDialogProps) {
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const takeOff = async () => {
    const wrong = faultOf(note.trim())
    setError(wrong)
    if (wrong) return
    setIsBusy(true)
    if (await onTakeOff(note.trim())) onClose()
    else setIsBusy(false)
  }
  return (
    <Dialog
      title={`下架“${title}”？`}
      titleClass={classNames(styles.title, shared.pretty)}
      className={styles.root}
      onClose={onClose}
    >
      <p className={styles.words}>下架后只有作者和编辑能看到这篇文章，评论一并隐藏；可在审核页重新上架。</p>
      <TextArea
        label="原因"
        hint="以通知告诉作者。"
        rows={4}
        value={note}
        error={error}
        count={{ now: countChars(note.trim()), max: NOTE_MAX }}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className={shared.buttonRow}>
        <Button variant="outline" onClick={onClose}>
          取消
        </Button>
        <Button isBusy={isBusy} busyLabel="下架中" onClick={() => void takeOff()}>
          下架
        </Button>
      </div>
    </Dialog>
  )
}

function faultOf(note: string): string | undefined {
  if (note === '') return '请写明下架的原因'
  return countChars(note) > NOTE_MAX ? `原因超过 ${NOTE_MAX} 字，请缩短` : undefined
}
