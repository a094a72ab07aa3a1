import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { SECOND_MS } from '@portal/contract/constants.ts'

/**
 * Where SQLite writes what is committed, until it goes into the database file itself (sqlite.org/wal.html). SQLite would wait
 * for the disk in the one thread that answers all requests; a disk that is busy for a second would hold everybody up.
 * So the disk is waited for here: only those wait who have written.
 */
export interface WriteAheadLog {
  /** Resolves when all that is committed by now has reached the disk. @throws when it did not, then and ever after */
  flush(): Promise<void>
  close(): Promise<void>
}

interface Options {
  /** How long after a change the log is brought into the database file. ms */
  checkpointMs?: number
  /** Writes what the system still holds of a file to the disk. */
  datasync?: (handle: FileHandle) => Promise<void>
}

/** @param file of the database, which the log lies beside as soon as anything was written */
export function openWriteAheadLog(
  file: string,
  { checkpointMs = 15 * SECOND_MS, datasync = (handle) => handle.datasync() }: Options = {},
): WriteAheadLog {
  let handle: FileHandle | undefined
  /** The last that was begun or is to begin. Once one has failed nobody knows what the disk holds, so none succeeds again. */
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let thread: Worker | undefined

  async function writeThrough(): Promise<void> {
    next = undefined
    handle ??= await open(`${file}-wal`, 'r+')
    await datasync(handle)
  }

  function checkpoint(): void {
    timer = undefined
    // One that takes longer than the interval is followed by the next change's.
    if (thread) return
    const started = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: file, execArgv: [] })
    started.unref()
    // What is not brought over now stays in the log, and is the next one's.
    started.on('error', (error) => process.emitWarning(error))
    started.on('exit', () => {
      thread = undefined
    })
    thread = started
  }

  return {
    flush() {
      // While the disk is at work, whoever comes shares the next turn: this one may have begun before the commit.
      next ??= last = last.then(writeThrough)
      timer ??= setTimeout(checkpoint, checkpointMs).unref()
      return next
    },
    async close() {
      clearTimeout(timer)
      if (thread) {
        thread.ref()
        // What fails in it is warned of already, and keeps nobody from closing.
        await once(thread, 'exit').catch(() => {})
      }
      await last.catch(() => {})
      await handle?.close()
    },
  }
}
