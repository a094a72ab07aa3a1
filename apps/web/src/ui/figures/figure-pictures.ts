export interface FigurePicture {
  src: string
  alt: string
  /** Caption; may be empty. */
  caption: string
}

/**
 * Makes each picture in `root` outside a link open by click, Enter or Space.
 * @returns a function that undoes it
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
    // Focused here so that the focus returns to it; not every browser focuses on click.
    image.focus({ preventScroll: true })
    const caption = image.closest('figure')?.querySelector('figcaption')?.textContent?.trim() ?? ''
    onOpen({ src: image.src, alt: image.alt, caption })
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
