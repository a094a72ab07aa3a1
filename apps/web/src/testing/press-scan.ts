import { fireEvent } from '@testing-library/react'

/** Gap between the keys of a scanner, ms. */
const GAP_MS = 5

interface ScanPress {
  /** Describes the key of a character; its own name by default. */
  toKey?: (character: string) => KeyboardEventInit
  /** Called after each character. */
  onKey?: (character: string) => void
}

/** Presses the keys of a scan and Enter, at the pace of a scanner however busy the machine is. */
export function pressScan(target: Element, text: string, press: ScanPress = {}): void {
  const { toKey = (key) => ({ key }), onKey = () => {} } = press
  const startMs = performance.now()
  for (const [at, key] of [...text, 'Enter'].entries()) {
    const init = key === 'Enter' ? { key } : toKey(key)
    const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: startMs + at * GAP_MS })
    fireEvent(target, event)
    if (key !== 'Enter') onKey(key)
  }
}
