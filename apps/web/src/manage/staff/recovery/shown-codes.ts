import { readLocalItem, writeLocalItem } from '#lib/browser-storage.ts'

/*
 * Recovery codes are shown once. That a set was shown and none of it typed back is noted in this browser, so that a reload
 * of the page does not lose them unnoticed. The codes themselves are stored nowhere.
 */

const itemOf = (userId: string) => `manage-unkept-codes:${userId}`

/** The set is on the screen of this tab. */
let isShown = false

/** @returns ends the display */
export function noteShown(userId: string): () => void {
  writeLocalItem(itemOf(userId), '1')
  isShown = true
  return () => {
    isShown = false
  }
}

/** One of the codes was typed back. */
export function noteKept(userId: string): void {
  isShown = false
  writeLocalItem(itemOf(userId), null)
}

export const areCodesShown = () => isShown

/** Whether the last set of codes was shown in this browser without one having been typed back. */
export function areCodesUnkept(userId: string): boolean {
  return readLocalItem(itemOf(userId)) !== null
}
