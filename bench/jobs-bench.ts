import { startReceiver } from '../apps/upstream/src/testing/webhook-receiver.ts'
import { getRepositoryPath } from '../scripts/repository.ts'
import { addPeople } from './certificates/measured-desk.ts'
import { measureFileRows } from './jobs/file-rows.ts'
import { measureWebhookRows } from './jobs/webhook-rows.ts'
import { type BenchRow, runInTempFolder } from './measuring/bench.ts'
import { startUpstream } from './measuring/measured-servers.ts'

export const name = 'jobs'

/** Measures work of the job queue (decision 0059) on SQLite: files of certificates, and webhooks to a local receiver. */
export async function run(): Promise<BenchRow[]> {
  return runInTempFolder('jobs-bench', async (dataDir) => {
    const receiver = await startReceiver()
    const { clerk } = await addPeople(dataDir)
    const server = await startUpstream(dataDir, {
      nodeArgs: ['--import', getRepositoryPath('bench/jobs/local-internet.ts')],
      env: { BENCH_RECEIVER: JSON.stringify(receiver.internet.dial('', 0)) },
    })
    try {
      return [...(await measureFileRows(server, clerk)), ...(await measureWebhookRows({ server, dataDir, receiver }))]
    } finally {
      await server.stop()
      await receiver.close()
    }
  })
}
