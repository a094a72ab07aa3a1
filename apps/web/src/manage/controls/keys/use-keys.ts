import { useLayoutEffect, useRef } from 'react'
import { addBindings, type KeyBindings } from './key-bindings.ts'

/** Binds keys while the component is shown; the component shown last comes first. */
export function useKeys(bindings: KeyBindings, isOn = true): void {
  const current = useRef(bindings)
  useLayoutEffect(() => {
    current.current = bindings
  })
  const names = Object.keys(bindings).join('\n')
  // Before the page is painted, so that no key is lost that is pressed at once.
  useLayoutEffect(() => {
    if (!isOn) return undefined
    const entries = names.split('\n').map((name) => [name, (event: KeyboardEvent) => current.current[name]?.(event)])
    return addBindings(Object.fromEntries(entries) as KeyBindings)
  }, [names, isOn])
}
