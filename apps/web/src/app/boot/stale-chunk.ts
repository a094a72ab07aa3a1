import { isPartLoading } from '#lib/lazy-part.ts'
import { readSessionItem, writeSessionItem } from '#lib/session-storage.ts'
import { showToast } from '#lib/toasts.ts'
import { isPrefetchingCode } from './prefetch-links.ts'

const STORAGE_KEY = 'stale-chunk'

/** What a missing script does to the tab. */
export interface StaleTab {
  /** Whether a page is about to be opened: code that is only fetched ahead may fail, and nobody needs to know. */
  isOpeningPage: () => boolean
  /** Gives up the change of page that is under way. */
  stay: () => void
  reload?: () => void
}

/**
 * After a new release the old scripts may be gone; a page that asks for one loads itself again, once, and gets the new
 * ones. A second failure at the same address is shown as the error it is. Where something has been typed and not sent,
 * the page stays as it is and the visitor chooses when to load it. Without a network nothing is loaded again: all that
 * is on the page would be lost.
 *
 * @returns a function that ends it
 */
export function watchStaleChunks({ isOpeningPage, stay, reload = () => location.reload() }: StaleTab): () => void {
  const offerReload = (words: string) =>
    showToast('info', words, { isClosable: true, action: { label: '刷新页面', onAct: reload } })
  const handleOnline = () => offerReload('网络已恢复，刷新后继续')
  const handleFailure = (event: Event) => {
    if (isPrefetchingCode() && !isOpeningPage() && !isPartLoading()) return
    if (!navigator.onLine) {
      // A page that cannot be opened says so itself.
      if (isOpeningPage()) return
      showToast('error', '网络不通，请稍后重试')
      addEventListener('online', handleOnline, { once: true })
      return
    }
    if (readSessionItem(STORAGE_KEY) === location.href) return
    if (hasUnsentText()) {
      stay()
      offerReload('网站已更新，刷新后继续')
      return
    }
    writeSessionItem(STORAGE_KEY, location.href)
    event.preventDefault()
    reload()
  }
  addEventListener('vite:preloadError', handleFailure)
  return () => {
    removeEventListener('vite:preloadError', handleFailure)
    removeEventListener('online', handleOnline)
  }
}

const KINDS_WITHOUT_TEXT: readonly string[] = ['hidden', 'checkbox', 'radio', 'button', 'submit', 'reset', 'search']

/** Whether a field that can be written in holds something; what is searched for can be typed again. */
function hasUnsentText(): boolean {
  const editors = document.querySelectorAll('[contenteditable="true"]')
  if ([...editors].some(({ textContent }) => textContent.trim() !== '')) return true
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  return [...fields].some(
    ({ type, value, readOnly, disabled }) =>
      !KINDS_WITHOUT_TEXT.includes(type) && !readOnly && !disabled && value.trim() !== '',
  )
}
