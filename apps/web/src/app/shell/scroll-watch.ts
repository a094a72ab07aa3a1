import { PROGRESS_DECIMALS, TOOLBAR_SCROLL_PX } from '@portal/contract/constants.ts'

export interface ScrollState {
  direction: 'up' | 'down'
  /** How far the page is read, 0 to 100 with 2 decimals. */
  percent: string
  isToolbarShown: boolean
}

/** Smaller movements are no change of direction: fingers and trackpads tremble. */
const TREMBLE_PX = 4
/** Nearer to the top the header never hides: it would leave a hole. */
const HEADER_PX = 120

/**
 * Tells of each movement of the page, once a frame. @returns a function that ends it.
 * What is told goes into the DOM and not through React: it changes too often.
 */
export function watchScroll(watch: (state: ScrollState) => void): () => void {
  let lastY = scrollY
  let frame = 0
  let direction: ScrollState['direction'] = 'up'
  let isToolbarShown = false

  const look = () => {
    frame = 0
    const y = Math.max(0, scrollY)
    if (Math.abs(y - lastY) >= TREMBLE_PX) {
      direction = y > lastY ? 'down' : 'up'
      lastY = y
    }
    if (y <= HEADER_PX) direction = 'up'
    // Comes in on the way down, and stays until the page is near its top again.
    if (y <= TOOLBAR_SCROLL_PX) isToolbarShown = false
    else if (direction === 'down') isToolbarShown = true
    watch({ direction, percent: percentOf(y), isToolbarShown })
  }
  const handleScroll = () => {
    frame ||= requestAnimationFrame(look)
  }
  addEventListener('scroll', handleScroll, { passive: true })
  addEventListener('resize', handleScroll, { passive: true })
  handleScroll()
  return () => {
    cancelAnimationFrame(frame)
    removeEventListener('scroll', handleScroll)
    removeEventListener('resize', handleScroll)
  }
}

function percentOf(y: number): string {
  const rangePx = document.documentElement.scrollHeight - innerHeight
  const percent = rangePx > 0 ? Math.min(100, (y / rangePx) * 100) : 0
  return percent.toFixed(PROGRESS_DECIMALS)
}
