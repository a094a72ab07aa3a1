import { readLocalItem, writeLocalItem } from '#lib/browser-storage.ts'

/*
 * Recovery codes are shown once. This browser notes that a set was shown but not confirmed, so that a reload of the page does not
 * lose them unnoticed. The codes themselves are stored nowhere.
 */

const toItemKey = (userId: string) => `manage-unkept-codes:${userId}`

/** This tab shows the set now. */
let isShown = false

/** @returns a function that ends the display */
export function noteShown(userId: string): () => void {
  writeLocalItem(toItemKey(userId), '1')
  isShown = true
  return () => {
    isShown = false
  }
}

/** Notes that the user has confirmed one of the codes. */
export function noteConfirmed(userId: string): void {
  isShown = false
  writeLocalItem(toItemKey(userId), null)
}

export const areCodesShown = () => isShown

/** Whether the last set of codes was shown in this browser but not confirmed. */
export function areCodesUnconfirmed(userId: string): boolean {
  return readLocalItem(toItemKey(userId)) !== null
}
