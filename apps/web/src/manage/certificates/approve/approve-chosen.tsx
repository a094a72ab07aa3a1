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

/** Approves the selected certificates; renders nothing without the duty, or when none of them waits for a signatory. */
export function ApproveChosen({ rows, isWholePage, onDone }: ApproveChosenProps) {
  const listNumbers = useFilterNumbers()
  const { revalidate } = useRevalidator()
  const { duties } = useSelf()
  const [numbers, setNumbers] = useState<readonly string[] | null>(null)
  const mayApprove = duties.includes('approve') || duties.includes('owner')
  const isWaiting = rows.some(({ changeState }) => changeState === 'submitted')
  if (!mayApprove || (!isWaiting && numbers === null)) return null
  const close = (hasChanged: boolean) => {
    setNumbers(null)
    if (!hasChanged) return
    onDone()
    void revalidate()
  }
  const chooseAll = async () => {
    const waiting = await listNumbers({ stage: 'approval' })
    if (waiting) setNumbers(waiting)
  }
  return (
    <>
      {isWholePage && (
        <Button variant="quiet" onClick={() => void chooseAll()}>
          批准全部待批…
        </Button>
      )}
      <Button variant="quiet" onClick={() => setNumbers(rows.map(({ certificateNo }) => certificateNo))}>
        批准所选…
      </Button>
      {numbers && (
        <Suspense>
          <ApproveDialog numbers={numbers} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
