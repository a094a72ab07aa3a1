import { type ReactNode, useState } from 'react'
import { useBusy } from '#lib/api/use-busy.ts'
import { countChars } from '#lib/feedback.ts'
import { Button } from '../forms/button.tsx'
import { TextArea } from '../forms/text-area.tsx'
import shared from '../shared.module.css'
import { Dialog, type DialogProps } from './dialog.tsx'
import styles from './form-dialog.module.css'

interface TextDialogProps extends Pick<DialogProps, 'title' | 'titleClass' | 'dismissOnScrim' | 'onClose'> {
  /** Props of the text area; `max` is its limit in characters. */
  field: { label: string; hint?: string; rows: number; max: number }
  submitLabel: string
  busyLabel: string
  /** Returns the message for a text that cannot be sent. */
  faultOf: (text: string) => string | undefined
  /** Resolves to whether it succeeded; the dialog then closes. */
  onSubmit: (text: string) => Promise<boolean>
  /** Content above the field. */
  children: ReactNode
}

/** A dialog that sends a text after removing white space around it. */
export function TextDialog({ field, submitLabel, busyLabel, faultOf, onSubmit, children, ...dialog }: TextDialogProps) {
  const { max, ...area } = field
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const { isBusy, run } = useBusy()
  const text = typed.trim()
  const submit = async () => {
    const fault = faultOf(text)
    setError(fault)
    if (fault) return
    await run(async () => {
      if (await onSubmit(text)) dialog.onClose()
    })
  }
  return (
    <Dialog titleClass={styles.title} className={styles.root} {...dialog}>
      {children}
      <TextArea
        {...area}
        value={typed}
        error={error}
        count={{ now: countChars(text), max }}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className={shared.buttonRow}>
        <Button variant="outline" onClick={dialog.onClose}>
          取消
        </Button>
        <Button isBusy={isBusy} busyLabel={busyLabel} onClick={() => void submit()}>
          {submitLabel}
        </Button>
      </div>
    </Dialog>
  )
}
