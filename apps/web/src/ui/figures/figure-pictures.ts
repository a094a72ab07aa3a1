/** A picture that is to be seen large. */
export interface FigurePicture {
  src: string
  alt: string
  /** Words under it; empty when there are none. */
  caption: string
}

/**
 * Lets each picture in `root` that stands by itself be opened: by a click, Enter or Space. For a page that is alive
 * only; without scripts the pictures are pictures.
 * @returns a function that ends it
 */
export function makePicturesOpenable(root: HTMLElement, onOpen: (picture: FigurePicture) => void): () => void {
  const images = [...root.querySelectorAll('img')].filter((image) => !image.closest('a'))
  for (const image of images) {
    image.tabIndex = 0
    image.setAttribute('role', 'button')
    image.setAttribute('aria-haspopup', 'dialog')
    image.setAttribute('aria-label', image.alt ? `放大图片：${image.alt}` : '放大图片')
  }
  const open = (event: Event) => {
    const image = event.target
    if (!(image instanceof HTMLImageElement) || !images.includes(image)) return
    event.preventDefault()
    // So that the focus comes back to it; a click does not give it everywhere.
    image.focus({ preventScroll: true })
    const caption = image.closest('figure')?.querySelector('figcaption')?.textContent?.trim() ?? ''
    onOpen({ src: image.currentSrc || image.src, alt: image.alt, caption })
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') open(event)
  }
  root.addEventListener('click', open)
  root.addEventListener('keydown', handleKeyDown)
  return () => {
    root.removeEventListener('click', open)
    root.removeEventListener('keydown', handleKeyDown)
    for (const image of images) {
      for (const name of ['tabindex', 'role', 'aria-haspopup', 'aria-label']) image.removeAttribute(name)
    }
  }
}
