import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import {
  isPenaltyIncomplete,
  NO_PENALTY,
  PenaltyFields,
  toPenaltyBody,
} from '#manage/controls/forms/penalty-fields.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { useAction } from '#manage/controls/saving/use-action.ts'
import { Button } from '#ui/forms/button.tsx'
import styles from './people.module.css'
import type { Person } from './people-words.ts'

interface StateDialogProps {
  person: Person
  isStaff: boolean
  onClose: () => void
}

/** The dialog 停用“…”. */
export function DisableDialog({ person, isStaff, onClose }: StateDialogProps) {
  const api = useApi()
  const runAction = useAction()
  const [penalty, setPenalty] = useState(NO_PENALTY)
  const confirm = () => {
    const input = { params: { id: person.id }, body: { ...toPenaltyBody(penalty), version: person.version } }
    return runAction(
      () =>
        isStaff
          ? api.call('POST /v1/manage/users/{id}/disableStaff', input)
          : api.call('POST /v1/manage/users/{id}/disable', input),
      `已停用“${person.nickname}”`,
    )
  }
  return (
    <DangerDialog
      title={`停用“${person.nickname}”`}
      verb="停用"
      isIncomplete={isPenaltyIncomplete(penalty)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className={styles.form}>
        <p>
          停用后 1 秒内退出全部设备，不能登录、发言、收消息。已发布的内容保留{isStaff && '，所兼职责暂停，草稿不丢'}。
        </p>
        <PenaltyFields value={penalty} onChange={setPenalty} />
        {person.openTickets > 0 && <Note>名下有 {person.openTickets} 件经办工单，停用后转为“无人经办”。</Note>}
      </div>
    </DangerDialog>
  )
}

/** The dialog 启用“…”. */
export function EnableDialog({ person, isStaff, onClose }: StateDialogProps) {
  const api = useApi()
  const runAction = useAction()
  const { isBusy, run } = useBusy()
  const input = { params: { id: person.id }, body: { version: person.version } }
  const confirm = () =>
    run(async () => {
      await runAction(
        () =>
          isStaff
            ? api.call('POST /v1/manage/users/{id}/enableStaff', input)
            : api.call('POST /v1/manage/users/{id}/enable', input),
        `已启用“${person.nickname}”`,
      )
      onClose()
    })
  return (
    <ManageDialog
      title={`启用“${person.nickname}”`}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            不启用
          </Button>
          <Button isBusy={isBusy} busyLabel="启用中" onClick={() => void confirm()}>
            启用
          </Button>
        </>
      }
    >
      <p>启用后可以重新登录{isStaff && '，原来的职责恢复'}。停用记录保留。</p>
    </ManageDialog>
  )
}
