import type { ManagedComment } from '@portal/contract/community/managed-comments.ts'
import { useState } from 'react'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { isPenaltyIncomplete, NO_PENALTY, type Penalty, PenaltyFields } from '#manage/controls/forms/penalty-fields.tsx'
import styles from './comments-page.module.css'

interface DisableDialogProps {
  comments: readonly ManagedComment[]
  onConfirm: (penalty: Penalty) => Promise<unknown>
  onClose: () => void
}

/** Rejects comments and disables the accounts of their writers. */
export function DisableDialog({ comments, onConfirm, onClose }: DisableDialogProps) {
  const [penalty, setPenalty] = useState(NO_PENALTY)
  const names = [...new Map(comments.map(({ userId, nickname }) => [userId, nickname ?? '用户'])).values()]
  return (
    <DangerDialog
      title={`拒绝 ${comments.length} 条评论，停用 ${names.length} 位作者？`}
      verb="拒绝并停用"
      keep="不处理"
      isIncomplete={isPenaltyIncomplete(penalty)}
      onConfirm={() => onConfirm(penalty)}
      onClose={onClose}
    >
      <div className={styles.form}>
        <p>
          {names.slice(0, 5).join('、')}
          {names.length > 5 && '等'}：停用后 1 秒内退出全部设备，不能登录、发言、收消息，已公开的内容保留。10
          秒内可以撤销，之后在“用户”里启用。
        </p>
        <PenaltyFields value={penalty} onChange={setPenalty} />
      </div>
    </DangerDialog>
  )
}
