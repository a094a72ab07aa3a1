import { SIGNED_STEPS, type SignedStep } from '@portal/contract/certificates/desk/desk-rules.ts'
import { lazy, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import type { DeskRow } from '../desk-words.ts'
import { useFilterNumbers } from '../list/use-filter-numbers.ts'

const ApproveDialog = lazy(async () => ({ default: (await import('./approve-dialog.tsx')).ApproveDialog }))

interface ApproveChosenProps {
  /** The selected rows. */
  rows: readonly DeskRow[]
  /** Every row of the page is selected, and the filter has further pages. */
  isWholePage: boolean
  onDone: () => void
}

/** Reviews or approves the selected certificates; renders nothing without the duties, or when none of them waits for a step. */
export function SignChosen(props: ApproveChosenProps) {
  const { duties } = useSelf()
  return SIGNED_STEPS.filter((step) => duties.includes(step) || duties.includes('owner')).map((step) => (
    <ApproveChosen key={step} step={step} {...props} />
  ))
}

const WORDS = {
  review: { all: '审核全部待审核…', chosen: '审核所选…' },
  approve: { all: '批准全部待批…', chosen: '批准所选…' },
} as const

function ApproveChosen({ step, rows, isWholePage, onDone }: ApproveChosenProps & { step: SignedStep }) {
  const listNumbers = useFilterNumbers()
  const { revalidate } = useRevalidator()
  const [numbers, setNumbers] = useState<readonly string[] | null>(null)
  const isWaiting = rows.some(
    ({ changeState, awaitsReview = false }) => changeState === 'submitted' && awaitsReview === (step === 'review'),
  )
  if (!isWaiting && numbers === null) return null
  const close = (hasChanged: boolean) => {
    setNumbers(null)
    if (!hasChanged) return
    onDone()
    void revalidate()
  }
  const chooseAll = async () => {
    const waiting = await listNumbers({ stage: step === 'review' ? 'review' : 'approval' })
    if (waiting) setNumbers(waiting)
  }
  return (
    <>
      {isWholePage && (
        <Button variant="quiet" onClick={() => void chooseAll()}>
          {WORDS[step].all}
        </Button>
      )}
      <Button variant="quiet" onClick={() => setNumbers(rows.map(({ certificateNo }) => certificateNo))}>
        {WORDS[step].chosen}
      </Button>
      {numbers && (
        <Suspense>
          <ApproveDialog step={step} numbers={numbers} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
