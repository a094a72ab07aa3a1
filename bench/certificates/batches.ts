import { setTimeout as delay } from 'node:timers/promises'
import type { BenchRow } from '../measuring/bench.ts'
import type { MeasuredServer } from '../measuring/measured-servers.ts'
import { startChecked } from './log-checked.ts'
import { type DeskTokens, judgeRow } from './measured-desk.ts'

export const BATCHES_PATH = '/v1/manage/certificates/imports'
/** Maximum additional memory of a process while it checks a file of a million rows (decision 0050). */
export const MEMORY_MAX_MIB = 200
const LOOK_MS = 250
const MIB = 2 ** 20
const ROWS = 1_000_000
/** Lines of one piece of the file; the first line of each has a fault. */
const PIECE = 1000

export interface CheckedFile {
  id: number
  seconds: number
  /** Growth of the resident memory of the process, including its reading thread. */
  moreMiB: number
  /** Longest wait of another request meanwhile. */
  longestMs: number
}

/** Measures the check of a file of a million rows by a new process: memory, and how long it blocks others. */
export async function measureBatch(dataDir: string, { clerk }: DeskTokens): Promise<BenchRow[]> {
  const server = await startChecked(dataDir)
  try {
    await server.takeDelay()
    const { seconds, moreMiB } = await checkFile(server, clerk, ROWS)
    const { p99Ms } = await server.takeDelay()
    const file = `file of ${ROWS.toLocaleString('en')} rows checked`
    const memory = { name: `${file}, more memory`, value: moreMiB, unit: 'MiB' }
    return [
      { name: file, value: seconds, unit: 's' },
      judgeRow(memory, memory.value < MEMORY_MAX_MIB, `under ${MEMORY_MAX_MIB} MiB`),
      { name: `${file}, delay of others meanwhile`, value: p99Ms, unit: 'ms p99', note: 'of its event loop' },
    ]
  } finally {
    await server.stop()
  }
}

/**
 * Uploads a file and waits until it is checked.
 * @param rows a multiple of 1,000
 */
export async function checkFile(server: MeasuredServer, token: string, rows: number): Promise<CheckedFile> {
  const headers = { authorization: token }
  const url = server.url + BATCHES_PATH
  const beforeBytes = (await server.usage()).rssBytes
  const startedAt = performance.now()
  const pieces = Array.from({ length: rows / PIECE }, () => `玉石,,2.9\n${'玉石,翡翠,3.33\n'.repeat(PIECE - 1)}`)
  const { id } = await uploadRows(url, token, ['类别,检验结论,密度\n', ...pieces])
  let [peakBytes, longestMs] = [0, 0]
  for (;;) {
    peakBytes = Math.max(peakBytes, (await server.usage()).rssBytes)
    const askedAt = performance.now()
    const batch = await readData(await fetch(`${url}/${id}`, { headers }))
    longestMs = Math.max(longestMs, performance.now() - askedAt)
    const isChecked = batch.state === 'ready'
    if (batch.state === 'failed' || (isChecked && (batch.rows !== rows || batch.counts.faulty !== rows / PIECE)))
      throw new Error(`${batch.state} after ${batch.rows} rows, ${batch.counts.faulty} faulty: ${batch.message}`)
    if (isChecked) break
    await delay(LOOK_MS)
  }
  return { id, seconds: (performance.now() - startedAt) / 1000, moreMiB: (peakBytes - beforeBytes) / MIB, longestMs }
}

/** Uploads the pieces of a CSV file. */
export async function uploadRows(url: string, token: string, pieces: readonly string[]): Promise<{ id: number }> {
  const body = new FormData()
  body.set('multipartFile', new File([...pieces], 'rows.csv'))
  return await readData(await fetch(url, { method: 'POST', headers: { authorization: token }, body }))
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several calls
export async function readData(answer: Response): Promise<any> {
  const { code, message, data } = await answer.json()
  if (code !== 200) throw new Error(`${answer.url} answered ${code}: ${message}`)
  return data
}
