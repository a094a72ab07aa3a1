import { NumberFault } from '#features/certificates/lookup/number-fault.tsx'
import type { CheckForm } from '#features/certificates/lookup/use-check-form.ts'
import { ExaminationOutcome } from './examination-outcome.tsx'
import { BusyOutcome, UnavailableOutcome } from './failed-outcomes.tsx'
import { UnknownOutcome } from './unknown-outcome.tsx'

export interface OtherOutcomeProps {
  form: CheckForm
  phone: string
}

/** What is said when there is no certificate to show: a number that cannot be one, or what was answered. */
export function OtherOutcome({ form, phone }: OtherOutcomeProps) {
  const { number } = form.readings
  if (number?.kind === 'wrong') return <NumberFault reading={number} onRetry={form.retry} />
  return <Answer form={form} phone={phone} />
}

function Answer({ form, phone }: OtherOutcomeProps) {
  const { result, isBusy, refs } = form
  if (!result || isBusy) return null
  const shared = {
    phone,
    headingRef: refs.heading,
    onRetry: () => form.retry(result.kind === 'fault' ? '' : result.certificateNo),
  }
  if (result.kind === 'unavailable') return <UnavailableOutcome {...shared} {...result} />
  if (result.kind === 'busy') return <BusyOutcome {...shared} {...result} />
  if (result.kind !== 'answer') return null
  if (result.answer.state === 'examination') return <ExaminationOutcome {...shared} answer={result.answer} />
  return (
    <UnknownOutcome
      {...shared}
      certificateNo={result.certificateNo}
      checkCode={form.submittedCode}
      supportNo={result.answer.supportNo}
    />
  )
}
