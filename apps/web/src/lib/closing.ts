import { create } from 'zustand'

/** An account that is being closed. */
export interface Closing {
  /** When it will be erased, as the wire has it. */
  closeTime: string
  /** Its owner has logged in; otherwise the closing was just asked for. */
  canUndo: boolean
}

/** What is said of it in this tab; `null` for nothing. The shell shows it over any page. */
export const useClosing = create<{ closing: Closing | null }>()(() => ({ closing: null }))

export function showClosing(closing: Closing | null): void {
  useClosing.setState({ closing })
}
