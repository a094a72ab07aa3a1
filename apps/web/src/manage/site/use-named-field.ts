import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { focusField } from '#manage/controls/saving/use-edit.ts'

/** Focuses the field that the address names after `#`, e.g. in a link of the list of missing settings. */
export function useNamedField(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again focuses again
  useEffect(() => {
    if (hash === '') return undefined
    // The focus moves after the shell has moved it to the heading.
    const frame = requestAnimationFrame(() => focusField(hash.slice(1)))
    return () => cancelAnimationFrame(frame)
  }, [hash, key])
}
