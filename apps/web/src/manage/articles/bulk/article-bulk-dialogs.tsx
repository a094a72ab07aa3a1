import { type ReactNode, useState } from 'react'
import { useBusy } from '#lib/api/use-busy.ts'
import { DialogButtons } from '#manage/controls/dialogs/dialog-buttons.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select } from '#manage/controls/forms/inputs.tsx'

export interface Topic {
  id: number
  name: string
}

interface AskDialogProps {
  title: string
  verb: string
  /** What the change means. */
  words: string
  onSure: () => Promise<void>
  onClose: () => void
  /** Warnings, shown below the question. */
  children?: ReactNode
}

/** Confirms a change that readers see, or to articles that are not all visible. */
export function AskDialog({ title, verb, words, onSure, onClose, children }: AskDialogProps) {
  const { isBusy, run } = useBusy()
  const confirmChange = () =>
    run(async () => {
      await onSure()
      onClose()
    })
  return (
    <ManageDialog
      title={title}
      onClose={onClose}
      actions={
        <DialogButtons isBusy={isBusy} busyLabel="处理中" onClick={() => void confirmChange()} onClose={onClose}>
          {verb}
        </DialogButtons>
      }
    >
      <p>{words}</p>
      {children}
    </ManageDialog>
  )
}

interface TopicDialogProps {
  title: string
  label: string
  topics: readonly Topic[]
  onChoose: (id: number) => Promise<void>
  onClose: () => void
}

/** Chooses the category or tag of a change. */
export function TopicDialog({ title, label, topics, onChoose, onClose }: TopicDialogProps) {
  const [id, setId] = useState(String(topics[0]?.id ?? ''))
  const { isBusy, run } = useBusy()
  const choose = () =>
    run(async () => {
      await onChoose(Number(id))
      onClose()
    })
  return (
    <ManageDialog
      title={title}
      onClose={onClose}
      actions={
        <DialogButtons isBusy={isBusy} busyLabel="处理中" onClick={() => void choose()} onClose={onClose}>
          {title}
        </DialogButtons>
      }
    >
      <Field label={label}>
        <Select
          value={id}
          options={topics.map((topic) => ({ value: String(topic.id), label: topic.name }))}
          onChange={({ target }) => setId(target.value)}
        />
      </Field>
    </ManageDialog>
  )
}
