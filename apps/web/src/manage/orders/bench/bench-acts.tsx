import type { Sample } from '@portal/contract/orders/manage-orders.ts'
import { applyStep, mayTakeStep } from '@portal/contract/orders/order-rules.ts'
import { useNavigate } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import type { StaffSelf } from '#manage/staff/staff-store.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { StepMenu, useMove } from '../shared/step-menu.tsx'
import { useStep } from '../shared/use-step.ts'
import styles from './bench.module.css'
import { isDone } from './bench-due.ts'

interface BenchActsProps {
  sample: Sample
  self: StaffSelf
  onFinish: () => void
}

/** The frequent act as a word, the others in a menu. */
export function BenchActs({ sample, self, onFinish }: BenchActsProps) {
  const move = useMove()
  const isMine = sample.holderId === self.id
  const mayTake = !isMine && applyStep(sample, 'take') && mayTakeStep(self.duties, 'take')
  const makeDraft = useDraft()
  const { certificateNo } = sample
  const mayDraft = isMine && certificateNo === null && applyStep(sample, 'draft') && mayTakeStep(self.duties, 'draft')
  const mayFinish = isMine && applyStep(sample, 'finish') && mayTakeStep(self.duties, 'finish')
  return (
    <span className={styles.acts}>
      {isDone(sample) && (
        <Button variant="outline" aria-label={`交回收发：${sample.sampleNo}`} onClick={() => move(sample, 'bring')}>
          交回收发
        </Button>
      )}
      {mayTake && (
        <Button variant="outline" aria-label={`取样：${sample.sampleNo}`} onClick={() => move(sample, 'take')}>
          取样
        </Button>
      )}
      {mayDraft && (
        <Button variant="outline" aria-label={`建草稿：${sample.sampleNo}`} onClick={() => makeDraft(sample)}>
          建草稿
        </Button>
      )}
      {certificateNo !== null && (
        <ButtonLink variant="outline" to={`/certificates/${certificateNo}`} aria-label={`打开证书 ${certificateNo}`}>
          打开
        </ButtonLink>
      )}
      <StepMenu
        sample={sample}
        name={sample.sampleNo}
        steps={isDone(sample) ? ['store'] : ['store', 'bring', 'ask', 'answer', 'end']}
        first={mayFinish ? { text: '出证书…', run: onFinish } : undefined}
      />
    </span>
  )
}

/** Makes the draft of a sample's certificate, and opens it. */
function useDraft() {
  const api = useApi()
  const navigate = useNavigate()
  const runStep = useStep()
  return ({ sampleNo, revision }: Sample): void => {
    const make = async () => {
      const options = { params: { sampleNo }, body: { revision } }
      const { certificateNo } = await api.call('POST /v1/manage/samples/{sampleNo}/draft', options)
      await navigate(`/certificates/${certificateNo}`)
    }
    // The failure has been shown.
    void runStep(make, '已建草稿').catch(() => null)
  }
}
