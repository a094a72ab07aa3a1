import { useState } from 'react'
import { useBusy } from '#lib/api/use-busy.ts'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { Button } from '#ui/forms/button.tsx'

interface ScheduleDialogProps {
  /** @param publishAt `2026-12-01 09:00`, UTC+8 */
  onSet: (publishAt: string) => Promise<void>
  onClose: () => void
}

/** Chooses the time of a publication. */
export function ScheduleDialog({ onSet, onClose }: ScheduleDialogProps) {
  const [time, setTime] = useState('')
  const { isBusy, run } = useBusy()
  const schedule = () =>
    run(async () => {
      await onSet(time.replace('T', ' ').slice(0, 16))
      onClose()
    })
  return (
    <ManageDialog
      title="定时发布"
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            不定时
          </Button>
          <Button disabled={time === ''} isBusy={isBusy} busyLabel="设置中" onClick={() => void schedule()}>
            定时发布
          </Button>
        </>
      }
    >
      <Field label="发布时间" place="北京时间" hint="到时自动发布，首页与列表同时更新">
        <TextInput type="datetime-local" value={time} onChange={({ target }) => setTime(target.value)} />
      </Field>
    </ManageDialog>
  )
}
