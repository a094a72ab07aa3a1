import { flushSync } from 'react-dom'

/** Shows the faults of a form, and puts the cursor into the first wrong field. */
export function focusFirstFault(form: HTMLFormElement, showFaults: () => void): void {
  flushSync(showFaults)
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}
