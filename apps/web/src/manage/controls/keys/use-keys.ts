import { useLayoutEffect, useRef } from 'react'
import { addBindings, type KeyAction, type KeyBindings } from './key-bindings.ts'

/** Binds keys while the component is mounted; the component mounted last takes precedence. */
export function useKeys(bindings: KeyBindings, isOn = true): void {
  const current = useRef(bindings)
  useLayoutEffect(() => {
    current.current = bindings
  })
  const names = Object.entries(bindings)
    .map(([name, action]) => (typeof action === 'object' ? `${name}\t${action.words}` : name))
    .join('\n')
  // The keys are bound before the page is painted, so that none is lost.
  useLayoutEffect(() => {
    if (!isOn) return undefined
    const entries = names.split('\n').map((line): [string, KeyAction] => {
      const [name = '', words] = line.split('\t')
      const callHandler = (event: KeyboardEvent) => {
        const now = current.current[name]
        return typeof now === 'object' ? now.run(event) : now?.(event)
      }
      return [name, words === undefined ? callHandler : { words, run: callHandler }]
    })
    return addBindings(Object.fromEntries(entries))
  }, [names, isOn])
}
