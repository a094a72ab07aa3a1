import { REISSUE_REASON_NAMES, REISSUE_REASONS, type ReissueReason } from '@portal/contract/certificates/amendments.ts'
import { DESK_MAX } from '@portal/contract/certificates/desk/desk-rules.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select, TextArea } from '#manage/controls/forms/inputs.tsx'

const REASONS = REISSUE_REASON_NAMES.map((value) => ({ value, label: REISSUE_REASONS[value] }))
const NONE = { value: '', label: '请选择' }

/** Requests the reason of a reissue before a number is made. Its kind is printed; the note stays in the laboratory. */
export function ReissueDialog({ certificateNo, onClose }: { certificateNo: string; onClose: () => void }) {
  const api = useApi()
  const navigate = useNavigate()
  const [reason, setReason] = useState<ReissueReason | ''>('')
  const [note, setNote] = useState('')

  async function reissue() {
    if (reason === '') return
    const body = { reason, ...(note.trim() !== '' && { note: note.trim() }) }
    const params = { certificateNo }
    const created = await api.call('POST /v1/manage/certificates/{certificateNo}/reissue', { params, body })
    await navigate(`/certificates/${created.certificateNo}`)
  }

  return (
    <DangerDialog
      title={`换发 ${certificateNo}`}
      verb="换发"
      isHarmless
      isIncomplete={reason === ''}
      onConfirm={reissue}
      onClose={onClose}
    >
      <p>生成新的编号与核对码，内容取自这份证书。新证书批准后，这份证书随即作废，核对码销毁。</p>
      <Field label="换发原因" hint="印在新证书上，持证人可见，并写入公开日志">
        <Select
          value={reason}
          options={[NONE, ...REASONS]}
          onChange={({ target }) => setReason(target.value as ReissueReason | '')}
        />
      </Field>
      <Field
        label="内部说明"
        isOptional
        hint="只记入经过与操作记录，如挂失人、单号；持证人看不到"
        count={{ now: note.length, max: DESK_MAX.reason }}
      >
        <TextArea value={note} maxLength={DESK_MAX.reason} onChange={({ target }) => setNote(target.value)} />
      </Field>
    </DangerDialog>
  )
}
