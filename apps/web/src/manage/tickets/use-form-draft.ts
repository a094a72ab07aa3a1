import { useState } from 'react'
import { readDraft, writeDraft } from '#manage/controls/saving/draft-store.ts'
import { useDraftKey } from '#manage/staff/staff-store.ts'

/** The texts of a form, stored in this browser until they are saved. @param start texts of an untouched form */
export function useFormDraft<T extends Record<string, string>>(thing: string, start: T) {
  const key = useDraftKey(thing)
  const [values, setValues] = useState<T>(() => readDraft(key, start)?.values ?? start)
  const isChanged = Object.keys(start).some((name) => values[name] !== start[name])
  return {
    values,
    isChanged,
    set: (change: Partial<T>) => {
      const next = { ...values, ...change }
      setValues(next)
      writeDraft(key, { version: 0, base: start, values: next, atMs: Date.now() })
    },
    /** Clears the draft after saving, or when the text is discarded. */
    clear: () => {
      setValues(start)
      writeDraft(key, null)
    },
  }
}
