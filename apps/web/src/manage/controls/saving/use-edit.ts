import { useEffect, useRef, useState } from 'react'
import { readDraft, writeDraft } from './draft-store.ts'
import { formatPlainValue, isSame, type MemberKey, type Values } from './values.ts'

export interface EditOptions<T> {
  /** Key of the draft in local storage; it contains the id of the writer (`useDraftKey`). */
  key: string
  /** Stored values. */
  saved: T
  /** Version of `saved`. */
  version: number
  /** Formats a value for display beside a changed field, when it is no text. */
  findFaults?: (values: T) => Partial<Record<MemberKey<T>, string>>
  /** A value as shown beside a changed field, where it is no text. */
  formatValue?: (name: MemberKey<T>, value: unknown) => string
  now?: () => number
}

export type Edit<T extends Values<T>> = ReturnType<typeof useEdit<T>>

interface State<T> {
  base: T
  version: number
  values: T
  storedAtMs: number | null
  isRestored: boolean
}

/**
 * Values being edited. Unsaved changes are stored in this browser and restored after a crash or a reload. A field shows its fault
 * once it has lost the focus, all fields after `check`. Not for secrets, because the draft is stored as plain text.
 */
export function useEdit<T extends Values<T>>(options: EditOptions<T>) {
  const {
    key,
    saved,
    version,
    findFaults = () => ({}),
    formatValue = (_name, value) => formatPlainValue(value),
  } = options
  const { now = Date.now } = options
  const fresh: State<T> = { base: saved, version, values: saved, storedAtMs: null, isRestored: false }
  const [state, setState] = useState<State<T>>(() => restoreState(key, fresh) ?? fresh)
  // Two changes before a render, such as the title and the text of an imported file, must both count.
  const latestRef = useRef(state)
  const show = (next: State<T>) => {
    latestRef.current = next
    setState(next)
  }
  const [checked, setChecked] = useState<ReadonlySet<MemberKey<T>> | 'all'>(new Set())
  const names = Object.keys(saved) as MemberKey<T>[]
  const changed = names.filter((name) => !isSame(state.values[name], state.base[name]))
  const faults: Partial<Record<MemberKey<T>, string>> = findFaults(state.values)

  // The page has loaded newer values. With unsaved changes they are not shown, and saving compares both.
  const isOutdated = version > state.version && changed.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: `fresh` is made of the other two
  useEffect(() => {
    if (isOutdated) show(fresh)
  }, [isOutdated, version])

  const put = (next: State<T>) => {
    const isChanged = names.some((name) => !isSame(next.values[name], next.base[name]))
    const atMs = isChanged ? now() : null
    const { base, version: from, values } = next
    writeDraft(key, atMs === null ? null : { base, version: from, values, atMs })
    show({ ...next, storedAtMs: atMs })
  }
  const change = (patch: Partial<T>) => put({ ...latestRef.current, values: { ...latestRef.current.values, ...patch } })
  const start = (values: T, from: number) => {
    setChecked(new Set())
    put({ base: values, version: from, values, storedAtMs: null, isRestored: false })
  }

  return {
    values: state.values,
    base: state.base,
    /** Version that a save names. */
    version: state.version,
    changed,
    faults,
    /** Time at which the draft was stored last, epoch ms; `null` without changes. */
    storedAtMs: state.storedAtMs,
    /** The values come from an earlier visit. */
    isRestored: state.isRestored,
    change,
    discard: () => start(saved, version),
    /** Ends editing after a save: `stored` are the new stored values. */
    settle: start,
    /** Takes over newer stored values, with `values` on top of them. */
    rebase: (stored: T, from: number, values: T) => put({ ...latestRef.current, base: stored, version: from, values }),
    /** Shows all faults and focuses the first faulty field. @returns whether there are none */
    check: () => {
      setChecked('all')
      const faulty = names.find((name) => faults[name])
      if (faulty !== undefined) focusField(faulty)
      return faulty === undefined
    },
    /** Props of the `Field` of a member. */
    getFieldProps: (name: MemberKey<T>) => ({
      error: checked === 'all' || checked.has(name) ? faults[name] : undefined,
      was: changed.includes(name) ? formatValue(name, state.base[name]) : undefined,
    }),
    /** Props of the input of a text member. */
    getInputProps: (name: MemberKey<T>) => ({
      name,
      value: String(state.values[name] ?? ''),
      onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value } as Partial<T>),
      onBlur: () => setChecked((before) => (before === 'all' ? before : new Set(before).add(name))),
    }),
  }
}

function restoreState<T extends object>(key: string, fresh: State<T>): State<T> | null {
  const draft = readDraft(key, fresh.values)
  if (!draft) return null
  const { base, version, values, atMs } = draft
  return { base, version, values, storedAtMs: atMs, isRestored: true }
}

/** Focuses the field of a member. */
export function focusField(name: string): void {
  const [field] = document.getElementsByName(name)
  field?.focus()
  field?.scrollIntoView({ block: 'center' })
  if (field) return
  // An editor of texts has no name, so its container is found. The fault is shown above the text.
  const place = document.querySelector(`[data-field="${name}"]`)
  place?.querySelector<HTMLElement>('[contenteditable], textarea')?.focus({ preventScroll: true })
  place?.scrollIntoView({ block: 'start' })
}
