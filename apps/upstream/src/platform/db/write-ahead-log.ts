import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { SECOND_MS } from '@portal/contract/constants.ts'

/**
 * SQLite's write-ahead log (sqlite.org/wal.html). SQLite would wait for the disk in the only thread, and a busy disk
 * would block all requests. So the log is flushed here, and only the writers wait.
 */
export interface WriteAheadLog {
  /** Resolves when all present commits have reached the disk. @throws when they did not, and in every later call */
  flush(): Promise<void>
  close(): Promise<void>
}

interface Options {
  /** Delay from a change to the checkpoint. ms */
  checkpointMs?: number
  /** Writes the cached data of a file to the disk. */
  datasync?: (handle: FileHandle) => Promise<void>
}

/** @param file of the database. The log is beside it after the first write */
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

  function startCheckpoint(): void {
    timer = undefined
    // A checkpoint is running. If it takes longer than the interval, the next change starts another one.
    if (thread) return
    const started = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: file, execArgv: [] })
    started.unref()
    // Pages that were not copied stay in the log until the next checkpoint.
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
      timer ??= setTimeout(startCheckpoint, checkpointMs).unref()
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
