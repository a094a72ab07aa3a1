import { SECOND_MS } from '@portal/contract/constants.ts'
import type { Progress } from './certificate-import.ts'

/** Where progress is shown: a terminal, or a file that lines are written to. */
export interface ProgressOutput {
  write(text: string): unknown
  isTTY?: boolean | undefined
}

const BAR_CHARS = 30
const REDRAW_MS = 100
const LINE_MS = 5 * SECOND_MS

/** A bar that is drawn over itself on a terminal; elsewhere a plain line every few seconds. */
export function createProgressLine(output: ProgressOutput, now: () => number) {
  const startedAt = now()
  let shownAt = startedAt
  let isDrawn = false

  return {
    show({ rows, share, step }: Progress): void {
      const at = now()
      const isLast = step === 'publishing'
      if (!isLast && at - shownAt < (output.isTTY ? REDRAW_MS : LINE_MS)) return
      shownAt = at
      const percent = `${Math.floor(share * 100)}%`.padStart(4)
      const count = `${rows.toLocaleString('en')} 行`
      const text = isLast ? `已核对 ${count}，正在发布` : `已核对 ${count}${remaining(share, at - startedAt)}`
      if (!output.isTTY) {
        output.write(`${percent}  ${text}\n`)
        return
      }
      const full = Math.round(share * BAR_CHARS)
      output.write(`\r\x1b[K${'█'.repeat(full)}${'░'.repeat(BAR_CHARS - full)} ${percent}  ${text}`)
      isDrawn = true
    },
    /** The bar goes away, so that what follows begins a line of its own. */
    end(): void {
      if (isDrawn) output.write('\r\x1b[K')
      isDrawn = false
    },
  }
}

function remaining(share: number, elapsedMs: number): string {
  if (share <= 0.02) return ''
  const seconds = Math.ceil((elapsedMs * (1 - share)) / share / SECOND_MS)
  return seconds < 60 ? `，约剩 ${seconds} 秒` : `，约剩 ${Math.ceil(seconds / 60)} 分钟`
}
