import { TOAST_MS } from '@portal/contract/constants.ts'
import { create } from 'zustand'
import { readSessionItem, writeSessionItem } from './browser-storage.ts'

/** Lifetime of a toast; paused while it is hovered or focused. */
export const TOAST_LIFE_MS = TOAST_MS

export type ToastType = 'error' | 'success' | 'warning' | 'info' | 'default'

export interface Toast {
  id: number
  type: ToastType
  text: string
  /** Whether it has a close button. */
  isClosable: boolean
  /** Whether it stays until it is closed. */
  isLasting: boolean
  /** Button of the toast, which then stays until it is used or closed. */
  action?: { label: string; onAct: () => void } | undefined
  /** Request id, shown in small type for copying. */
  reportId?: string | undefined
}

/** The toasts of this tab, oldest first. */
export const useToasts = create<{ toasts: readonly Toast[] }>()(() => ({ toasts: [] }))

const TOASTS_MAX = 4
let lastId = 0

/** Shows a message for 3 seconds; a repeated message replaces the first. */
export function showToast(
  type: ToastType,
  text: string,
  { isClosable = false, isLasting = false, action, reportId }: Partial<Omit<Toast, 'id' | 'type' | 'text'>> = {},
): void {
  lastId += 1
  const toast = { id: lastId, type, text, isClosable, isLasting, action, reportId }
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((shown) => shown.text !== text || shown.type !== type), toast].slice(-TOASTS_MAX),
  }))
}

export function removeToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

const STORAGE_KEY = 'toast'

/** Shows a message now and after the reload that follows. */
export function showToastAfterReload(type: ToastType, text: string): void {
  showToast(type, text)
  writeSessionItem(STORAGE_KEY, JSON.stringify({ type, text }))
}

/** Shows the message of `showToastAfterReload`. */
export function restoreToast(): void {
  const stored = readSessionItem(STORAGE_KEY)
  if (!stored) return
  writeSessionItem(STORAGE_KEY, null)
  const { type, text } = JSON.parse(stored) as Pick<Toast, 'type' | 'text'>
  showToast(type, text)
}
