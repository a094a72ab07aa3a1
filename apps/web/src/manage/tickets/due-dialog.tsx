import { DAY_MS } from '@portal/contract/constants.ts'
import { DUE_MAX_DAYS } from '@portal/contract/tickets/ticket-rules.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { type FormEvent, useState } from 'react'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'

interface DueDialogProps {
  /** Due time, `2026-11-20 03:36:00`; `null` once the clock has stopped, e.g. because an answer has been sent. */
  dueTime: string | null
  onMove: (dueTime: string) => void
  onClose: () => void
}

/** Moves the due time of a ticket. */
export function DueDialog({ dueTime, onMove, onClose }: DueDialogProps) {
  const [text, setText] = useState((dueTime ?? '').slice(0, 16).replace(' ', 'T'))
  const wall = text.replace('T', ' ').slice(0, 16)
  const atMs = toInstantMs(wall) ?? 0
  const isInTime = atMs > Date.now() && atMs < Date.now() + DUE_MAX_DAYS * DAY_MS
  const isRight = isInTime && dueTime !== null
  const error = isInTime ? undefined : `须在今后 ${DUE_MAX_DAYS} 天内`
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isRight) return
    onMove(wall)
    onClose()
  }
  return (
    <ManageDialog
      title="改期"
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            不改
          </Button>
          <Button type="submit" form="move-due" disabled={!isRight}>
            改期
          </Button>
        </>
      }
    >
      <form id="move-due" onSubmit={handleSubmit}>
        {dueTime === null && (
          <Note tone="warning" isLive>
            这件工单刚停止计时（答复已送出，或已办结），现在不能改期。重新计时后再改。
          </Note>
        )}
        <Field label="应答复于（北京时间）" error={error}>
          <TextInput type="datetime-local" value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
      </form>
    </ManageDialog>
  )
}
