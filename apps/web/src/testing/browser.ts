/** Some suites run on Node alone, without a document. */
const hasDocument = typeof document !== 'undefined'

/** Longer than the time between two frames of jsdom. */
export const FRAME_MS = 20

/** Adds features that jsdom lacks, and removes its WebSocket, which tests replace by a fake. */
export function completeBrowser(): void {
  if (!hasDocument) return
  Reflect.deleteProperty(globalThis, 'WebSocket')
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView ??= () => {}
  window.matchMedia ??= (media) =>
    ({ media, matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false
  }
}

/** Resets document, storage and address for the next suite. */
export function resetDocument(): void {
  if (!hasDocument) return
  localStorage.clear()
  document.head.replaceChildren()
  document.body.replaceChildren()
  document.title = ''
  history.replaceState(null, '', '/')
}

/** Clears session storage and the document's attributes. */
export function resetTab(): void {
  if (!hasDocument) return
  sessionStorage.clear()
  for (const name of ['data-theme', 'data-elder', 'data-announcement', 'data-scroll', 'data-scroll-locked']) {
    document.documentElement.removeAttribute(name)
  }
}
