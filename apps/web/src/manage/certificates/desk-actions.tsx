import { DESK_MAX } from '@portal/contract/certificates/desk/desk-rules.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextArea } from '#manage/controls/forms/inputs.tsx'
import { useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import type { DeskCertificate } from './desk-words.ts'
import { ReissueDialog } from './reissue-dialog.tsx'
import { WithdrawalActions } from './withdraw/withdrawal-actions.tsx'

type Ask = 'correct' | 'withdraw' | 'discard' | 'reissue' | null

/** Buttons for the steps that the caller may take now. */
export function DeskActions({ certificate }: { certificate: DeskCertificate }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { isBusy, run } = useBusy()
  const { duties, id } = useSelf()
  const [openDialog, setOpenDialog] = useState<Ask>(null)
  const { certificateNo, pendingChange, shownState, isAltered } = certificate
  const params = { certificateNo }
  const mayPrepare = duties.includes('certify') || duties.includes('owner')
  const isOwn = pendingChange?.writers.some((writer) => writer.id === id) ?? false
  const isSubmitted = pendingChange?.state === 'submitted'
  const revision = pendingChange?.revision ?? 0

  const step = async (act: () => Promise<unknown>, done: string) => {
    try {
      await act()
      showToast('success', done)
    } finally {
      await revalidate()
    }
  }
  return (
    <>
      {shownState === 'published' && pendingChange?.kind !== 'withdrawal' && (
        <>
          {!pendingChange && !isAltered && mayPrepare && (
            <>
              <Button variant="outline" onClick={() => setOpenDialog('correct')}>
                更正
              </Button>
              <Button variant="outline" onClick={() => setOpenDialog('reissue')}>
                换发
              </Button>
            </>
          )}
          <Button variant="quiet" onClick={() => setOpenDialog('withdraw')}>
            申请撤销
          </Button>
        </>
      )}
      {pendingChange && !isSubmitted && mayPrepare && (
        <Button variant="quiet" onClick={() => setOpenDialog('discard')}>
          放弃
        </Button>
      )}
      {isSubmitted && isOwn && !pendingChange.isOpened && (
        <Button
          variant="outline"
          isBusy={isBusy}
          onClick={() =>
            void run(() =>
              step(
                () => api.call('POST /v1/manage/certificates/{certificateNo}/return', { params, body: { revision } }),
                '已撤回提交',
              ),
            )
          }
        >
          撤回提交
        </Button>
      )}
      <WithdrawalActions certificate={certificate} />
      {openDialog === 'reissue' && <ReissueDialog certificateNo={certificateNo} onClose={() => setOpenDialog(null)} />}
      {openDialog && openDialog !== 'reissue' && (
        <AskDialog
          ask={openDialog}
          certificateNo={certificateNo}
          revision={revision}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </>
  )
}

const ASKS = {
  correct: {
    title: '更正',
    verb: '开始更正',
    label: '更正原因（印在新版上，并写入公开日志）',
    min: 1,
    max: DESK_MAX.reason,
  },
  withdraw: { title: '撤销', verb: '申请撤销', label: '撤销原因（持证人可见）', min: 1, max: DESK_MAX.reason },
  discard: { title: '放弃', verb: '放弃', label: null, min: 0, max: 0 },
} as const

interface AskDialogProps {
  ask: keyof typeof ASKS
  certificateNo: string
  revision: number
  onClose: () => void
}

/** Requests the reason of a step. */
function AskDialog({ ask, certificateNo, revision, onClose }: AskDialogProps) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [reason, setReason] = useState('')
  const { title, verb, label, min, max } = ASKS[ask]
  const params = { certificateNo }
  const send = {
    correct: () => api.call('POST /v1/manage/certificates', { body: { corrects: certificateNo, reason } }),
    withdraw: () => api.call('POST /v1/manage/certificates/{certificateNo}/withdraw', { params, body: { reason } }),
    discard: () => api.call('POST /v1/manage/certificates/{certificateNo}/discard', { params, body: { revision } }),
  }
  return (
    <DangerDialog
      title={`${title} ${certificateNo}`}
      verb={verb}
      isHarmless={ask === 'correct'}
      isIncomplete={reason.trim().length < min}
      onConfirm={async () => {
        await send[ask]()
        await revalidate()
      }}
      onClose={onClose}
    >
      {label === null ? (
        <p>草稿的内容不再保留。从未发布的编号作废，不再使用。</p>
      ) : (
        <Field label={label} count={{ now: reason.length, max }}>
          <TextArea value={reason} maxLength={max} onChange={({ target }) => setReason(target.value)} />
        </Field>
      )}
    </DangerDialog>
  )
}
