import { writeSync } from 'node:fs'

/** Where log lines go. */
export interface LogSink {
  write(line: string): void
  /** Everything that waits, now. */
  flush(): void
}

interface Options {
  /** Takes what fits and says how many bytes that was. @throws an error with code `EAGAIN` while nothing fits */
  writeOut?: (bytes: Buffer) => number
  /** Lines wait for others so long. ms. */
  gapMs?: number
}

/** Lines wait until they are this much together. Characters. */
const CHUNK_CHARS = 8 * 1024
const GAP_MS = 200
/** While nobody reads, lines wait up to this; then the newest are left out. Characters. */
const WAITING_MAX = 8 * 1024 * 1024
/** pino's number for `info`; what is above it is written at once. */
const QUIET = /^\{"level":(?:10|20|30),/

const STANDARD_OUTPUT = 1
const NOTHING = Buffer.alloc(0)

/**
 * Standard output, in pieces: a line for each request written by itself costs more than putting the line together.
 * Warnings and errors, and all that came before, do not wait; nor does what is left when the process ends by itself.
 */
export function createLogSink({
  writeOut = (bytes) => writeSync(STANDARD_OUTPUT, bytes),
  gapMs = GAP_MS,
}: Options = {}): LogSink {
  let waiting = ''
  /** What a slow reader has not taken. */
  let rest: Buffer = NOTHING
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    rest = rest.length > 0 ? Buffer.concat([rest, Buffer.from(waiting)]) : Buffer.from(waiting)
    waiting = ''
    try {
      while (rest.length > 0) rest = rest.subarray(writeOut(rest))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EAGAIN') timer = setTimeout(flush, gapMs)
      // Nobody will read any more.
      else rest = NOTHING
    }
  }

  return {
    write(line) {
      if (rest.length + waiting.length > WAITING_MAX) return
      waiting += line
      const mayWait = waiting.length < CHUNK_CHARS && QUIET.test(line)
      // A slow reader is not asked again with each line.
      if (!mayWait && rest.length === 0) flush()
      else timer ??= setTimeout(flush, gapMs).unref()
    },
    flush,
  }
}
