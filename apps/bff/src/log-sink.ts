import { writeSync } from 'node:fs'

/** Receives log lines. */
export interface LogSink {
  write(line: string): void
  /** Writes all buffered lines now. */
  flush(): void
}

interface Options {
  /** Writes what fits, and returns the number of bytes. @throws an error with code `EAGAIN` while nothing fits */
  writeOut?: (bytes: Buffer) => number
  /** Longest time in the buffer. ms. */
  gapMs?: number
}

/** The buffer is flushed at this size. Characters. */
const CHUNK_CHARS = 32 * 1024
const GAP_MS = 200
/** While the reader is stuck, lines are buffered up to this; further ones are dropped. Characters. */
const WAITING_MAX = 8 * 1024 * 1024
/** Levels up to pino's `info`; lines above it are written at once. */
const QUIET = /^\{"level":(?:10|20|30),/

const STANDARD_OUTPUT = 1
const NOTHING = Buffer.alloc(0)

/**
 * Buffered standard output: writing each line by itself costs more than formatting it.
 * Warnings and errors flush the buffer, and so does the end of the process.
 */
export function createLogSink({
  writeOut = (bytes) => writeSync(STANDARD_OUTPUT, bytes),
  gapMs = GAP_MS,
}: Options = {}): LogSink {
  let waiting = ''
  /** Not yet read by a slow reader. */
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
      // The reader is gone.
      else rest = NOTHING
    }
  }

  return {
    write(line) {
      if (rest.length + waiting.length > WAITING_MAX) return
      waiting += line
      const mayWait = waiting.length < CHUNK_CHARS && QUIET.test(line)
      // A slow reader is not retried with each line.
      if (!mayWait && rest.length === 0) flush()
      else timer ??= setTimeout(flush, gapMs).unref()
    },
    flush,
  }
}
