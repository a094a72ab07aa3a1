import { SECOND_MS } from '@portal/contract/constants.ts'

/** Output of the progress: a terminal, or a file. */
export interface ProgressOutput {
  write(text: string): unknown
  isTTY?: boolean | undefined
}

/** @param share done, 0 to 1 */
export type ShowProgress = (share: number, text: string) => void

export interface ProgressBar {
  /** Shows the progress. Updates that follow too quickly are dropped. */
  show: ShowProgress
  /** Shows the progress without a delay. */
  showNow: ShowProgress
  /** Removes the bar, so that further output begins on a new line. */
  end(): void
}

const BAR_CHARS = 30
const REDRAW_MS = 100
const LINE_MS = 5 * SECOND_MS

/** Creates a bar that redraws its line on a terminal, and writes a plain line every few seconds elsewhere. */
export function createProgressBar(output: ProgressOutput, now: () => number): ProgressBar {
  let shownAt = output.isTTY ? 0 : now()
  let isDrawn = false

  function showNow(share: number, text: string): void {
    shownAt = now()
    const percent = `${Math.floor(share * 100)}%`.padStart(4)
    if (!output.isTTY) {
      output.write(`${percent}  ${text}\n`)
      return
    }
    const full = Math.round(share * BAR_CHARS)
    output.write(`\r\x1b[K${'█'.repeat(full)}${'░'.repeat(BAR_CHARS - full)} ${percent}  ${text}`)
    isDrawn = true
  }

  return {
    showNow,
    show(share, text) {
      if (now() - shownAt >= (output.isTTY ? REDRAW_MS : LINE_MS)) showNow(share, text)
    },
    end() {
      if (isDrawn) output.write('\r\x1b[K')
      isDrawn = false
    },
  }
}
