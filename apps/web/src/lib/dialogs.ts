import { create } from 'zustand'

export type DialogName = 'login' | 'search' | 'drawer'

interface Dialogs {
  /** The one that is open: they do not lie on each other. */
  open: DialogName | null
}

/** Which dialog of the shell is open in this tab. Any feature may ask for the login dialog. */
export const useDialogs = create<Dialogs>()(() => ({ open: null }))

export function openDialog(name: DialogName): void {
  useDialogs.setState({ open: name })
}

/** Closes the dialog of this name, and leaves any other open. */
export function closeDialog(name: DialogName): void {
  useDialogs.setState(({ open }) => ({ open: open === name ? null : open }))
}
