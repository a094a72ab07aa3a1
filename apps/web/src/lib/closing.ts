import { create } from 'zustand'

/** An account that is being closed. */
export interface Closing {
  /** Time at which it will be erased; a wire date. */
  closeTime: string
  /** `true` after a login of its owner; `false` right after the request to close it. */
  canUndo: boolean
}

/** The closing account that the shell's dialog shows, over any page. */
export const useClosing = create<{ closing: Closing | null }>()(() => ({ closing: null }))

export function showClosing(closing: Closing | null): void {
  useClosing.setState({ closing })
}
