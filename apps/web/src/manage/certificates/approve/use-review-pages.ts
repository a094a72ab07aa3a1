import type { DataFor } from '@portal/contract/calls.ts'
import { APPROVAL_BATCH_MAX, DESK_CHOSEN_MAX, type SignedStep } from '@portal/contract/certificates/desk/desk-rules.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'

type Review = DataFor<'POST /v1/manage/certificates/review'>
export type ReviewRow = Review['records'][number]

/** Loads certificates for their review or approval in pages, the next one on request. */
export function useReviewPages(step: SignedStep, numbers: readonly string[]) {
  const api = useApi()
  const [pages, setPages] = useState<readonly Review[]>([])
  const [wanted, setWanted] = useState(1)
  const [hasFailed, setHasFailed] = useState(false)
  const [requestedNumbers] = useState(() => numbers.slice(0, DESK_CHOSEN_MAX))
  const from = pages.length * APPROVAL_BATCH_MAX
  const isLoading = pages.length < wanted && from < requestedNumbers.length && !hasFailed
  useEffect(() => {
    if (!isLoading) return undefined
    const stop = new AbortController()
    const body = { step, numbers: requestedNumbers.slice(from, from + APPROVAL_BATCH_MAX) }
    api.call('POST /v1/manage/certificates/review', { body, signal: stop.signal }).then(
      (page) => {
        setPages((all) => [...all, page])
        // Nothing of a page without rows is read, so the next one is loaded at once.
        if (page.records.length === 0) setWanted((before) => before + 1)
      },
      () => {
        if (!stop.signal.aborted) setHasFailed(true)
      },
    )
    return () => stop.abort()
  }, [api, step, requestedNumbers, from, isLoading])

  const rows = useMemo(() => pages.flatMap(({ records }) => records), [pages])
  const count = pages.length
  const loadNext = useCallback(() => setWanted(count + 1), [count])
  return {
    pages,
    rows,
    loadNext,
    /** Number of the chosen certificates. */
    total: requestedNumbers.length,
    state: hasFailed ? ('failed' as const) : isLoading ? ('loading' as const) : ('ready' as const),
    reload: () => setHasFailed(false),
  }
}
