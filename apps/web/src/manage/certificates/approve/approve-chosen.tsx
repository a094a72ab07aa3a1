import { lazy, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import type { DeskRow } from '../desk-words.ts'

const ApproveDialog = lazy(async () => ({ default: (await import('./approve-dialog.tsx')).ApproveDialog }))

/** Approves the selected certificates; renders nothing without the duty, or when none of them waits for a signatory. */
export function ApproveChosen({ rows, onDone }: { rows: readonly DeskRow[]; onDone: () => void }) {
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
  return (
    <>
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
