import { SECOND_MS } from '@portal/contract/constants.ts'
import { runInThread } from '#platform/limited-thread.ts'
import { createWorkQueue } from '#platform/work-queue.ts'
import type { PdfCheck } from './check-pdf.ts'

/** Longest time of one check, ms. */
const CHECK_MAX_MS = 2 * SECOND_MS
/** The check holds a file of 30 MB and its 60 MB of decompressed text, as text and as bytes. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }
const TOO_HARD = '检查这个 PDF 用时过长，已停止；请另存为普通 PDF 或拆分后再上传'

export type PdfChecker = (bytes: Buffer, client: string) => Promise<PdfCheck>

/** Checks PDF files one after the other, each in a thread of its own, which is ended after two seconds. */
export function createPdfChecker(
  worker = new URL('./pdf-worker.ts', import.meta.url),
  maxMs: number = CHECK_MAX_MS,
): PdfChecker {
  const pass = createWorkQueue(1, 8, 4)
  return (bytes, client) =>
    pass(async () => {
      const limits = { silentMaxMs: maxMs, memory: MEMORY }
      const checked = await runInThread<PdfCheck>(worker, new Uint8Array(bytes), limits)
      return checked === 'too-hard' ? { fault: TOO_HARD } : checked
    }, client)
}
