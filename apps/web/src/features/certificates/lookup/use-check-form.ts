import { readCertificateNo, readCheckCode } from '@portal/contract/certificates/certificate-number.ts'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { useActionData, useFetcher } from 'react-router-dom'
import type { CheckResult } from '../certificate-action.ts'

type Readings = Partial<{
  number: ReturnType<typeof readCertificateNo>
  code: ReturnType<typeof readCheckCode>
}>

export type CheckForm = ReturnType<typeof useCheckForm>

/**
 * State of the lookup form and its result. Scripts submit the form without a navigation; without scripts the browser
 * posts it, and this page is the answer.
 * @param initialNumber number in the address; empty for none
 */
export function useCheckForm(initialNumber: string) {
  const fetcher = useFetcher<CheckResult>()
  const posted = useActionData() as CheckResult | undefined
  const [dismissed, setDismissed] = useState<CheckResult>()
  const newest = fetcher.data ?? posted
  const result = newest === dismissed ? undefined : newest
  const [edited, setEdited] = useState<Readings>({})
  const [submittedCode, setSubmittedCode] = useState('')
  const refs = useFormRefs()
  const readings = { ...getInitialReadings(result, dismissed ? '' : initialNumber), ...edited }
  const isBusy = fetcher.state !== 'idle'
  useFocusOnResult(result, refs)

  /** Normalises and checks a field when it loses the focus. */
  const settle = (name: keyof Readings) => {
    const input = refs[name].current
    if (!input) return
    const reading = read(name, input.value)
    if (reading.normalised !== null) input.value = reading.normalised
    setEdited((before) => ({ ...before, ...reading.readings }))
  }
  /** Hides an error as soon as it is corrected, and shows no new one while the visitor types. */
  const recheck = (name: keyof Readings) => {
    const shown = readings[name]
    if (!shown || shown.kind === 'right') return
    const reading = read(name, refs[name].current?.value ?? '')
    if (reading.normalised !== null) setEdited((before) => ({ ...before, ...reading.readings }))
  }
  const begin = () => {
    setEdited({})
    const code = readCheckCode(refs.code.current?.value ?? '')
    setSubmittedCode(code.kind === 'right' ? code.checkCode : '')
  }
  const send = () => {
    begin()
    if (refs.form.current) void fetcher.submit(refs.form.current)
  }
  const fill = (certificateNo: string) => {
    if (!refs.number.current) return
    refs.number.current.value = certificateNo
    settle('number')
    refs.code.current?.focus()
  }

  return {
    Form: fetcher.Form,
    refs,
    result,
    readings,
    isBusy,
    /** Initial value of the number field. */
    typedNumber: getTypedNumber(result) ?? (dismissed ? '' : initialNumber),
    /** The last submitted code; empty when the server rendered the answer. */
    submittedCode,
    handleBlur: settle,
    handleInput: recheck,
    handleSubmit: (event: FormEvent) => {
      if (isBusy) event.preventDefault()
      else begin()
    },
    /** Fills in a number and focuses the code. */
    fill,
    /** Fills in a number and submits it, if the entered code is valid. */
    retry: (certificateNo: string) => {
      fill(certificateNo)
      if (readCheckCode(refs.code.current?.value ?? '').kind === 'right') send()
    },
    /** Clears the form. */
    reset: () => {
      setDismissed(newest)
      setEdited({})
    },
  }
}

/** `normalised` is `null` for invalid input. */
function read(name: keyof Readings, value: string) {
  if (name === 'number') {
    const number = readCertificateNo(value)
    return { readings: { number }, normalised: number.kind === 'right' ? number.certificateNo : null }
  }
  const code = readCheckCode(value)
  return { readings: { code }, normalised: code.kind === 'right' ? code.checkCode : null }
}

function useFormRefs() {
  return {
    form: useRef<HTMLFormElement>(null),
    number: useRef<HTMLInputElement>(null),
    code: useRef<HTMLInputElement>(null),
    /** Heading of the result. */
    heading: useRef<HTMLHeadingElement>(null),
  }
}

function useFocusOnResult(result: CheckResult | undefined, { number, code, heading }: ReturnType<typeof useFormRefs>) {
  useLayoutEffect(() => {
    if (!result) return
    if (result.kind !== 'fault') heading.current?.focus()
    else if (result.number.kind !== 'right') number.current?.focus()
    else code.current?.focus()
  }, [result, number, code, heading])
}

/** Errors before the first edit. */
function getInitialReadings(result: CheckResult | undefined, initialNumber: string): Readings {
  if (result) return result.kind === 'fault' ? { number: result.number, code: result.code } : {}
  const number = readCertificateNo(initialNumber)
  return number.kind === 'wrong' ? { number } : {}
}

function getTypedNumber(result: CheckResult | undefined): string | undefined {
  return result?.kind === 'fault' ? result.typedNumber : result?.certificateNo
}
