import { setTimeout as delay } from 'node:timers/promises'
import { BATCHES_PATH, readData, uploadRows } from '../certificates/batches.ts'
import { type BenchRow, getMedian } from '../measuring/bench.ts'
import type { MeasuredServer } from '../measuring/measured-servers.ts'

const ROWS = 5000
export const FILE_ROUNDS = 3
const LOOK_MS = 20
const HEADINGS = '类别,检验结论,总质量（g）,折射率,密度（g/cm³）,检验日期'

/** Measures files of 5,000 certificates: the time until all rows are checked, and until they are drafts. Medians. */
export async function measureFileRows(server: MeasuredServer, token: string): Promise<BenchRow[]> {
  const rounds: Awaited<ReturnType<typeof storeFile>>[] = []
  for (let round = 0; round < FILE_ROUNDS; round += 1) rounds.push(await storeFile(server, token, round))
  const median = (member: keyof (typeof rounds)[number]) => getMedian(rounds.map((one) => one[member]))
  const file = `file of ${ROWS.toLocaleString('en')} certificates`
  return [
    { name: `${file}, upload until checked`, value: median('checkedSeconds'), unit: 's' },
    { name: `${file}, then until stored as drafts`, value: median('storedSeconds'), unit: 's' },
    { name: `${file}, CPU of upstream`, value: median('cpuSeconds'), unit: 's' },
  ]
}

async function storeFile(server: MeasuredServer, token: string, round: number) {
  const headers = { authorization: token, 'content-type': 'application/json' }
  const url = server.url + BATCHES_PATH
  const testedOn = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const lines = Array.from({ length: ROWS }, (_, line) => {
    const massG = 12 + line / 10_000 + round
    return `绿松石,绿松石,${massG.toFixed(4)},1.61（点测）,2.76,${testedOn}\n`
  })
  const { cpuMs } = await server.usage()
  const startedAt = performance.now()
  const { id } = await uploadRows(url, token, [`${HEADINGS}\n`, ...lines])
  const waitFor = async (state: string) => {
    for (;;) {
      const batch = await readData(await fetch(`${url}/${id}`, { headers }))
      if (batch.state === 'failed' || batch.counts.faulty > 0)
        throw new Error(`${batch.state}, ${batch.counts.faulty} faulty: ${batch.message}`)
      if (batch.state === state) return batch
      await delay(LOOK_MS)
    }
  }
  await waitFor('ready')
  const checkedAt = performance.now()
  const body = JSON.stringify({ target: 'draft' })
  await readData(await fetch(`${url}/${id}/store`, { method: 'POST', headers, body }))
  const { drafts } = await waitFor('done')
  if (drafts !== ROWS) throw new Error(`${drafts} drafts were stored`)
  return {
    checkedSeconds: (checkedAt - startedAt) / 1000,
    storedSeconds: (performance.now() - checkedAt) / 1000,
    cpuSeconds: ((await server.usage()).cpuMs - cpuMs) / 1000,
  }
}
