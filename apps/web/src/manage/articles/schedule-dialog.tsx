import { toInstantMs } from '@portal/contract/time.ts'
import { type ReactNode, useState } from 'react'
import { useBusy } from '#lib/api/use-busy.ts'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { Button } from '#ui/forms/button.tsx'

interface ScheduleDialogProps {
  /** @param publishAt `2026-12-01 09:00`, UTC+8 */
  onSet: (publishAt: string) => Promise<void>
  onClose: () => void
  /** Time that is set already. */
  planned?: string
  /** Warnings above the time. */
  children?: ReactNode
}

/** Chooses the time of a publication. */
export function ScheduleDialog({ onSet, onClose, planned = '', children }: ScheduleDialogProps) {
  const [time, setTime] = useState(planned.replace(' ', 'T'))
  const [fault, setFault] = useState('')
  const { isBusy, run } = useBusy()
  const publishAt = time.replace('T', ' ').slice(0, 16)
  const schedule = async () => {
    const isPast = (toInstantMs(publishAt) ?? 0) <= Date.now()
    if (isPast) return setFault('请选择以后的时间')
    await run(async () => {
      await onSet(publishAt)
      onClose()
    })
  }
  return (
    <ManageDialog
      title={planned ? '改发布时间' : '定时发布'}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            {planned ? '不改' : '不定时'}
          </Button>
          <Button
            disabled={time === '' || publishAt === planned}
            isBusy={isBusy}
            busyLabel="设置中"
            onClick={() => void schedule()}
          >
            {planned ? '改到这时' : '定时发布'}
          </Button>
        </>
      }
    >
      {children}
      <Field label="发布时间" place="北京时间" hint="到时自动发布，首页与列表同时更新" error={fault}>
        <TextInput type="datetime-local" value={time} onChange={({ target }) => setTime(target.value)} />
      </Field>
    </ManageDialog>
  )
}
