import { create } from 'zustand'

export type DialogName = 'login' | 'search' | 'drawer'

/** The open dialog of the shell. Only one is open at a time; any feature may open the login dialog. */
export const useDialogs = create<{ open: DialogName | null }>()(() => ({ open: null }))

export function openDialog(name: DialogName): void {
  useDialogs.setState({ open: name })
}

/** Closes the dialog of this name; another open dialog stays open. */
export function closeDialog(name: DialogName): void {
  useDialogs.setState(({ open }) => ({ open: open === name ? null : open }))
}
