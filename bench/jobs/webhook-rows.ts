import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createEndpointRepository } from '../../apps/upstream/src/partners/webhooks/endpoint-repository.ts'
import { runWithDatabase } from '../../apps/upstream/src/platform/db/migrate.ts'
import { digestWith, loadInstanceSecret } from '../../apps/upstream/src/platform/secrets/instance-secret.ts'
import { makeCertificateRow } from '../../apps/upstream/src/testing/certificate-files.ts'
import { importRows } from '../../apps/upstream/src/testing/certificate-site.ts'
import { addPartner } from '../../apps/upstream/src/testing/webhook-partner.ts'
import type { startReceiver } from '../../apps/upstream/src/testing/webhook-receiver.ts'
import { makeCertificateNo } from '../../packages/contract/src/certificates/certificate-number.ts'
import { type BenchRow, getMedian } from '../measuring/bench.ts'
import type { MeasuredServer } from '../measuring/measured-servers.ts'

const CHANGES = 500
/** Colour of all certificates after each round. */
const COLOURS = ['天蓝色', '蓝色', '蓝绿色']
const LOOK_MS = 20
const LIMIT_MS = 30_000

interface Site {
  server: MeasuredServer
  /** Folder of the server's database. */
  dataDir: string
  receiver: Awaited<ReturnType<typeof startReceiver>>
}

/** Measures webhooks: changes of 500 certificates, published at once, for one endpoint of a partner. Medians. */
export async function measureWebhookRows({ server, dataDir, receiver }: Site): Promise<BenchRow[]> {
  return await runWithDatabase(`sqlite:${join(dataDir, 'portal.db')}`, async ({ db }) => {
    const site = { db, digest: digestWith(loadInstanceSecret(dataDir)) }
    const serials = Array.from({ length: CHANGES }, (_, index) => index + 1)
    const publish = (color: string) =>
      importRows(
        site,
        serials.map((serial) => makeCertificateRow(serial, { color })),
      )
    await publish('绿色')
    const partner = await addPartner(
      db,
      serials.map((serial) => makeCertificateNo('20261103', serial)),
    )
    await createEndpointRepository({ ...site, now: Date.now }).add(partner, 'https://hooks.example/in')
    const rates: number[] = []
    const cpuMs: number[] = []
    for (const color of COLOURS) {
      const arrivals: number[] = []
      receiver.answerWith((_received, response) => {
        arrivals.push(performance.now())
        response.writeHead(204).end()
      })
      await publish(color)
      const before = (await server.usage()).cpuMs
      const alreadyArrived = arrivals.length
      await waitForArrivals(arrivals)
      const [first = 0, last = 0] = [arrivals.at(0), arrivals.at(-1)]
      rates.push(((CHANGES - 1) / (last - first)) * 1000)
      cpuMs.push(((await server.usage()).cpuMs - before) / (CHANGES - alreadyArrived))
    }
    const changes = `${CHANGES} changes for one endpoint`
    return [
      { name: `${changes}, webhooks delivered`, value: getMedian(rates), unit: '/s' },
      { name: `${changes}, CPU of upstream for each`, value: getMedian(cpuMs), unit: 'ms' },
    ]
  })
}

async function waitForArrivals(arrivals: readonly number[]): Promise<void> {
  const limitAt = performance.now() + LIMIT_MS
  while (arrivals.length < CHANGES) {
    if (performance.now() > limitAt) throw new Error(`${arrivals.length} webhooks arrived`)
    await delay(LOOK_MS)
  }
}
