import { PROGRESS_DECIMALS, TOOLBAR_SCROLL_PX } from '@portal/contract/constants.ts'

export interface ScrollState {
  direction: 'up' | 'down'
  /** Part of the page above the viewport's end, 0 to 100 with 2 decimals. */
  percent: string
  isToolbarShown: boolean
}

/** Smaller movements are no change of direction: fingers and trackpads jitter. */
const JITTER_PX = 4
/** Distance from the top within which the header never hides: it would leave a gap. */
const HEADER_PX = 120

/**
 * Calls `watch` at most once a frame while the page scrolls. Callers update the DOM directly: the position changes too
 * often for React.
 * @returns a function that stops watching
 */
export function watchScroll(watch: (state: ScrollState) => void): () => void {
  let lastY = scrollY
  let frame = 0
  let direction: ScrollState['direction'] = 'up'
  let isToolbarShown = false

  const update = () => {
    frame = 0
    const y = Math.max(0, scrollY)
    if (Math.abs(y - lastY) >= JITTER_PX) {
      direction = y > lastY ? 'down' : 'up'
      lastY = y
    }
    if (y <= HEADER_PX) direction = 'up'
    // The toolbar appears while scrolling down, and stays until the page is near its top again.
    if (y <= TOOLBAR_SCROLL_PX) isToolbarShown = false
    else if (direction === 'down') isToolbarShown = true
    watch({ direction, percent: toPercent(y), isToolbarShown })
  }
  const handleScroll = () => {
    frame ||= requestAnimationFrame(update)
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

function toPercent(y: number): string {
  const rangePx = document.documentElement.scrollHeight - innerHeight
  const percent = rangePx > 0 ? Math.min(100, (y / rangePx) * 100) : 0
  return percent.toFixed(PROGRESS_DECIMALS)
}
