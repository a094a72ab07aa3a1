import { useState } from 'react'
import { useBusy } from '#lib/api/use-busy.ts'
import { countChars } from '#lib/feedback.ts'
import { showToast } from '#lib/toasts.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import styles from '#ui/dialogs/form-dialog.module.css'
import { Button } from '#ui/forms/button.tsx'
import { RadioRow } from '#ui/forms/radio-row.tsx'
import { TextArea } from '#ui/forms/text-area.tsx'
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
/** With the longest reason before it, within the 200 characters of `POST /v1/comment/report` (contract). */
const MORE_MAX = 180

/** Reports a comment to the editors with a reason. */
export function ReportDialog({ comments, comment, onClose }: ReportDialogProps) {
  const [reason, setReason] = useState(REASONS[0] ?? OTHER)
  const [more, setMore] = useState('')
  const [error, setError] = useState<string>()
  const { isBusy, run } = useBusy()
  const text = more.trim() ? `${reason}：${more.trim()}` : reason

  const send = async () => {
    const wrong = faultOf(reason, more.trim())
    setError(wrong)
    if (wrong) return
    await run(async () => {
      if (!(await comments.report(comment, text))) return
      onClose()
      showToast('success', '举报已提交，编辑会查看')
    })
  }
  return (
    <Dialog
      title={`举报“${comment.writer.name}”的评论`}
      titleClass={styles.title}
      onClose={onClose}
      className={styles.root}
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
      <TextArea
        label={reason === OTHER ? '说明' : '补充说明（可不填）'}
        rows={3}
        value={more}
        error={error}
        count={{ now: countChars(more.trim()), max: MORE_MAX }}
        onChange={({ target }) => setMore(target.value)}
      />
      <div className={shared.buttonRow}>
        <Button variant="outline" onClick={onClose}>
          取消
        </Button>
        <Button isBusy={isBusy} busyLabel="提交中" onClick={() => void send()}>
          提交举报
        </Button>
      </div>
    </Dialog>
  )
}

function faultOf(reason: string, more: string): string | undefined {
  if (reason === OTHER && more === '') return '请写明原因'
  return countChars(more) > MORE_MAX ? `说明超过 ${MORE_MAX} 字，请缩短` : undefined
}
