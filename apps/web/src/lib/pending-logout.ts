import { readLocalItem, writeLocalItem } from './browser-storage.ts'

/**
 * Storage key of a logout that the site has not confirmed. Scripts cannot delete the cookie, so until the confirmation
 * the browser counts as logged out. Stored for all tabs and later visits; when the browser blocks storage, for this
 * page only.
 */
const STORAGE_KEY = 'logout-pending'
let isPendingHere = false

export function isLogoutPending(): boolean {
  return isPendingHere || readLocalItem(STORAGE_KEY) !== null
}

export function setLogoutPending(isPending: boolean): void {
  isPendingHere = isPending
  writeLocalItem(STORAGE_KEY, isPending ? '1' : null)
}
