import { SECOND_MS } from '@portal/contract/constants.ts'
import { createWorkerAddress } from '#lib/html/worker-script.ts'
import type { DocxAnswer } from './docx-worker.ts'
import workerAddress from './docx-worker.ts?worker&url'

const FILE_MAX_BYTES = 20 * 1024 * 1024
/** Time to load the script of the worker. */
const LOAD_MAX_MS = 30 * SECOND_MS
/** Time to read a file, which hostile ones would extend without end. */
const READ_MAX_MS = 2 * SECOND_MS

/**
 * Reads a `.docx` file as HTML, in a worker that is stopped when it takes too long.
 * @throws Error whose message is shown
 */
export async function openDocx(file: File): Promise<string> {
  if (file.size > FILE_MAX_BYTES) throw new Error('文件超过 20 MB，请分成几份，或压缩其中的图片')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const worker = new Worker(createWorkerAddress(workerAddress), { type: 'module' })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<string>((resolve, reject) => {
      const limit = (ms: number, fault: string) => {
        clearTimeout(timer)
        timer = setTimeout(() => reject(new Error(fault)), ms)
      }
      limit(LOAD_MAX_MS, '没有连上服务器，文件没有导入')
      worker.addEventListener('error', () => reject(new Error('文件读不出来，请刷新页面后重试')))
      worker.addEventListener('message', ({ data }: MessageEvent<DocxAnswer>) => {
        if (data === 'ready') {
          limit(READ_MAX_MS, '文件太复杂，2 秒内没有读完。请分成几份，或在 Word 里复制后粘贴')
          worker.postMessage(bytes, [bytes.buffer])
        } else if ('html' in data) resolve(data.html)
        else reject(new Error(data.fault))
      })
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
