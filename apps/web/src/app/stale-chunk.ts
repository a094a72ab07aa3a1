import { readSessionItem, writeSessionItem } from '#lib/session-storage.ts'

const STORAGE_KEY = 'stale-chunk'

/**
 * After a new release the old scripts may be gone; a page that asks for one loads itself again, once, and gets the new
 * ones. A second failure at the same address is shown as the error it is.
 */
export function reloadOnStaleChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    if (readSessionItem(STORAGE_KEY) === location.href) return
    writeSessionItem(STORAGE_KEY, location.href)
    event.preventDefault()
    location.reload()
  })
}
