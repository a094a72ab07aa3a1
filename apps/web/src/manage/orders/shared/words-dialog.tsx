import { ORDER_MAX } from '@portal/contract/orders/order-rules.ts'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextArea } from '#manage/controls/forms/inputs.tsx'
import { Button } from '#ui/forms/button.tsx'

/** Minimum length of a reason, in characters. */
export const REASON_MIN = 4

interface WordsDialogProps {
  /** Title with the act and its object. */
  title: string
  verb: string
  /** Name of the field. */
  label?: string | undefined
  isHarmless?: boolean
  /** Consequences. */
  children?: ReactNode
  /** Fields below the words. */
  more?: ReactNode
  /** One of those is wrong. */
  isWrong?: boolean
  onConfirm: (text: string) => Promise<unknown>
  onClose: () => void
}

/** An act that needs words, which the custody chain keeps. */
export function WordsDialog({
  label = '理由',
  isHarmless = false,
  children,
  more,
  isWrong = false,
  onConfirm,
  ...rest
}: WordsDialogProps) {
  const [text, setText] = useState('')
  const typed = text.trim()
  return (
    <DangerDialog
      {...rest}
      keep="取消"
      isHarmless={isHarmless}
      isIncomplete={typed.length < REASON_MIN || isWrong}
      onConfirm={() => onConfirm(typed)}
    >
      {children}
      <Field
        label={label}
        hint={`至少 ${REASON_MIN} 个字，记入保管链，不能修改`}
        count={{ now: typed.length, max: ORDER_MAX.reason }}
      >
        <TextArea
          value={text}
          maxLength={ORDER_MAX.reason}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.currentTarget.form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
          }}
        />
      </Field>
      {more}
    </DangerDialog>
  )
}

interface WordsButtonProps extends Omit<WordsDialogProps, 'onClose'> {
  variant?: 'outline' | 'quiet'
}

/** A button that opens the dialog of its act. */
export function WordsButton({ variant = 'outline', ...dialog }: WordsButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant={variant} onClick={() => setIsOpen(true)}>
        {dialog.verb}…
      </Button>
      {/* A dialog inside of a table would inherit the alignment of the cell. */}
      {isOpen && createPortal(<WordsDialog {...dialog} onClose={() => setIsOpen(false)} />, document.body)}
    </>
  )
}
