import { useEffect, useRef } from 'react'
import { createScanBurst } from './scan-burst.ts'

interface Scanning {
  onScan: (text: string) => void
  /** Tells the codes that are shorter than numbers. */
  isCode?: (text: string) => boolean
}

/** Listens for scans on the whole page while the component is mounted. An open dialog receives the characters itself. */
export function useScanner(scanning: Scanning): void {
  const current = useRef(scanning)
  useEffect(() => {
    current.current = scanning
  })
  useEffect(
    () =>
      listenForScans({
        onScan: (text) => current.current.onScan(text),
        isCode: (text) => current.current.isCode?.(text) ?? false,
      }),
    [],
  )
}

type TextField = HTMLInputElement | HTMLTextAreaElement

/** @returns a function that ends listening */
function listenForScans({ onScan, isCode }: Scanning): () => void {
  /** The field in which the characters of the burst appear, with its value before them. */
  let field: { element: TextField; value: string } | null = null
  const burst = createScanBurst({
    onScan: (text) => {
      if (field) restoreValue(field.element, field.value)
      onScan(text)
    },
    isCode,
  })
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.repeat || document.querySelector('dialog[open]')) return burst.reset()
    if (event.key === 'Enter') {
      // Neither a form nor a button gets the Enter of a scanner.
      if (burst.end()) {
        event.preventDefault()
        event.stopPropagation()
      }
      return
    }
    const character = readCharacter(event)
    if (character !== null && burst.push(character, event.timeStamp)) field = readField(event.target)
  }
  document.addEventListener('keydown', handleKeyDown, { capture: true })
  return () => {
    document.removeEventListener('keydown', handleKeyDown, { capture: true })
    burst.reset()
  }
}

/** Reads the character of a key. A Chinese input method hides it, so the place of the key tells letters and digits then. */
function readCharacter({ key, code, ctrlKey, altKey, metaKey }: KeyboardEvent): string | null {
  if (ctrlKey || altKey || metaKey) return null
  if (key.length === 1) return key
  return key === 'Process' ? (/^(?:Digit|Numpad|Key)([0-9A-Z])$/.exec(code)?.[1] ?? null) : null
}

function readField(target: EventTarget | null) {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField ? { element: target, value: target.value } : null
}

/** Sets the value so that React takes the change for typing. */
function restoreValue(element: TextField, value: string): void {
  if (element.value === value) return
  const prototype = element instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value)
  element.dispatchEvent(new Event('input', { bubbles: true }))
}
