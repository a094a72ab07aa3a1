/**
 * A logout that the site has not confirmed. Scripts cannot delete the cookie, so until then the browser counts as logged
 * out. Stored for all tabs and later visits; without storage, for this page only.
 */
const STORAGE_KEY = 'logout-pending'
let isPendingHere = false

export function isLogoutPending(): boolean {
  try {
    return isPendingHere || localStorage.getItem(STORAGE_KEY) !== null
  } catch {
    return isPendingHere
  }
}

export function setLogoutPending(isPending: boolean): void {
  isPendingHere = isPending
  try {
    if (isPending) localStorage.setItem(STORAGE_KEY, '1')
    else localStorage.removeItem(STORAGE_KEY)
  } catch {}
}
