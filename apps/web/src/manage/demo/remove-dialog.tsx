import { useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { CheckBox } from '#manage/controls/forms/check-box.tsx'
import { Pick } from '#manage/controls/forms/check-group.tsx'

interface RemoveDialogProps {
  count: number
  addedCount: number
  /** Command for the operator's backup; `null`: the site makes the backup. */
  backupCommand: string | null
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Confirms the removal; where the site makes no backup, the user must confirm that there is one. */
export function RemoveDialog({ count, addedCount, backupCommand, onConfirm, onClose }: RemoveDialogProps) {
  const [isBackedUp, setIsBackedUp] = useState(backupCommand === null)
  return (
    <DangerDialog title="移除演示内容" verb="移除" isIncomplete={!isBackedUp} onConfirm={onConfirm} onClose={onClose}>
      <p>
        {formatNumber(count)} 项演示内容
        {addedCount > 0 && `，以及加在其上的 ${formatNumber(addedCount)} 项，`}
        将从公开页面与管理中消失。您的账号与自己写的内容不变。
      </p>
      {backupCommand === null ? (
        <p>移除前自动备份，可能需要一会儿。完成后会给出备份的位置和恢复命令。</p>
      ) : (
        <Pick label="已用 pg_dump 备份数据库" note="没有备份就不能恢复">
          <CheckBox checked={isBackedUp} onChange={({ target }) => setIsBackedUp(target.checked)} />
        </Pick>
      )}
    </DangerDialog>
  )
}
