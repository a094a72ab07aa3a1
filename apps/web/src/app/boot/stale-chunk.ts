import { SECOND_MS } from '@portal/contract/constants.ts'
import { readSessionItem, writeSessionItem } from '#lib/browser-storage.ts'
import { isPartLoading } from '#lib/lazy-part.ts'
import { showToast } from '#lib/toasts.ts'
import { isPrefetchingCode } from './prefetch-links.ts'

const STORAGE_KEY = 'stale-chunk'
/** Time within which a page that is being left is gone. If it is still there, a download or the visitor has kept it. */
const LEAVING_MS = 30 * SECOND_MS

export interface StaleTab {
  /** Whether a navigation is running; failures of prefetched code are ignored. */
  isOpeningPage: () => boolean
  /** Cancels the running navigation. */
  stay: () => void
  reload?: () => void
}

/**
 * After a release old scripts and style sheets may be gone: a page that fails to load one reloads itself, once per address; a second
 * failure is shown as an error, a page without its sheet as it is. With unsent text on the page, the visitor chooses when to reload. Offline nothing is
 * reloaded, because the page would be lost.
 *
 * Firefox aborts imports when a page is left. That is no failure, and a reload would cancel the visitor's own
 * navigation.
 *
 * @returns a function that stops watching
 */
export function watchStaleChunks({ isOpeningPage, stay, reload = () => location.reload() }: StaleTab): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const offerReload = (words: string) =>
    showToast('info', words, { isClosable: true, action: { label: '刷新页面', onAct: reload } })
  const handleOnline = () => offerReload('网络已恢复，刷新后继续')
  let leftAtMs = Number.NEGATIVE_INFINITY
  const handleLeave = () => {
    leftAtMs = performance.now()
  }
  const handleFailure = (event: Event) => {
    if (isPrefetchingCode() && !isOpeningPage() && !isPartLoading()) return
    const leavingMs = leftAtMs + LEAVING_MS - performance.now()
    // Runs only on a page that was not left, or that is shown again by going back.
    if (leavingMs > 0) setTimeout(() => signal.aborted || reloadPage(event), leavingMs)
    else reloadPage(event)
  }
  const handleSheet = (event: Event) => {
    if (event.target instanceof HTMLLinkElement && event.target.rel === 'stylesheet') handleFailure(event)
  }
  const reloadPage = (event: Event) => {
    if (!navigator.onLine) {
      // The error page shows this failure.
      if (isOpeningPage()) return
      showToast('error', '网络不通，请稍后重试')
      addEventListener('online', handleOnline, { once: true, signal })
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
  addEventListener('vite:preloadError', handleFailure, { signal })
  addEventListener('error', handleSheet, { capture: true, signal })
  addEventListener('beforeunload', handleLeave, { signal })
  return () => controller.abort()
}

const TYPES_WITHOUT_TEXT: readonly string[] = ['hidden', 'checkbox', 'radio', 'button', 'submit', 'reset', 'search']

/** Whether a field contains text; search keywords do not count. */
function hasUnsentText(): boolean {
  const editors = document.querySelectorAll('[contenteditable="true"]')
  if ([...editors].some(({ textContent }) => textContent.trim() !== '')) return true
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  return [...fields].some(
    ({ type, value, readOnly, disabled }) =>
      !TYPES_WITHOUT_TEXT.includes(type) && !readOnly && !disabled && value.trim() !== '',
  )
}
