const loadingEvents = new EventTarget()

/** Covers the page with the loading indicator until `closeLoading`. */
export function showLoading(): void {
  loadingEvents.dispatchEvent(new Event('show'))
}

export function closeLoading(): void {
  loadingEvents.dispatchEvent(new Event('close'))
}

/** @returns a function that stops watching */
export function watchLoading(watch: (isLoading: boolean) => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  loadingEvents.addEventListener('show', () => watch(true), { signal })
  loadingEvents.addEventListener('close', () => watch(false), { signal })
  return () => controller.abort()
}
