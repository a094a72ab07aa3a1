import { type FormEvent, useRef, useState } from 'react'
import { useNavigation } from 'react-router-dom'
import type { ReportOutcome } from './report-action.ts'
import { EMPTY_REPORT, faultsOf, type ReportDraft, type ReportFault } from './report-draft.ts'
import { useReportPictures } from './use-report-pictures.ts'

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
