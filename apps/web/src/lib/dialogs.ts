import { create } from 'zustand'

export type DialogName = 'login' | 'search' | 'drawer'

interface OpenDialogs {
  open: DialogName | null
  /** Whether the search is open above the login dialog, which keeps its input. */
  isSearchAbove: boolean
}

/** The open dialog of the shell. Only the search opens above another one; any feature may open the login dialog. */
export const useDialogs = create<OpenDialogs>()(() => ({ open: null, isSearchAbove: false }))

export function openDialog(name: DialogName): void {
  useDialogs.setState(({ open }) => {
    const isSearchAbove = name === 'search' && open === 'login'
    return { open: isSearchAbove ? open : name, isSearchAbove }
  })
}

/** Closes the dialog of this name; another open dialog stays open. */
export function closeDialog(name: DialogName): void {
  useDialogs.setState(({ open, isSearchAbove }) => {
    if (isSearchAbove && name === 'search') return { isSearchAbove: false }
    if (open !== name) return {}
    return { open: isSearchAbove ? 'search' : null, isSearchAbove: false }
  })
}
