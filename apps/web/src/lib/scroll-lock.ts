let locks = 0

/** Locks the page's scrolling until the returned function is called; locks may overlap. */
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
