import { readNumber } from '@portal/contract/numbers/typed-numbers.ts'
import type { Sample } from '@portal/contract/orders/manage-orders.ts'
import { useState } from 'react'
import { formatShortNo } from '#domain/orders/short-number.ts'
import { useApi } from '#lib/api/api-context.ts'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { LineField } from '#manage/controls/forms/line-field.tsx'
import { useStep } from '../shared/use-step.ts'

/** Ends the work on a sample with the number of its published certificate. */
export function FinishDialog({ sample, onClose }: { sample: Sample; onClose: () => void }) {
  const api = useApi()
  const runStep = useStep()
  const [typed, setTyped] = useState(sample.certificateNo ?? '')
  const reading = readNumber('certificate', typed)
  const certificateNo = reading.kind === 'right' ? reading.number : null
  const { sampleNo, revision } = sample
  const finish = () => {
    if (certificateNo === null) throw new Error('no certificate number')
    const options = { params: { sampleNo }, body: { revision, certificateNo } }
    return runStep(() => api.call('POST /v1/manage/samples/{sampleNo}/certificate', options), '已登记证书')
  }
  return (
    <DangerDialog
      title={`出证书：${formatShortNo(sampleNo)}`}
      verb="登记"
      keep="取消"
      isHarmless
      isIncomplete={certificateNo === null}
      onConfirm={finish}
      onClose={onClose}
    >
      <p>证书须已发布。登记后这件检毕，交回收发即可领取。</p>
      <LineField
        label="证书编号"
        hint="扫证书上的码，或输入编号"
        error={reading.kind === 'wrong' && typed.trim().length >= 16 ? '不是证书编号，请核对' : undefined}
        isFigures
        value={typed}
        onChange={setTyped}
      />
    </DangerDialog>
  )
}
