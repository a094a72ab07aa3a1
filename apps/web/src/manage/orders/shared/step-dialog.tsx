import type { Sample } from '@portal/contract/orders/manage-orders.ts'
import { ITEM_STEP_NAMES, type PLAIN_STEPS } from '@portal/contract/orders/order-rules.ts'
import type { Choice } from '@portal/contract/orders/order-shapes.ts'
import { type ReactNode, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { LineField } from '#manage/controls/forms/line-field.tsx'
import { ChoiceFields, readChoices, type TypedChoice } from './choice-fields.tsx'
import { useStep } from './use-step.ts'
import { WordsDialog } from './words-dialog.tsx'

/** Steps of the call for steps; the others have calls of their own. */
export type NamedStep = (typeof PLAIN_STEPS)[number]

const TRAY_MAX = 20

const LABELS: Readonly<Partial<Record<NamedStep, string>>> = {
  ask: '问题',
  answer: '答复，以及何人何时怎样答复',
  refuse: '理由，委托方会看到',
  end: '理由，委托方会看到',
}

interface StepDialogProps {
  step: NamedStep
  sample: Pick<Sample, 'sampleNo' | 'revision'>
  /** The sample as this page names it. */
  name: string
  /** Consequences. */
  children?: ReactNode
  /** Runs before the step, e.g. the intake of a sample about which a question is asked; returns the revision after it. */
  before?: () => Promise<number>
  onDone?: () => void
  onClose: () => void
}

/** Takes a step that needs words or a tray. */
export function StepDialog({ step, sample, name, children, before, onDone, onClose }: StepDialogProps) {
  const api = useApi()
  const runStep = useStep()
  const [typedChoices, setTypedChoices] = useState<TypedChoice[]>([])
  const choices = readChoices(typedChoices)
  const verb = ITEM_STEP_NAMES[step]
  const take = async (more: { tray: string } | { text: string; choices?: Choice[] }): Promise<void> => {
    const send = async () => {
      const revision = before ? await before() : sample.revision
      const params = { sampleNo: sample.sampleNo }
      await api.call('POST /v1/manage/samples/{sampleNo}/steps', { params, body: { revision, step, ...more } })
    }
    await runStep(send, `已${verb}`)
    onDone?.()
  }
  const title = `${verb}：${name}`
  if (step === 'store')
    return <TrayDialog title={title} verb={verb} onConfirm={(tray) => take({ tray })} onClose={onClose} />
  return (
    <WordsDialog
      title={title}
      verb={verb}
      label={LABELS[step]}
      isHarmless={step !== 'refuse' && step !== 'withdraw'}
      more={step === 'ask' && <ChoiceFields choices={typedChoices} onChange={setTypedChoices} />}
      isWrong={choices === null}
      onConfirm={(text) => take({ text, ...(choices && choices.length > 0 && { choices }) })}
      onClose={onClose}
    >
      {children}
    </WordsDialog>
  )
}

interface TrayDialogProps {
  title: string
  verb: string
  onConfirm: (tray: string) => Promise<void>
  onClose: () => void
}

/** Asks for the tray; its code may be scanned into the field. */
function TrayDialog({ title, verb, onConfirm, onClose }: TrayDialogProps) {
  const [text, setText] = useState('')
  const tray = text.trim()
  return (
    <DangerDialog
      title={title}
      verb={verb}
      keep="取消"
      isHarmless
      isIncomplete={tray === ''}
      onConfirm={() => onConfirm(tray)}
      onClose={onClose}
    >
      <LineField label="柜格" hint="扫柜格的码，或填写柜与格" maxLength={TRAY_MAX} value={text} onChange={setText} />
    </DangerDialog>
  )
}
