import type { Sample } from '@portal/contract/orders/manage-orders.ts'
import { applyStep, type ItemStepName, mayTakeStep } from '@portal/contract/orders/order-rules.ts'
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
  const makeDraft = useDraft()
  const { certificateNo } = sample
  const isMine = sample.holderId === self.id
  const may = (step: ItemStepName) => applyStep(sample, step) !== null && mayTakeStep(self.duties, step)
  const acts: (readonly [word: string, run: () => void])[] = []
  if (isDone(sample)) acts.push(['交回收发', () => move(sample, 'bring')])
  if (!isMine && may('take')) acts.push(['取样', () => move(sample, 'take')])
  if (isMine && certificateNo === null && may('draft')) acts.push(['建草稿', () => makeDraft(sample)])
  return (
    <span className={styles.acts}>
      {acts.map(([word, run]) => (
        <Button variant="outline" key={word} aria-label={`${word}：${sample.sampleNo}`} onClick={run}>
          {word}
        </Button>
      ))}
      {certificateNo !== null && (
        <ButtonLink variant="outline" to={`/certificates/${certificateNo}`} aria-label={`打开证书 ${certificateNo}`}>
          打开
        </ButtonLink>
      )}
      <StepMenu
        sample={sample}
        name={sample.sampleNo}
        steps={isDone(sample) ? ['store'] : ['store', 'bring', 'ask', 'answer', 'end']}
        first={isMine && may('finish') ? { text: '出证书…', run: onFinish } : undefined}
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
