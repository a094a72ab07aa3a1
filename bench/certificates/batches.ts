import { setTimeout as delay } from 'node:timers/promises'
import type { BenchRow } from '../measuring/bench.ts'
import { type MeasuredServer, startUpstream } from '../measuring/measured-servers.ts'
import { type DeskTokens, judged } from './measured-desk.ts'

const LOOK_MS = 250
const MEMORY_MAX_MIB = 200
const MIB = 2 ** 20
const ROWS = 1_000_000
/** Lines of one piece of the file. */
const PIECE = 1000

/** A file of a million rows, checked as the first work of a new process: what that needs and how long it blocks others. */
export async function measureBatch(dataDir: string, { clerk }: DeskTokens): Promise<BenchRow[]> {
  const server = await startUpstream(dataDir)
  try {
    const url = `${server.url}/v1/manage/certificates/imports`
    const before = (await server.usage()).rssBytes
    await server.takeDelay()
    const startedAt = performance.now()
    const { id } = await upload(url, clerk)
    const peak = await peakUntilChecked(server, `${url}/${id}`, clerk)
    const seconds = (performance.now() - startedAt) / 1000
    const { p99Ms } = await server.takeDelay()
    const file = `file of ${ROWS.toLocaleString('en')} rows checked`
    const memory = { name: `${file}, more memory`, value: (peak - before) / MIB, unit: 'MiB' }
    return [
      { name: file, value: seconds, unit: 's' },
      judged(memory, memory.value < MEMORY_MAX_MIB, `under ${MEMORY_MAX_MIB} MiB`),
      { name: `${file}, delay of others meanwhile`, value: p99Ms, unit: 'ms p99', note: 'of its event loop' },
    ]
  } finally {
    await server.stop()
  }
}

async function upload(url: string, token: string): Promise<{ id: number }> {
  const pieces = Array.from({ length: ROWS / PIECE }, () => `玉石,,2.9\n${'玉石,翡翠,3.33\n'.repeat(PIECE - 1)}`)
  const body = new FormData()
  body.set('multipartFile', new File(['类别,检验结论,密度\n', ...pieces], 'rows.csv'))
  return await dataOf(await fetch(url, { method: 'POST', headers: { authorization: token }, body }))
}

/** @returns bytes */
async function peakUntilChecked(server: MeasuredServer, url: string, token: string): Promise<number> {
  for (let peak = 0; ; await delay(LOOK_MS)) {
    peak = Math.max(peak, (await server.usage()).rssBytes)
    const { state, rows } = await dataOf(await fetch(url, { headers: { authorization: token } }))
    if (state === 'failed' || (state === 'ready' && rows !== ROWS)) throw new Error(`${state} after ${rows} rows`)
    if (state === 'ready') return peak
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several calls
async function dataOf(answer: Response): Promise<any> {
  const { code, message, data } = await answer.json()
  if (code !== 200) throw new Error(`${answer.url} answered ${code}: ${message}`)
  return data
}
