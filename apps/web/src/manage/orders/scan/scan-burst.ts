/** Minimum number of characters of a scan: the digits of an order's number. */
const LENGTH_MIN = 14
/** Maximum gap between two characters of a scanner, ms. People type more slowly. */
const GAP_MS = 60
/** Pause after the last character that ends a scan without Enter, ms. */
const SILENCE_MS = 120
/** Time within which the same scan counts once, ms. */
const REPEAT_MS = 1_000

type Schedule = (run: () => void, delayMs: number) => () => void

const scheduleByTimer: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

interface ScanBurstOptions {
  onScan: (text: string) => void
  /** Tells the shorter codes that end with Enter, e.g. those of trays. */
  isCode?: ((text: string) => boolean) | undefined
  /** Runs a function after a delay, and returns a function that cancels it. */
  schedule?: Schedule
}

/** Recognises the scans of a keyboard wedge among typed characters: at least 14 that follow each other within 60 ms. */
export function createScanBurst({ onScan, isCode = () => false, schedule = scheduleByTimer }: ScanBurstOptions) {
  let typed = ''
  let lastMs = Number.NEGATIVE_INFINITY
  let last = { text: '', atMs: Number.NEGATIVE_INFINITY }
  let cancel = () => {}

  const reset = () => {
    cancel()
    typed = ''
  }
  /** Ends the burst. @returns whether it was a scan */
  const end = (hasEnter: boolean): boolean => {
    const text = cleanScan(typed)
    reset()
    if (text.length < LENGTH_MIN && !(hasEnter && isCode(text))) return false
    const isRepeated = text === last.text && lastMs - last.atMs < REPEAT_MS
    last = { text, atMs: lastMs }
    if (!isRepeated) onScan(text)
    return true
  }
  return {
    /** Adds a character. @returns whether it is the first of a burst */
    push(character: string, atMs: number): boolean {
      if (atMs - lastMs >= GAP_MS) typed = ''
      const isFirst = typed === ''
      typed += character
      lastMs = atMs
      cancel()
      cancel = schedule(() => end(false), SILENCE_MS)
      return isFirst
    },
    /** Ends the burst at the key Enter. @returns whether it was a scan */
    end: () => end(true),
    reset,
  }
}

/** Makes half-width characters of full-width ones, and removes the control characters that some scanners add. */
function cleanScan(text: string): string {
  return text.normalize('NFKC').replace(/\p{Cc}/gu, '')
}
