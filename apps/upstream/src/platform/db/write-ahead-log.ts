import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { SECOND_MS } from '@portal/contract/constants.ts'

/**
 * SQLite's write-ahead log (sqlite.org/wal.html). SQLite would wait for the disk in the only thread, and a busy disk
 * would block all requests. So the log is flushed here, and only the writers wait.
 */
export interface WriteAheadLog {
  /** Resolves when all that is committed by now has reached the disk. @throws when it did not, then and ever after */
  flush(): Promise<void>
  close(): Promise<void>
}

interface Options {
  /** Delay from a change to the checkpoint. ms */
  checkpointMs?: number
  /** Writes what the system still holds of a file to the disk. */
  datasync?: (handle: FileHandle) => Promise<void>
}

/** @param file of the database; the log lies beside it after the first write */
export function openWriteAheadLog(
  file: string,
  { checkpointMs = 15 * SECOND_MS, datasync = (handle) => handle.datasync() }: Options = {},
): WriteAheadLog {
  let handle: FileHandle | undefined
  /**
   * The last flush that has started or will start. After one failed fsync every later one fails: the state of the disk
   * is unknown.
   */
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
    // What is not copied now stays in the log for the next checkpoint.
    started.on('error', (error) => process.emitWarning(error))
    started.on('exit', () => {
      thread = undefined
    })
    thread = started
  }

  return {
    flush() {
      // Writers that arrive during a flush share the next one: the running one may have started before their commit.
      next ??= last = last.then(writeThrough)
      timer ??= setTimeout(checkpoint, checkpointMs).unref()
      return next
    },
    async close() {
      clearTimeout(timer)
      if (thread) {
        thread.ref()
        // Its errors are logged already and do not prevent closing.
        await once(thread, 'exit').catch(() => {})
      }
      await last.catch(() => {})
      await handle?.close()
    },
  }
}
