import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { parentPort } from 'node:worker_threads'
import { readHead } from '#certificates/import/tables/text-encoding.ts'
import type { ThreadMessage } from '#platform/limited-thread.ts'
import type { ReadingResult, ReadingTask } from './read-file.ts'
import { IS_JSON, readHalo } from './read-halo.ts'
import { readWordpress } from './read-wordpress.ts'
import { ImportRefused } from './staged-text.ts'

const HEAD_BYTES = 64

const send = (message: ThreadMessage<ReadingResult, number>) => parentPort?.postMessage(message)

async function read({ path, target }: ReadingTask): Promise<ReadingResult> {
  const staged = createWriteStream(target, { mode: 0o600, flush: true })
  const isStaged = finished(staged)
  try {
    const head = await readHead(path, HEAD_BYTES)
    // A byte order mark may come first.
    if (/^\ufeff?\s*[{[]/.test(head.toString('utf8'))) return { fault: IS_JSON }
    const readAny = head.toString('latin1', 0, 2) === 'PK' ? readHalo : readWordpress
    return await readAny({
      path,
      bytes: (await stat(path)).size,
      onText: (text) => void staged.write(`${JSON.stringify(text)}\n`),
      onRead: async (bytes) => {
        send({ alive: bytes })
        if (staged.writableNeedDrain) await once(staged, 'drain')
      },
    })
  } catch (error) {
    if (error instanceof ImportRefused) return { fault: error.message }
    throw error
  } finally {
    staged.end()
    await isStaged
  }
}

parentPort?.once('message', (task: ReadingTask) => {
  // A failure ends the thread, which its starter sees.
  void read(task).then((result) => send({ result }))
})
send('ready')
