/**
 * A logout that the site has not confirmed: no script can take the cookie away, so until the site has done it nobody is
 * believed to be logged in here. Kept for all tabs and later visits; where the browser refuses that, for this page.
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
