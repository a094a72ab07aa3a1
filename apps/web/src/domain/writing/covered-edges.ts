import styles from './writing-field.module.css'

/**
 * Measures what header, tools and save bar cover at the upper and the lower edge of the window, CSS px. The scroll
 * padding of the page tells the heights of header and save bar.
 */
export function measureCoveredEdges(field: HTMLElement): { top: number; bottom: number } {
  const page = getComputedStyle(document.documentElement)
  const tools = field.closest(`.${styles.root}`)?.querySelector(`.${styles.head}`)
  const isSticky = tools && getComputedStyle(tools).position === 'sticky'
  return {
    top: toPx(page.scrollPaddingTop) + (isSticky ? tools.clientHeight : 0),
    bottom: toPx(page.scrollPaddingBottom),
  }
}

/** Length of a scroll padding; 0 for `auto`. */
function toPx(length: string): number {
  return Number.parseFloat(length) || 0
}
