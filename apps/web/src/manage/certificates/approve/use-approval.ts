import type { DataFor } from '@portal/contract/calls.ts'
import { APPROVAL_BATCH_MAX, type SignedStep } from '@portal/contract/certificates/desk/desk-rules.ts'
import { useCallback, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { useApprovalTask } from './approval-task-store.ts'
import { type ReviewRow, useReviewPages } from './use-review-pages.ts'

export type ApprovalResult = DataFor<'POST /v1/manage/certificates/approve'>['results'][number]

/** Boxes that a signatory has checked for a certificate. */
export interface Marks {
  isChosen: boolean
  /** It was on the screen, or the keys moved to it. */
  isRead: boolean
  /** 已看，同意发布 or 已看，审核通过: the box of a certificate with warnings. */
  isSeen: boolean
  /** Number and day of a withdrawal are published. */
  isNoticed: boolean
}

const UNTOUCHED: Marks = { isChosen: true, isRead: false, isSeen: false, isNoticed: false }

/** Finds the reason why a row cannot be approved here; `null`: it can. */
export function findObstacle({ refusal, warnings }: ReviewRow): string | null {
  if (refusal !== null) return refusal
  return warnings.some(({ answer }) => answer === null) ? '有警示尚未答复，请打开单份处理' : null
}

/** Whether the certificate was read with its warnings, so that it can be approved. */
export const isReadWhole = ({ warnings }: ReviewRow, { isRead, isSeen }: Marks) =>
  isRead && (isSeen || warnings.length === 0)

const isChosen = (row: ReviewRow, marks: Marks) =>
  findObstacle(row) === null && marks.isChosen && isReadWhole(row, marks)

/** Formats the warnings with their answers: certificates with the same text ask for the same consent. */
const formatWarnings = ({ warnings }: ReviewRow) => JSON.stringify(warnings.map(({ text, answer }) => [text, answer]))

/** Certificates before the end of the loaded ones at whose reading the next ones are loaded. */
const LOAD_AHEAD = 10

const toChosen = ({ certificateNo, revision, contentHash, kind }: ReviewRow, { isNoticed }: Marks) => ({
  certificateNo,
  revision,
  contentHash,
  ...(kind === 'withdrawal' && { isNoticed }),
})

/** Whether the certificate was reviewed or approved. */
export const isDone = (outcome: ApprovalResult['outcome']) => outcome === 'published' || outcome === 'reviewed'

/** Loads certificates for their review or approval, and takes the step for the checked ones. */
export function useApproval(step: SignedStep, numbers: readonly string[], onClose: (hasChanged: boolean) => void) {
  const api = useApi()
  const { isBusy, run } = useBusy()
  const { pages, rows, loadNext, state, reload, total } = useReviewPages(step, numbers)
  const [marks, setMarks] = useState<Readonly<Record<string, Marks>>>({})
  const [results, setResults] = useState<readonly ApprovalResult[] | null>(null)
  const notSubmitted = pages.flatMap((page) => page.notSubmitted)
  const getMarks = (certificateNo: string) => marks[certificateNo] ?? UNTOUCHED
  const chosen = rows.filter((row) => isChosen(row, getMarks(row.certificateNo)))

  const mark = useCallback(
    (certificateNo: string, changed: Partial<Marks>) =>
      setMarks((all) => ({ ...all, [certificateNo]: { ...(all[certificateNo] ?? UNTOUCHED), ...changed } })),
    [],
  )
  /** Counts the read certificates by warnings whose box is not checked yet. */
  const openByWarnings = new Map<string, number>()
  for (const row of rows) {
    if (!isOpen(row)) continue
    const key = formatWarnings(row)
    openByWarnings.set(key, (openByWarnings.get(key) ?? 0) + 1)
  }
  function isOpen(row: ReviewRow): boolean {
    const { isRead, isSeen } = getMarks(row.certificateNo)
    return isRead && !isSeen && row.warnings.length > 0 && findObstacle(row) === null
  }

  /** Checks the box of each read certificate with the same warnings and answers. */
  const agreeToAlike = useCallback(
    (row: ReviewRow) => {
      const key = formatWarnings(row)
      const alike = rows.filter((other) => formatWarnings(other) === key)
      setMarks((all) => {
        const agreed = alike.flatMap(({ certificateNo }) => {
          const marks = all[certificateNo]
          return marks?.isRead ? [[certificateNo, { ...marks, isSeen: true }] as const] : []
        })
        return { ...all, ...Object.fromEntries(agreed) }
      })
    },
    [rows],
  )

  const noteRead = useCallback(
    (certificateNo: string) => {
      mark(certificateNo, { isRead: true })
      const isNearEnd = rows.slice(-LOAD_AHEAD).some((row) => row.certificateNo === certificateNo)
      if (isNearEnd) loadNext()
    },
    [mark, rows, loadNext],
  )

  async function approve(): Promise<void> {
    if (chosen.length === 0 || isBusy) return
    const certificates = chosen.map((row) => toChosen(row, getMarks(row.certificateNo)))
    await run(async () => {
      if (certificates.length > APPROVAL_BATCH_MAX) {
        const task = await api.call('POST /v1/manage/certificates/approvals', { body: { step, certificates } })
        useApprovalTask.setState({ task })
        onClose(true)
        return
      }
      const answer = await api.call('POST /v1/manage/certificates/approve', { body: { step, certificates } })
      setResults(answer.results)
      if (answer.results.some(({ outcome }) => !isDone(outcome))) return
      showToast('success', `${step === 'review' ? '已通过审核' : '已批准'} ${answer.results.length} 份`)
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
    mark,
    noteRead,
    agreeToAlike,
    /**
     * Number of other read certificates with the same warnings and answers whose box is not checked; 0 as long as the box of
     * this one is not, so that its row is not rendered again with each reading.
     */
    countAlike: (row: ReviewRow) =>
      getMarks(row.certificateNo).isSeen ? (openByWarnings.get(formatWarnings(row)) ?? 0) : 0,
    /** Number of certificates that were read, and of those that can be. */
    readCount: rows.filter(({ certificateNo }) => getMarks(certificateNo).isRead).length,
    total: total - notSubmitted.length,
    state,
    reload,
  }
}
