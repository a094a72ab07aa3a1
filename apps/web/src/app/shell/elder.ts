import { create } from 'zustand'
import { ELDER_ON } from '#app/document/theme-script.ts'

/**
 * 长辈版: larger type and targets, stronger contrast, no motion, for this session. All of it is CSS under
 * `html[data-elder]`, which `theme-script.ts` sets before the first paint.
 */
export const useElder = create<{ isElder: boolean }>()(() => ({ isElder: false }))

/** Reads the mode from the document. Called after hydration, because the server renders the default. */
export function adoptElder(): void {
  useElder.setState({ isElder: document.documentElement.dataset.elder === ELDER_ON })
}
