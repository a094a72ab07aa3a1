import { showToast } from './toasts.ts'

/** Copies a text and shows the result; browsers refuse without permission or on an insecure page. */
export async function copyText(text: string, copied: string, refused: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast('success', copied)
  } catch {
    showToast('warning', refused)
  }
}
