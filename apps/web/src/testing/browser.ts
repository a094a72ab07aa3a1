/** Some suites run on Node alone, without a document. */
const hasDocument = typeof document !== 'undefined'

/** Longer than jsdom takes from one frame to the next. */
export const FRAME_MS = 20

/** Gives jsdom what it lacks and our code asks for, and takes its sockets away: a test that wants one brings a fake. */
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

/** As the next suite of the process finds it: nothing in the document, nothing kept, and the first address. */
export function emptyDocument(): void {
  if (!hasDocument) return
  localStorage.clear()
  document.head.replaceChildren()
  document.body.replaceChildren()
  document.title = ''
  history.replaceState(null, '', '/')
}

/** What a tab keeps: session storage, and what stands on the document itself. */
export function forgetTab(): void {
  if (!hasDocument) return
  sessionStorage.clear()
  for (const name of ['data-theme', 'data-elder', 'data-announcement', 'data-scroll', 'data-scroll-locked']) {
    document.documentElement.removeAttribute(name)
  }
}
