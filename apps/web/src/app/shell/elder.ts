import { create } from 'zustand'
import { ELDER_KEY, ELDER_ON } from '#app/document/theme-script.ts'
import { writeSessionItem } from '#lib/session-storage.ts'

/**
 * 长辈版: larger type and targets, stronger contrast, nothing that moves. Kept for the session; all it changes stands in
 * the styles under `html[data-elder]`, which `theme-script.ts` has set before the first paint.
 */
export const useElder = create<{ isElder: boolean }>()(() => ({ isElder: false }))

/** Takes over what stands on the document; after hydration, as the server knows the default only. */
export function adoptElder(): void {
  useElder.setState({ isElder: document.documentElement.dataset.elder === ELDER_ON })
}

export function toggleElder(): void {
  const isElder = !useElder.getState().isElder
  const { dataset } = document.documentElement
  if (isElder) dataset.elder = ELDER_ON
  else delete dataset.elder
  writeSessionItem(ELDER_KEY, isElder ? ELDER_ON : null)
  useElder.setState({ isElder })
}
