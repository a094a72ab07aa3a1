import type { SignedStep } from '@portal/contract/certificates/desk/desk-rules.ts'
import { useEffect, useRef } from 'react'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { Facts } from '#manage/controls/values/facts.tsx'
import { Button } from '#ui/forms/button.tsx'
import { describeChange, type PendingChange, REASON_WORDS } from '../desk-words.ts'
import { describeRecords } from '../raw-records/record-words.ts'

interface ConfirmApprovalProps {
  certificateNo: string
  pendingChange: PendingChange
  step: SignedStep
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

const STEP_WORDS = {
  review: {
    title: '审核通过这份证书？',
    confirm: '确认通过',
    busy: '提交中',
    effect: '通过后由授权签字人批准，您的署名印在证书上。',
  },
  approve: {
    title: '批准并发布这份证书？',
    confirm: '确认发布',
    busy: '批准中',
    effect: '发布后对持码人可见，不能收回，只能更正、换发或撤销。',
  },
  withdraw: { title: '撤销这份证书？', confirm: '确认撤销', busy: '批准中', effect: '撤销后不能恢复。' },
} as const

/** Asks once before a review or an approval, with the certificate's own words. Its button has the focus, so that Enter confirms. */
export function ConfirmApproval({
  certificateNo,
  pendingChange,
  step,
  isBusy,
  onConfirm,
  onClose,
}: ConfirmApprovalProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const { kind, reason, form } = pendingChange
  const isEnd = kind === 'withdrawal'
  const words = STEP_WORDS[step === 'approve' && isEnd ? 'withdraw' : step]
  const { conclusion = '（未填结论）', treatment = '（未填）' } = form.fields
  return (
    <ManageDialog
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            取消 <KeyCaps of="Escape" />
          </Button>
          <Button ref={button} isBusy={isBusy} busyLabel={words.busy} onClick={onConfirm}>
            {words.confirm} <KeyCaps of="Enter" />
          </Button>
        </>
      }
    >
      <Facts
        of={[
          ['证书编号', certificateNo],
          ['检验结论', conclusion],
          ['优化处理', isEnd ? null : treatment],
          ['事项', describeChange(pendingChange)],
          [REASON_WORDS[kind], reason],
          ['原始记录', describeRecords(pendingChange.rawRecords)],
        ]}
      />
      <p>{words.effect}</p>
    </ManageDialog>
  )
}
