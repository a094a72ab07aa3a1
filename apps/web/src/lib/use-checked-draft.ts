import { useEffect, useRef, useState } from 'react'
import { useHydrated } from './use-hydrated.ts'

/**
 * Texts of a form and their faults: a fault is shown once its field has lost the focus, and all are shown after an
 * attempt to submit.
 * @param faultsOf messages by the name of the field, the first field first
 * @param isChecked shows the faults of the initial texts
 */
export function useCheckedDraft<Name extends string, Draft extends Record<Name, string>>(
  initial: Draft,
  faultsOf: (draft: Draft) => Partial<Record<Name, string>>,
  isChecked = false,
) {
  const [draft, setDraft] = useState(initial)
  const [checked, setChecked] = useState<ReadonlySet<Name> | 'all'>(isChecked ? 'all' : new Set())
  const formRef = useRef<HTMLFormElement>(null)
  // `false` only in the first render of a document from the server.
  const [isRenderedHere] = useState(useHydrated())
  const faults = faultsOf(draft)
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))

  // Adopts input that was typed and chosen before the scripts were loaded.
  useEffect(() => {
    if (isRenderedHere || !formRef.current) return
    const typed = new FormData(formRef.current)
    setDraft((before) => {
      const found = Object.keys(before).flatMap((name) => {
        const value = typed.get(name)
        return typeof value === 'string' ? [[name, value]] : []
      })
      return { ...before, ...Object.fromEntries(found) }
    })
  }, [isRenderedHere])

  return {
    draft,
    faults,
    formRef,
    change,
    /**
     * Shows all faults and focuses the first faulty field.
     * @returns whether there are none
     */
    check: () => {
      setChecked('all')
      const [faulty] = Object.keys(faults)
      const control = faulty === undefined ? null : formRef.current?.elements.namedItem(faulty)
      const [first] = control instanceof RadioNodeList ? control : [control]
      if (first instanceof HTMLElement) first.focus()
      return faulty === undefined
    },
    restart: (next: Draft) => {
      setDraft(next)
      setChecked(new Set())
    },
    /** Props of the field of this name. */
    field: (name: Name) => ({
      name,
      value: draft[name],
      error: checked === 'all' || checked.has(name) ? faults[name] : undefined,
      onChange: ({ target }: { target: { value: string } }) =>
        setDraft((before) => ({ ...before, [name]: target.value })),
      onBlur: () => setChecked((before) => (before === 'all' ? before : new Set(before).add(name))),
    }),
  }
}
