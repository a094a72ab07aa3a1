import { spriteUrl } from 'virtual:drawings'
import { DRAWING_SIZES } from '#ui/figures/drawing-names.ts'

/** `IMAGE_RETRIES` of the contract; its test holds the two together. */
export const PICTURE_RETRIES = 1
const SVG = 'http://www.w3.org/2000/svg'

/** Takes the waiting from the first picture of some HTML: it is seen at once. The BFF makes all of them lazy. */
export function withEagerFirstPicture(html: string): string {
  return html.replace(/<img\b[^>]*>/, (image) => image.replace(' loading="lazy"', ''))
}

/** Puts each table of some HTML into a box of its own: the table fills the column, and a wide one is pushed along. */
export function withTablesInBoxes(html: string): string {
  return html.replace(/<table\b/g, '<div data-scrolls><table').replace(/<\/table>/g, '</table></div>')
}

/**
 * Asks once more for each picture in `root` that fails, then puts a drawn one with its words in its place. Where only
 * the network was away, the pictures are asked for anew when it is back.
 * @returns a function that ends it
 */
export function rescuePictures(root: HTMLElement, brokenClassName: string | undefined): () => void {
  const failures = new WeakMap<HTMLImageElement, number>()
  const given = new Map<HTMLImageElement, HTMLElement>()
  const handleFailure = (image: HTMLImageElement) => {
    const count = (failures.get(image) ?? 0) + 1
    failures.set(image, count)
    if (count <= PICTURE_RETRIES) return askAgain(image)
    const drawn = brokenPicture(image.alt, brokenClassName)
    given.set(image, drawn)
    image.replaceWith(drawn)
  }
  const handleError = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) handleFailure(target)
  }
  const handleOnline = () => {
    for (const [image, drawn] of given) {
      failures.delete(image)
      drawn.replaceWith(image)
      askAgain(image)
    }
    given.clear()
  }
  // Errors of pictures do not bubble, but on their way down they can be seen.
  root.addEventListener('error', handleError, { capture: true })
  addEventListener('online', handleOnline)
  // Some may have failed before this code was there to hear of it.
  for (const image of root.querySelectorAll('img')) {
    if (image.complete && image.naturalWidth === 0) handleFailure(image)
  }
  return () => {
    root.removeEventListener('error', handleError, { capture: true })
    removeEventListener('online', handleOnline)
  }
}

function askAgain(image: HTMLImageElement): void {
  image.setAttribute('src', image.getAttribute('src') ?? '')
}

function brokenPicture(words: string, className = ''): HTMLElement {
  const figure = document.createElement('span')
  figure.className = className
  figure.setAttribute('role', 'img')
  figure.setAttribute('aria-label', words ? `图片无法显示：${words}` : '图片无法显示')
  figure.append(drawnDisc(), words || '图片无法显示')
  return figure
}

function drawnDisc(): SVGElement {
  const { width, height } = DRAWING_SIZES['bi-disc']
  const drawing = document.createElementNS(SVG, 'svg')
  drawing.setAttribute('viewBox', `0 0 ${width} ${height}`)
  drawing.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(SVG, 'use')
  use.setAttribute('href', `${spriteUrl}#bi-disc`)
  drawing.append(use)
  return drawing
}

/** Lets the keyboard reach what is wider than its place and can be pushed along: tables, code, drawn figures. */
export function makeScrollersReachable(root: HTMLElement): () => void {
  const look = () => {
    for (const box of root.querySelectorAll<HTMLElement>('[data-scrolls], pre, figure')) {
      setReachable(box, box.scrollWidth > box.clientWidth)
    }
  }
  look()
  // A figure is as wide as its picture, once that is there.
  root.addEventListener('load', look, { capture: true })
  addEventListener('resize', look)
  return () => {
    root.removeEventListener('load', look, { capture: true })
    removeEventListener('resize', look)
  }
}

function setReachable(box: HTMLElement, isWide: boolean): void {
  if (!isWide) {
    for (const name of ['tabindex', 'role', 'aria-label']) box.removeAttribute(name)
    return
  }
  box.tabIndex = 0
  // Code and figures are something already; the box of a table is nothing that could be named.
  if (!('scrolls' in box.dataset)) return
  box.setAttribute('role', 'group')
  box.setAttribute('aria-label', '表格，可左右滚动')
}
