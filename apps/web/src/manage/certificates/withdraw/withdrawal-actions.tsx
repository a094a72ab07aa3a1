import { DESK_MAX } from '@portal/contract/certificates/desk/desk-rules.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { DangerButton, DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextArea } from '#manage/controls/forms/inputs.tsx'
import { useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { Tick } from '../approve/tick.tsx'
import type { DeskCertificate } from '../desk-words.ts'

/** Buttons for an emergency withdrawal by one signatory, and for the confirmation of another signatory's withdrawal. */
export function WithdrawalActions({ certificate }: { certificate: DeskCertificate }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { isBusy, run } = useBusy()
  const { duties } = useSelf()
  const [isAsking, setIsAsking] = useState(false)
  const { certificateNo, shownState, unconfirmed, maySign } = certificate
  const mayApprove = duties.includes('approve') || duties.includes('owner')
  if (!mayApprove || !maySign) return null
  const confirm = () =>
    run(async () => {
      const call = { params: { certificateNo } }
      await api.call('POST /v1/manage/certificates/{certificateNo}/confirm', call).finally(revalidate)
      showToast('success', '已复核')
    })
  return (
    <>
      {shownState === 'published' && <DangerButton onClick={() => setIsAsking(true)}>紧急撤销…</DangerButton>}
      {unconfirmed && (
        <Button disabled={unconfirmed.isOwn} isBusy={isBusy} busyLabel="复核中" onClick={() => void confirm()}>
          {unconfirmed.isOwn ? '由您撤销，须他人复核' : '复核撤销'}
        </Button>
      )}
      {isAsking && <EmergencyDialog certificate={certificate} onClose={() => setIsAsking(false)} />}
    </>
  )
}

function EmergencyDialog({ certificate, onClose }: { certificate: DeskCertificate; onClose: () => void }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [reason, setReason] = useState('')
  const [isNoticed, setIsNoticed] = useState(false)
  const { certificateNo, pendingChange, fourEyesOff } = certificate
  return (
    <DangerDialog
      title={`紧急撤销 ${certificateNo}`}
      verb="撤销"
      isIncomplete={reason.trim() === ''}
      onConfirm={async () => {
        const call = { params: { certificateNo }, body: { reason, isNoticed } }
        await api.call('POST /v1/manage/certificates/{certificateNo}/withdrawNow', call)
        await revalidate()
      }}
      onClose={onClose}
    >
      <p>持码人随即看到撤销与原因，不能恢复。{pendingChange && '正在办理的更正或撤销申请同时结束。'}</p>
      {fourEyesOff === undefined && <p>须另一位授权签字人在 24 小时内复核，逾期通知负责人。不紧急的请用“申请撤销”。</p>}
      <Field label="撤销原因（持证人可见）" count={{ now: reason.length, max: DESK_MAX.reason }}>
        <TextArea value={reason} maxLength={DESK_MAX.reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
      <Tick isTicked={isNoticed} onTick={setIsNoticed}>
        在公开的撤销名单中列出编号与日期
      </Tick>
    </DangerDialog>
  )
}
