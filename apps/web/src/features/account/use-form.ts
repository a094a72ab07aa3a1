import { type ChangeEvent, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { retryText } from '#lib/api/retry-text.ts'

const OFFLINE_TEXT = '网络不通，请检查网络后重试'

type Values<Name extends string> = Readonly<Record<Name, string>>

export type Form<Name extends string> = ReturnType<typeof useForm<Name>>

interface FormOptions<Name extends string> {
  /** Initial values. */
  initial?: Partial<Values<Name>>
  /** Validation of filled fields, by name. */
  faults?: Partial<Readonly<Record<Name, (values: Values<Name>) => string | undefined>>>
  /** Name of the field that is focused first; by default the first field. */
  focusFirst?: Name
}

/**
 * A form whose fields are all required (specification, section 5), validated on blur and on submit. The form is busy
 * while `submit` runs. The API client shows errors that `submit` rejects with.
 * @param required message for each field when it is empty
 */
export function useForm<Name extends string>(
  required: Values<Name>,
  submit: (values: Values<Name>) => Promise<void>,
  { initial = {}, faults = {}, focusFirst }: FormOptions<NoInfer<Name>> = {},
) {
  const names = Object.keys(required) as Name[]
  const [values, setValues] = useState(
    () => Object.fromEntries(names.map((name) => [name, initial[name] ?? ''])) as Record<Name, string>,
  )
  const [checked, setChecked] = useState<ReadonlySet<Name>>(new Set())
  const [isBusy, setIsBusy] = useState(false)
  const [summary, setSummary] = useState('')
  const [retry, setRetry] = useState('')
  const ref = useRef<HTMLFormElement>(null)

  const focus = (name: Name) => {
    const input = ref.current?.elements.namedItem(name)
    if (input instanceof HTMLElement) input.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => (focusFirst ? focus(focusFirst) : ref.current?.querySelector('input')?.focus()), [])
  const getFault = (name: Name) => (values[name].trim() ? faults[name]?.(values) : required[name])

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const wrong = names.filter((name) => getFault(name))
    setChecked(new Set(names))
    setSummary(wrong.map(getFault).join('，'))
    if (wrong[0]) {
      focus(wrong[0])
      return
    }
    setIsBusy(true)
    setRetry('')
    try {
      await submit(values)
    } catch (reason) {
      // The API client shows errors of answers, but not that an answer is missing.
      setRetry(reason instanceof ApiError ? retryText(reason) : OFFLINE_TEXT)
    } finally {
      setIsBusy(false)
    }
  }

  return {
    values,
    isBusy,
    /** All errors of the last attempt to submit, for screen readers. */
    summary,
    /** Time at which to retry after too many attempts, or a note that no answer arrived; else empty. */
    retry,
    focus,
    /** Props of the `<form>`. */
    form: {
      ref,
      noValidate: true,
      onSubmit: (event: FormEvent) => void handleSubmit(event),
      onKeyDown: (event: KeyboardEvent) => {
        // The Enter that confirms a word of the input method does not submit.
        // Safari ends the composition before this key, whose code is then 229.
        const isComposing = event.nativeEvent.isComposing || event.keyCode === 229
        if (event.key === 'Enter' && isComposing) event.preventDefault()
      },
    },
    /** Props of the field of this name. */
    field: (name: Name) => ({
      name,
      value: values[name],
      error: checked.has(name) ? getFault(name) : undefined,
      required: true,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
        setValues((before) => ({ ...before, [name]: target.value })),
      onBlur: () => setChecked((before) => new Set(before).add(name)),
    }),
  }
}
