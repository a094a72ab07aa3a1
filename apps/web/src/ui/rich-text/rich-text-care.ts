import { getDrawingAddress } from '#ui/figures/drawing-address.ts'
import { DRAWINGS } from '#ui/figures/drawing-names.ts'

/** `IMAGE_RETRIES` of the contract; a test compares the two. */
export const PICTURE_RETRIES = 1
const SVG = 'http://www.w3.org/2000/svg'

/** Loads the first picture eagerly; the BFF makes all of them lazy. */
export function makeFirstPictureEager(html: string): string {
  return html.replace(/<img\b[^>]*>/, (image) => image.replace(' loading="lazy"', ''))
}

/** Wraps each table in a box that scrolls. */
export function wrapTables(html: string): string {
  return html.replace(/<table\b/g, '<div data-scrolls><table').replace(/<\/table>/g, '</table></div>')
}

/**
 * Retries each failed picture in `root` once, then replaces it by a drawing with its alternative text; loads replaced
 * pictures again when the network is back.
 * @returns a function that stops it
 */
export function rescuePictures(root: HTMLElement, brokenClassName: string | undefined): () => void {
  const failures = new WeakMap<HTMLImageElement, number>()
  const replaced = new Map<HTMLImageElement, HTMLElement>()
  const handleFailure = (image: HTMLImageElement) => {
    const count = (failures.get(image) ?? 0) + 1
    failures.set(image, count)
    if (count <= PICTURE_RETRIES) return reload(image)
    const drawn = makeBrokenPicture(image.alt, brokenClassName)
    replaced.set(image, drawn)
    image.replaceWith(drawn)
  }
  const handleError = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) handleFailure(target)
  }
  const handleOnline = () => {
    for (const [image, drawn] of replaced) {
      failures.delete(image)
      drawn.replaceWith(image)
      reload(image)
    }
    replaced.clear()
  }
  // Captured, because error events do not bubble.
  root.addEventListener('error', handleError, { capture: true })
  addEventListener('online', handleOnline)
  // Pictures may have failed before this code was loaded.
  for (const image of root.querySelectorAll('img')) {
    if (image.complete && image.naturalWidth === 0) handleFailure(image)
  }
  return () => {
    root.removeEventListener('error', handleError, { capture: true })
    removeEventListener('online', handleOnline)
  }
}

function reload(image: HTMLImageElement): void {
  image.setAttribute('src', image.getAttribute('src') ?? '')
}

function makeBrokenPicture(words: string, className = ''): HTMLElement {
  const figure = document.createElement('span')
  figure.className = className
  figure.setAttribute('role', 'img')
  figure.setAttribute('aria-label', words ? `图片无法显示：${words}` : '图片无法显示')
  figure.append(makeDisc(), words || '图片无法显示')
  return figure
}

function makeDisc(): SVGElement {
  const { width, height } = DRAWINGS['bi-disc']
  const drawing = document.createElementNS(SVG, 'svg')
  drawing.setAttribute('viewBox', `0 0 ${width} ${height}`)
  drawing.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(SVG, 'use')
  use.setAttribute('href', getDrawingAddress('bi-disc', false))
  drawing.append(use)
  return drawing
}

/** Makes tables, code and figures that scroll horizontally focusable. */
export function makeScrollersReachable(root: HTMLElement): () => void {
  const update = () => {
    for (const box of root.querySelectorAll<HTMLElement>('[data-scrolls], pre, figure')) {
      setReachable(box, box.scrollWidth > box.clientWidth)
    }
  }
  update()
  // Loaded pictures change the width of figures.
  root.addEventListener('load', update, { capture: true })
  addEventListener('resize', update)
  return () => {
    root.removeEventListener('load', update, { capture: true })
    removeEventListener('resize', update)
  }
}

function setReachable(box: HTMLElement, isWide: boolean): void {
  if (!isWide) {
    for (const name of ['tabindex', 'role', 'aria-label']) box.removeAttribute(name)
    return
  }
  box.tabIndex = 0
  // Code and figures have a role; only the box of a table needs one.
  if (!('scrolls' in box.dataset)) return
  box.setAttribute('role', 'group')
  box.setAttribute('aria-label', '表格，可左右滚动')
}
