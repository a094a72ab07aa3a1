let locks = 0

/** Keeps the page from scrolling until the returned function is called; several locks may overlap. */
export function lockScroll(): () => void {
  locks += 1
  document.documentElement.toggleAttribute('data-scroll-locked', true)
  let isLocked = true
  return () => {
    if (!isLocked) return
    isLocked = false
    locks -= 1
    if (locks === 0) document.documentElement.removeAttribute('data-scroll-locked')
  }
}
