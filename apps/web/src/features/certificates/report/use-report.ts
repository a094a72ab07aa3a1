import { REPORT_PICTURES_MAX } from '@portal/contract/certificates/certificate-states.ts'
import { CODE } from '@portal/contract/errors.ts'
import { type FormEvent, useRef, useState } from 'react'
import { data, useNavigation } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { defineAction } from '#lib/api/define-action.ts'
import { EMPTY_REPORT, faultsOf, type ReportDraft, type ReportFault, readReport, toReport } from './report-draft.ts'
import { useReportPictures } from './report-pictures.tsx'

/** The state of the report form. @param certificateNo from the address */
export function useReport(certificateNo: string, outcome: ReportOutcome | undefined) {
  const sent = outcome && outcome.kind !== 'sent' ? outcome : undefined
  const [draft, setDraft] = useState<ReportDraft>(sent?.draft ?? { ...EMPTY_REPORT, certificateNo })
  const [checked, setChecked] = useState<ReadonlySet<keyof ReportFault>>(
    new Set(sent?.kind === 'faulty' ? ['place', 'text'] : []),
  )
  const [summary, setSummary] = useState('')
  const pictures = useReportPictures()
  const [isWaiting, setIsWaiting] = useState(false)
  const formRef = useRef<HTMLFormElement>(null)
  const isBusy = useNavigation().state === 'submitting'
  const faults = faultsOf(draft)

  /** Submits a valid form. */
  const handleSubmit = (event: FormEvent) => {
    setChecked(new Set(['place', 'text']))
    setSummary(Object.values(faults).join('，'))
    const [wrong] = Object.keys(faults)
    if (wrong) {
      event.preventDefault()
      const control = formRef.current?.elements.namedItem(wrong)
      if (control instanceof HTMLElement) control.focus()
    } else if (isBusy || pictures.pending) event.preventDefault()
    setIsWaiting(!wrong && pictures.pending !== '')
  }
  return {
    draft,
    summary,
    formRef,
    isBusy,
    pictures,
    /** Why the last attempt was held back, as long as the reason holds. */
    waiting: isWaiting ? pictures.pending : '',
    errors: {
      place: checked.has('place') ? faults.place : undefined,
      text: checked.has('text') ? faults.text : undefined,
    },
    change: (changes: Partial<ReportDraft>) => setDraft((before) => ({ ...before, ...changes })),
    check: (name: keyof ReportFault) => setChecked((before) => new Set(before).add(name)),
    handleSubmit,
  }
}

/** Result of a report. `failed`: not accepted; `code` and `message` are those of the answer. */
export type ReportOutcome =
  | { kind: 'sent' }
  | { kind: 'faulty'; draft: ReportDraft; faults: ReportFault }
  | { kind: 'failed'; draft: ReportDraft; code: number; message: string }

/** Sends a report. Every result but `sent` returns the input. */
export const reportAction = defineAction(async ({ api, form, request }) => {
  const draft = readReport((name) => form.get(name))
  const faults = faultsOf(draft)
  if (Object.keys(faults).length > 0) {
    return data<ReportOutcome>({ kind: 'faulty', draft, faults }, { status: CODE.malformed })
  }
  try {
    const pictures = form.getAll('picture').map(String).slice(0, REPORT_PICTURES_MAX)
    const body = { ...toReport(draft), ...(pictures.length > 0 && { pictures }) }
    await api.call('POST /v1/certificate/report', { body, quiet: true })
    return data<ReportOutcome>({ kind: 'sent' })
  } catch (reason) {
    if (request.signal.aborted) throw reason
    const { code, message } = reason instanceof ApiError ? reason : { code: 0, message: '' }
    const status = code === CODE.tooMany ? code : CODE.overloaded
    return data<ReportOutcome>({ kind: 'failed', draft, code, message }, { status })
  }
})
