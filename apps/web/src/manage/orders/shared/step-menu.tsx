import { Ellipsis } from '@lucide/icons'
import type { Sample } from '@portal/contract/orders/manage-orders.ts'
import { applyStep, ITEM_STEP_NAMES, mayTakeStep } from '@portal/contract/orders/order-rules.ts'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useApi } from '#lib/api/api-context.ts'
import { Menu, MenuButton } from '#manage/controls/layout/menu.tsx'
import { useSelf } from '#manage/staff/staff-store.ts'
import { Icon } from '#ui/icon.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { type NamedStep, StepDialog } from './step-dialog.tsx'
import styles from './step-menu.module.css'
import { useStep } from './use-step.ts'

/** Steps of the menu; a corrected mass has a call of its own. */
type MenuStep = NamedStep | 'correct'

interface StepMenuProps {
  sample: Sample
  /** The sample as this page names it. */
  name: string
  /** Steps that state and duties allow, as the page offers them. */
  steps: readonly MenuStep[]
  /** A further act of the page, first in the menu. */
  first?: { text: string; run: () => void } | undefined
}

/** Further steps of a sample. Moves happen at once; the others ask for words. */
export function StepMenu({ sample, name, steps, first }: StepMenuProps) {
  const { duties } = useSelf()
  const move = useMove()
  const [open, setOpen] = useState<MenuStep | null>(null)
  const possible = steps.filter(
    (step) =>
      applyStep(sample, step) && mayTakeStep(duties, step) && (step !== 'bring' || sample.place !== 'reception'),
  )
  if (possible.length === 0 && !first) return null
  const choose = (step: MenuStep) => (step === 'bring' || step === 'take' ? move(sample, step) : setOpen(step))
  return (
    <>
      <Menu label={<Icon of={Ellipsis} sizePx={18} />} name={`更多：${name}`} className={styles.more}>
        {first && <MenuButton onClick={first.run}>{first.text}</MenuButton>}
        {possible.map((step) => (
          <MenuButton key={step} tone={step === 'withdraw' ? 'danger' : 'plain'} onClick={() => choose(step)}>
            {ITEM_STEP_NAMES[step]}
            {step !== 'bring' && step !== 'take' && '…'}
          </MenuButton>
        ))}
      </Menu>
      {/* A dialog inside of the table would inherit the alignment of the cell. */}
      {open &&
        createPortal(
          open === 'correct' ? (
            <CorrectDialog sample={sample} name={name} onClose={() => setOpen(null)} />
          ) : (
            <StepDialog step={open} sample={sample} name={name} onClose={() => setOpen(null)} />
          ),
          document.body,
        )}
    </>
  )
}

/** Takes a sample to oneself, or brings it back to reception. */
export function useMove() {
  const api = useApi()
  const runStep = useStep()
  return ({ sampleNo, revision }: Sample, step: 'take' | 'bring'): void => {
    const options = { params: { sampleNo }, body: { revision, step } }
    // The failure has been shown.
    void runStep(() => api.call('POST /v1/manage/samples/{sampleNo}/steps', options), `已${ITEM_STEP_NAMES[step]}`)
      // The button of the step is gone, so its row gets the focus.
      .then(() => requestAnimationFrame(() => focusRow(sampleNo)))
      .catch(() => null)
  }
}

/** Focuses the row of a sample when no element has the focus. */
function focusRow(sampleNo: string): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>(`tr[data-row="${sampleNo}"]`)?.focus()
}
