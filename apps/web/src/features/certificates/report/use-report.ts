import { CODE } from '@portal/contract/errors.ts'
import { type FormEvent, useState } from 'react'
import { data, useLocation, useNavigation } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { defineAction } from '#lib/api/define-action.ts'
import { useCheckedDraft } from '#lib/use-checked-draft.ts'
import { EMPTY_REPORT, findFaults, type ReportDraft, type ReportFault, readReport, toReport } from './report-draft.ts'
import { useReportPictures } from './report-pictures.tsx'

/**
 * State of the report form.
 * @param certificateNo number in the address
 */
export function useReport(certificateNo: string, outcome: ReportOutcome | undefined) {
  const sent = outcome && outcome.kind !== 'sent' ? outcome : undefined
  // Evidence of a failed check, passed by the lookup page.
  const passed = (useLocation().state as { report?: string } | null)?.report ?? ''
  const initial = sent?.draft ?? { ...EMPTY_REPORT, certificateNo, text: passed }
  const form = useCheckedDraft<keyof ReportDraft, ReportDraft>(initial, findFaults, sent?.kind === 'faulty')
  const [summary, setSummary] = useState('')
  const pictures = useReportPictures()
  const [isWaiting, setIsWaiting] = useState(false)
  const isBusy = useNavigation().state === 'submitting'

  /** Submits a valid form. */
  const handleSubmit = (event: FormEvent) => {
    setSummary(Object.values(form.faults).join('，'))
    const isValid = form.check()
    if (!isValid || isBusy || pictures.pending) event.preventDefault()
    setIsWaiting(isValid && pictures.pending !== '')
  }
  return {
    ...form,
    summary,
    isBusy,
    pictures,
    /** Reason why the last attempt was not sent, as long as the reason holds. */
    waiting: isWaiting ? pictures.pending : '',
    handleSubmit,
  }
}

/** Result of a report. `failed`: not accepted; `code` and `message` are those of the answer. */
export type ReportOutcome =
  | { kind: 'sent'; followed: { ticket: number; key: string } | null }
  | { kind: 'faulty'; draft: ReportDraft; faults: ReportFault }
  | { kind: 'failed'; draft: ReportDraft; code: number; message: string }

/** Sends a report. Every result but `sent` returns the input. */
export const reportAction = defineAction(async ({ api, form, request }) => {
  const draft = readReport(form)
  const faults = findFaults(draft)
  if (Object.keys(faults).length > 0) {
    return data<ReportOutcome>({ kind: 'faulty', draft, faults }, { status: CODE.malformed })
  }
  try {
    const sent = form.getAll('picture')
    const names = sent.filter((value): value is string => typeof value === 'string' && value !== '')
    const files = sent.filter((value): value is File => value instanceof File && value.size > 0)
    // Only the server loads this: browsers without JavaScript send the files themselves.
    const { sendReportPictures } = files.length > 0 ? await import('#lib/api/report-pictures.ts') : {}
    const pictures = [...names, ...((await sendReportPictures?.(api, files)) ?? [])]
    const body = { ...toReport(draft), ...(pictures.length > 0 && { pictures }) }
    const followed = await api.call('POST /v1/certificate/report', { body, quiet: true })
    return data<ReportOutcome>({ kind: 'sent', followed })
  } catch (reason) {
    if (request.signal.aborted) throw reason
    const { code, message } = reason instanceof ApiError ? reason : { code: 0, message: '' }
    const status = code === CODE.tooMany || code === CODE.malformed ? code : CODE.overloaded
    return data<ReportOutcome>({ kind: 'failed', draft, code, message }, { status })
  }
})
