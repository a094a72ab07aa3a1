import { setTimeout as delay } from 'node:timers/promises'
import type { BenchRow } from '../measuring/bench.ts'
import { startChecked } from './log-checked.ts'
import { type DeskTokens, judgeRow } from './measured-desk.ts'

const LOOK_MS = 500
const MEMORY_MAX_MIB = 200
const MIB = 2 ** 20

/** Measures the whole list as a CSV and as an XLSX file: the server's memory, and how long it blocks others. */
export async function measureExports(dataDir: string, { clerk }: DeskTokens, count: number): Promise<BenchRow[]> {
  const server = await startChecked(dataDir)
  try {
    const rows: BenchRow[] = []
    // A new process allocates its caches and young generation with its first work of any kind.
    await readWhole(`${server.url}/v1/manage/certificates/export?category=jade`, clerk)
    for (const [name, path] of [
      ['CSV', 'export'],
      ['XLSX', 'exportXlsx'],
    ] as const) {
      const before = (await server.memory()).rssBytes
      await server.takeDelay()
      const startedAt = performance.now()
      const read = readWhole(`${server.url}/v1/manage/certificates/${path}`, clerk)
      let peak = before
      for (let bytes: number | null = null; bytes === null; ) {
        bytes = await Promise.race([read, delay(LOOK_MS, null)])
        peak = Math.max(peak, (await server.usage()).rssBytes)
      }
      const seconds = (performance.now() - startedAt) / 1000
      const { p99Ms } = await server.takeDelay()
      const list = `${name} of ${count.toLocaleString('en')}`
      const memory = { name: `${list}, more memory`, value: (peak - before) / MIB, unit: 'MiB' }
      rows.push(
        { name: list, value: seconds, unit: 's', note: `${((await read) / MIB).toFixed(0)} MiB` },
        judgeRow(memory, memory.value < MEMORY_MAX_MIB, `under ${MEMORY_MAX_MIB} MiB`),
        { name: `${list}, delay of others meanwhile`, value: p99Ms, unit: 'ms p99', note: 'of its event loop' },
      )
    }
    return rows
  } finally {
    await server.stop()
  }
}

/** @returns the number of bytes */
async function readWhole(url: string, token: string): Promise<number> {
  const answer = await fetch(url, { headers: { authorization: token } })
  if (answer.status !== 200 || !answer.body || answer.headers.get('content-type')?.startsWith('application/json')) {
    throw new Error(`${url} answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`)
  }
  let bytes = 0
  for await (const chunk of answer.body) bytes += chunk.byteLength
  return bytes
}
