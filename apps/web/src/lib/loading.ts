const loadingEvents = new EventTarget()

/** Covers the page with the loading indicator until `closeLoading`. */
export function showLoading(): void {
  loadingEvents.dispatchEvent(new Event('show'))
}

export function closeLoading(): void {
  loadingEvents.dispatchEvent(new Event('close'))
}

/** Gives `true` at each `show` and `false` at each `close`. @returns a function that ends it. */
export function watchLoading(watch: (isLoading: boolean) => void): () => void {
  const handleShow = () => watch(true)
  const handleClose = () => watch(false)
  loadingEvents.addEventListener('show', handleShow)
  loadingEvents.addEventListener('close', handleClose)
  return () => {
    loadingEvents.removeEventListener('show', handleShow)
    loadingEvents.removeEventListener('close', handleClose)
  }
}
