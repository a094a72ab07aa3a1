import { useState } from 'react'
import { countChars } from '#lib/feedback.ts'
import { showToast } from '#lib/toasts.ts'
import styles from '#ui/dialogs/form-dialog.module.css'
import { TextDialog } from '#ui/dialogs/text-dialog.tsx'
import { RadioRow } from '#ui/forms/radio-row.tsx'
import shared from '#ui/shared.module.css'
import type { CommentView } from './comment-view.ts'
import type { Comments } from './use-comments.ts'

export interface ReportDialogProps {
  comments: Comments
  comment: CommentView
  onClose: () => void
}

const OTHER = '其他'
const REASONS = ['广告或引流', '辱骂、人身攻击', '虚假信息', '涉嫌违法', OTHER]
/**
 * Maximum length of the details. Together with the longest reason they fit into the 200 characters of `POST
 * /v1/comment/report` (contract).
 */
const DETAILS_MAX = 180

/** Reports a comment to the editors with a reason. */
export function ReportDialog({ comments, comment, onClose }: ReportDialogProps) {
  const [reason, setReason] = useState(REASONS[0] ?? OTHER)
  const findFault = (more: string) => {
    if (reason === OTHER && more === '') return '请写明原因'
    return countChars(more) > DETAILS_MAX ? `说明超过 ${DETAILS_MAX} 字，请缩短` : undefined
  }
  const send = async (more: string) => {
    const isSent = await comments.report(comment, more ? `${reason}：${more}` : reason)
    if (isSent) showToast('success', '举报已提交，编辑会查看')
    return isSent
  }
  return (
    <TextDialog
      title={`举报“${comment.writer.name}”的评论`}
      field={{ label: reason === OTHER ? '说明' : '补充说明（可不填）', rows: 3, max: DETAILS_MAX }}
      submitLabel="提交举报"
      busyLabel="提交中"
      faultOf={findFault}
      onSubmit={send}
      onClose={onClose}
      dismissOnScrim
    >
      <RadioRow
        legend="原因"
        name="reason"
        choices={REASONS.map((text) => ({ value: text, text }))}
        value={reason}
        onChange={setReason}
        look={{ ...styles, legend: shared.label }}
      />
    </TextDialog>
  )
}
