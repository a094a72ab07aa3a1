import { type CodeReading, readCheckCode } from '@portal/contract/certificates/certificate-number.ts'
import { readNumber, type TypedNumber } from '@portal/contract/numbers/typed-numbers.ts'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { useActionData, useFetcher } from 'react-router-dom'

/** Result of a form whose number or code is invalid: nothing was sent. */
export interface InvalidLookup {
  kind: 'fault'
  typedNumber: string
  number: TypedNumber
  code: CodeReading
}

type Readings = Partial<{ number: TypedNumber; code: CodeReading }>

export type LookupForm<Result> = ReturnType<typeof useLookupForm<Result>>

interface LookupFormOptions<Result> {
  kind: 'certificate' | 'order'
  /** Number in the address; empty for none. */
  initialNumber: string
  /** Returns the number of a lookup that was sent. */
  getNumber: (result: Exclude<Result, InvalidLookup>) => string
}

/**
 * State of a form with a number and a code, and its result. Scripts submit the form without a navigation; without scripts
 * the browser posts it, and this page is the answer.
 */
export function useLookupForm<Result>({ kind, initialNumber, getNumber }: LookupFormOptions<Result>) {
  const fetcher = useFetcher<Result>()
  const posted = useActionData() as Result | undefined
  const [dismissed, setDismissed] = useState<Result>()
  const newest = (fetcher.data as Result | undefined) ?? posted
  const result = newest === dismissed ? undefined : newest
  const [edited, setEdited] = useState<Readings>({})
  const [submittedCode, setSubmittedCode] = useState('')
  const refs = useFormRefs()
  const readings = { ...getInitialReadings(kind, result, dismissed ? '' : initialNumber), ...edited }
  const isBusy = fetcher.state !== 'idle'
  useFocusOnResult(result, refs)

  /** Normalises and checks a field when it loses the focus. */
  const settle = (name: keyof Readings) => {
    const input = refs[name].current
    if (!input) return
    const reading = read(kind, name, input.value)
    if (reading.normalised !== null) input.value = reading.normalised
    setEdited((before) => ({ ...before, ...reading.readings }))
  }
  /** Hides an error as soon as it is corrected, and shows no new one while the visitor types. */
  const recheck = (name: keyof Readings) => {
    const shown = readings[name]
    if (!shown || shown.kind === 'right') return
    const reading = read(kind, name, refs[name].current?.value ?? '')
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
  const fill = (number: string) => {
    if (!refs.number.current) return
    refs.number.current.value = number
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
    typedNumber: getTypedNumber(result, getNumber) ?? (dismissed ? '' : initialNumber),
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
    retry: (number: string) => {
      fill(number)
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
function read(kind: 'certificate' | 'order', name: keyof Readings, value: string) {
  if (name === 'number') {
    const number = readNumber(kind, value)
    return { readings: { number }, normalised: number.kind === 'right' ? number.number : null }
  }
  const code = readCheckCode(value)
  return { readings: { code }, normalised: code.kind === 'right' ? code.checkCode : null }
}

function isInvalid(result: unknown): result is InvalidLookup {
  return (result as { kind?: unknown }).kind === 'fault'
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

function useFocusOnResult(result: unknown, { number, code, heading }: ReturnType<typeof useFormRefs>) {
  useLayoutEffect(() => {
    if (!result) return
    if (!isInvalid(result)) heading.current?.focus()
    else if (result.number.kind !== 'right') number.current?.focus()
    else code.current?.focus()
  }, [result, number, code, heading])
}

/** Errors before the first edit. */
function getInitialReadings(kind: 'certificate' | 'order', result: unknown, initialNumber: string): Readings {
  if (result) return isInvalid(result) ? { number: result.number, code: result.code } : {}
  const number = readNumber(kind, initialNumber)
  return number.kind === 'wrong' ? { number } : {}
}

function getTypedNumber<Result>(
  result: Result | undefined,
  getNumber: (result: Exclude<Result, InvalidLookup>) => string,
): string | undefined {
  if (result === undefined) return undefined
  return isInvalid(result) ? result.typedNumber : getNumber(result as Exclude<Result, InvalidLookup>)
}
