import type { DataFor } from '@portal/contract/calls.ts'
import { APPROVAL_BATCH_MAX } from '@portal/contract/certificates/desk/desk-rules.ts'
import { useEffect, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'

type Review = DataFor<'POST /v1/manage/certificates/review'>
export type ReviewRow = Review['records'][number]
export type ApprovalResult = DataFor<'POST /v1/manage/certificates/approve'>['results'][number]

/** Boxes that a signatory has checked for a certificate. */
export interface Marks {
  isChosen: boolean
  /** 已看，同意发布: the box of a certificate with warnings. */
  isSeen: boolean
  /** Number and day of a withdrawal are published. */
  isNoticed: boolean
}

const UNTOUCHED: Marks = { isChosen: true, isSeen: false, isNoticed: false }

/** Finds the reason why a row cannot be approved here; `null`: it can. */
export function findObstacle({ refusal, warnings }: ReviewRow): string | null {
  if (refusal !== null) return refusal
  return warnings.some(({ answer }) => answer === null) ? '有警示尚未答复，请打开单份处理' : null
}

const isChosen = (row: ReviewRow, { isChosen: isTicked, isSeen }: Marks) =>
  findObstacle(row) === null && isTicked && (isSeen || row.warnings.length === 0)

/** Loads certificates for their approval, and approves the checked ones. */
export function useApproval(numbers: readonly string[], onClose: (hasChanged: boolean) => void) {
  const api = useApi()
  const { isBusy, run } = useBusy()
  const [review, setReview] = useState<Review | 'loading' | 'failed'>('loading')
  const [marks, setMarks] = useState<Readonly<Record<string, Marks>>>({})
  const [results, setResults] = useState<readonly ApprovalResult[] | null>(null)
  const [requestedNumbers] = useState(() => numbers.slice(0, APPROVAL_BATCH_MAX))
  const isLoading = review === 'loading'
  useEffect(() => {
    if (!isLoading) return undefined
    const stop = new AbortController()
    api
      .call('POST /v1/manage/certificates/review', { body: { numbers: [...requestedNumbers] }, signal: stop.signal })
      .then(setReview, () => {
        if (!stop.signal.aborted) setReview('failed')
      })
    return () => stop.abort()
  }, [api, requestedNumbers, isLoading])

  const { records: rows, notSubmitted } = typeof review === 'object' ? review : { records: [], notSubmitted: [] }
  const getMarks = (certificateNo: string) => marks[certificateNo] ?? UNTOUCHED
  const chosen = rows.filter((row) => isChosen(row, getMarks(row.certificateNo)))

  async function approve(): Promise<void> {
    if (chosen.length === 0 || isBusy) return
    const certificates = chosen.map(({ certificateNo, revision, contentHash, kind }) => ({
      certificateNo,
      revision,
      contentHash,
      ...(kind === 'withdrawal' && { isNoticed: getMarks(certificateNo).isNoticed }),
    }))
    await run(async () => {
      const answer = await api.call('POST /v1/manage/certificates/approve', { body: { certificates } })
      setResults(answer.results)
      if (answer.results.some(({ outcome }) => outcome !== 'published')) return
      showToast('success', `已批准 ${answer.results.length} 份`)
      onClose(true)
    })
  }

  return {
    rows,
    notSubmitted,
    chosen,
    results,
    isBusy,
    approve,
    getMarks,
    state: typeof review === 'object' ? ('ready' as const) : review,
    mark: (certificateNo: string, changed: Partial<Marks>) =>
      setMarks((all) => ({ ...all, [certificateNo]: { ...(all[certificateNo] ?? UNTOUCHED), ...changed } })),
    reload: () => setReview('loading'),
  }
}
