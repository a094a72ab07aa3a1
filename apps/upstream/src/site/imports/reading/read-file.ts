import { SECOND_MS } from '@portal/contract/constants.ts'
import { runInThread } from '#platform/limited-thread.ts'
import type { ReadFile } from './staged-text.ts'

/** Longest time of one piece of a file, ms. */
const SILENT_MAX_MS = 2 * SECOND_MS
/** The longest text and its converted form take most of it. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }
const TOO_HARD = '读取这个文件用时或占用内存过多，已停止；请在原网站分成几份导出后再试'

export interface ReadingTask {
  path: string
  /** File that receives the texts, one line of JSON each. */
  target: string
}

/** `fault`: the reason, in words for the owner. */
export type ReadingResult = ReadFile | { fault: string }

/**
 * Reads an export in a thread with limits, because a file may be made to take long or much memory.
 * @param onAlive receives the bytes that were read so far
 */
export async function readExport(
  task: ReadingTask,
  onAlive: (bytes: number) => void,
  signal: AbortSignal,
  worker = new URL('./reading-worker.ts', import.meta.url),
): Promise<ReadingResult> {
  const limits = { silentMaxMs: SILENT_MAX_MS, memory: MEMORY, onAlive, signal }
  const result = await runInThread<ReadingResult, number>(worker, task, limits)
  return result === 'too-hard' ? { fault: TOO_HARD } : result
}
