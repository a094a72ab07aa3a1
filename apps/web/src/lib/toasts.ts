import { TOAST_MS } from '@portal/contract/constants.ts'
import { create } from 'zustand'
import { readSessionItem, writeSessionItem } from './session-storage.ts'

/** How long a toast is shown; it stands still while it is held under the pointer or the focus. */
export const TOAST_LIFE_MS = TOAST_MS

export type ToastType = 'error' | 'success' | 'warning' | 'info' | 'default'

export interface Toast {
  id: number
  type: ToastType
  text: string
  /** Has a close button. */
  isClosable: boolean
  /** A button after the words. Such a toast stays until it is used or closed. */
  action?: ToastAction | undefined
  /** Stands small after the words, to be copied. */
  reportId?: string | undefined
}

interface ToastAction {
  label: string
  onAct: () => void
}

interface Toasts {
  toasts: readonly Toast[]
}

/** The toasts of this tab, oldest first; shown by `ui/toast-region.tsx`. */
export const useToasts = create<Toasts>()(() => ({ toasts: [] }))

/** More would cover the page; the oldest makes room. */
const MOST_AT_ONCE = 4
let lastId = 0

export interface ToastOptions {
  isClosable?: boolean
  action?: ToastAction
  reportId?: string | undefined
}

/** Shows a message for 3 seconds. The same message again, while it is shown, does not show twice. */
export function showToast(
  type: ToastType,
  text: string,
  { isClosable = false, action, reportId }: ToastOptions = {},
): void {
  lastId += 1
  const toast = { id: lastId, type, text, isClosable, action, reportId }
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((shown) => shown.text !== text || shown.type !== type), toast].slice(-MOST_AT_ONCE),
  }))
}

export function dropToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

const STORAGE_KEY = 'toast'

/** Shows a message on this page and, as that is about to be loaded again, on the next one too. */
export function showToastAfterReload(type: ToastType, text: string): void {
  showToast(type, text)
  writeSessionItem(STORAGE_KEY, JSON.stringify({ type, text }))
}

/** Shows the message that was left by the page before. */
export function recallToast(): void {
  const kept = readSessionItem(STORAGE_KEY)
  if (!kept) return
  writeSessionItem(STORAGE_KEY, null)
  const { type, text } = JSON.parse(kept) as Pick<Toast, 'type' | 'text'>
  showToast(type, text)
}
