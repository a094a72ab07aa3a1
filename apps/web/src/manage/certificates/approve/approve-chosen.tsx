import { APPROVAL_TASK_MAX } from '@portal/contract/certificates/desk/desk-rules.ts'
import { lazy, Suspense, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import type { DeskRow } from '../desk-words.ts'
import { buildDeskQuery } from '../list/desk-filter.ts'

const ApproveDialog = lazy(async () => ({ default: (await import('./approve-dialog.tsx')).ApproveDialog }))

interface ApproveChosenProps {
  /** The selected rows. */
  rows: readonly DeskRow[]
  /** Whole page selected: the filter has further pages, whose certificates can be approved too. */
  hasMorePages: boolean
  onDone: () => void
}

/** Approves the selected certificates; renders nothing without the duty, or when none of them waits for a signatory. */
export function ApproveChosen({ rows, hasMorePages, onDone }: ApproveChosenProps) {
  const api = useApi()
  const [address] = useSearchParams()
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
    const { changeState: _state, ...query } = buildDeskQuery(address)
    const waiting = await api.call('GET /v1/manage/certificates/waiting', { query }).catch(() => null)
    if (!waiting) return
    if (waiting.hasMore) showToast('warning', `待批超过 ${APPROVAL_TASK_MAX} 份，这次列出前 ${APPROVAL_TASK_MAX} 份`)
    setNumbers(waiting.numbers)
  }
  return (
    <>
      {hasMorePages && (
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
