import { flushSync } from 'react-dom'

/** Shows the faults of a form, and focuses the first faulty field. */
export function focusFirstFault(form: HTMLFormElement, showFaults: () => void): void {
  flushSync(showFaults)
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}
