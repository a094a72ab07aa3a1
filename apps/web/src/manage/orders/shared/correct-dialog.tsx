import type { ManagedOrder, Sample } from '@portal/contract/orders/manage-orders.ts'
import { useState } from 'react'
import { readMass } from '#domain/orders/typed-values.ts'
import { useApi } from '#lib/api/api-context.ts'
import { LineField } from '#manage/controls/forms/line-field.tsx'
import { DivisionSelect } from './division-select.tsx'
import { DIVISIONS } from './mass-reading.ts'
import { formatMass } from './order-words.tsx'
import { useStep } from './use-step.ts'
import { WordsDialog } from './words-dialog.tsx'

interface CorrectDialogProps {
  sample: Pick<Sample, 'sampleNo' | 'revision' | 'massInG' | 'divisionInG'>
  /** The sample as this page names it. */
  name: string
  onClose: () => void
}

/** Whether an account has weighed a sample at reception, so that another person has to correct its mass. */
export const hasWeighed = (events: ManagedOrder['events'], sampleNo: string, accountId: string): boolean =>
  events.some(
    (event) =>
      event.sampleNo === sampleNo && event.byId === accountId && (event.kind === 'receive' || event.kind === 'correct'),
  )

/** Corrects a mass that was mistyped at reception. */
export function CorrectDialog({ sample, name, onClose }: CorrectDialogProps) {
  const api = useApi()
  const runStep = useStep()
  const { sampleNo, revision, massInG } = sample
  const [typed, setTyped] = useState('')
  const [divisionG, setDivisionG] = useState(DIVISIONS.find((one) => one === sample.divisionInG) ?? '0.001')
  const { massG, fault } = readMass(typed)
  const correct = async (text: string): Promise<void> => {
    if (massG === null) return
    const options = { params: { sampleNo }, body: { revision, massG, divisionG, text } }
    await runStep(
      () => api.call('POST /v1/manage/samples/{sampleNo}/mass', options),
      '已更正，请重打标签与回执，换下原来的',
    )
  }
  return (
    <WordsDialog
      title={`更正质量：${name}`}
      verb="更正质量"
      isHarmless
      isWrong={massG === null}
      onConfirm={correct}
      onClose={onClose}
    >
      <p>收样质量 {formatMass(massInG)} 填错时，由没有称量过它的同事或负责人重新称量后更正。取样之后不能再更正。</p>
      <LineField
        label="重新称量（g）"
        isFigures
        inputMode="decimal"
        placeholder="0.000"
        value={typed}
        error={fault ?? undefined}
        onChange={setTyped}
      />
      <DivisionSelect value={divisionG} onChange={setDivisionG} />
    </WordsDialog>
  )
}
