import { create } from 'zustand'

export type DialogName = 'login' | 'search' | 'drawer'

interface Dialogs {
  /** One at a time. */
  open: DialogName | null
}

/** The open dialog of the shell; any feature may open the login dialog. */
export const useDialogs = create<Dialogs>()(() => ({ open: null }))

export function openDialog(name: DialogName): void {
  useDialogs.setState({ open: name })
}

/** Closes the dialog of this name, and leaves any other open. */
export function closeDialog(name: DialogName): void {
  useDialogs.setState(({ open }) => ({ open: open === name ? null : open }))
}
