import { type ChangeEvent, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { retryText } from '#lib/api/retry-text.ts'

const OFFLINE_TEXT = '网络不通，请检查网络后重试'

/** Messages for empty fields, by name. */
export type RequiredTexts<Name extends string> = Readonly<Record<Name, string>>

type Values<Name extends string> = Readonly<Record<Name, string>>

/** Validation of filled fields, by name. */
type FieldFaults<Name extends string> = Partial<Readonly<Record<Name, (values: Values<Name>) => string | undefined>>>

export interface Form<Name extends string> {
  values: Values<Name>
  isBusy: boolean
  /** All errors of the last attempt to submit, for screen readers. */
  summary: string
  /** When to retry after too many attempts, or that no answer came; else empty. */
  retry: string
  /** Props of the `<form>`. */
  form: {
    ref: React.RefObject<HTMLFormElement | null>
    noValidate: true
    onSubmit: (event: FormEvent) => void
    onKeyDown: (event: KeyboardEvent) => void
  }
  /** Props of the field of this name. */
  field: (name: Name) => {
    name: Name
    value: string
    error: string | undefined
    required: true
    onChange: (event: ChangeEvent<HTMLInputElement>) => void
    onBlur: () => void
  }
  focus: (name: Name) => void
}

export interface FormOptions<Name extends string> {
  /** Initial values. */
  initial?: Partial<Values<Name>>
  faults?: FieldFaults<Name>
  /** Focused first; by default the first field. */
  focusFirst?: Name
}

/**
 * A form whose fields are all required (specification, section 5), validated on blur and on submit. The form is busy
 * while `submit` runs. The API client shows errors that `submit` rejects with.
 */
export function useForm<Name extends string>(
  required: RequiredTexts<Name>,
  submit: (values: Values<Name>) => Promise<void>,
  { initial = {}, faults = {}, focusFirst }: FormOptions<NoInfer<Name>> = {},
): Form<Name> {
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
  const faultOf = (name: Name) => (values[name].trim() ? faults[name]?.(values) : required[name])

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const wrong = names.filter((name) => faultOf(name))
    setChecked(new Set(names))
    setSummary(wrong.map(faultOf).join('，'))
    if (wrong[0]) {
      focus(wrong[0])
      return
    }
    setIsBusy(true)
    setRetry('')
    try {
      await submit(values)
    } catch (reason) {
      // The API client shows errors of answers, but not that no answer came.
      setRetry(reason instanceof ApiError ? retryText(reason) : OFFLINE_TEXT)
    } finally {
      setIsBusy(false)
    }
  }

  return {
    values,
    isBusy,
    summary,
    retry,
    focus,
    form: {
      ref,
      noValidate: true,
      onSubmit: (event) => void handleSubmit(event),
      onKeyDown: (event) => {
        // The Enter that confirms a word of the input method does not submit.
        if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
      },
    },
    field: (name) => ({
      name,
      value: values[name],
      error: checked.has(name) ? faultOf(name) : undefined,
      required: true,
      onChange: ({ target }) => setValues((before) => ({ ...before, [name]: target.value })),
      onBlur: () => setChecked((before) => new Set(before).add(name)),
    }),
  }
}

/** Safari ends the composition before this key, whose code is then 229. */
function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229
}
