import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { startReceiver } from '../../../apps/upstream/src/testing/webhook-receiver.ts'
import { run } from '../docker.ts'
import { startRelay } from './relay.ts'

/** A public network, as upstream sends to no other; it exists within the engine only. */
const SUBNET = '11.87.0.0/24'
const NAME = 'hooks.example'
/** Time for an answer, longer than a look for due jobs (1 s), so that a second sender would not find the event settled. ms. */
const ANSWER_MS = 1_500

/** Starts a receiver of webhooks in this process, which upstreams in containers reach at port 443 of a public name. */
export async function startWebhookSite(folder: string) {
  const receiver = await startReceiver()
  const { port, ca = '' } = receiver.internet.dial('', 0)
  const relay = await startRelay(port)
  const network = `portal-test-internet-${process.pid}`
  const certificate = path.join(folder, 'receiver.pem')
  writeFileSync(certificate, ca)
  const received: { id: string; atMs: number; endMs: number | null }[] = []
  receiver.answerWith(({ headers }, response) => {
    const one = { id: String(headers['webhook-id']), atMs: performance.now(), endMs: null as number | null }
    received.push(one)
    setTimeout(() => {
      one.endMs = performance.now()
      response.writeHead(204).end()
    }, ANSWER_MS)
  })
  await run('docker', ['network', 'create', '--subnet', SUBNET, network])
  const pass = `const net = require('node:net')
    net.createServer((near) => {
      const far = net.connect(${relay.port}, '${relay.host}')
      for (const one of [near, far]) one.on('error', () => { near.destroy(); far.destroy() })
      near.pipe(far).pipe(near)
    }).listen(443)`
  const at = ['--no-healthcheck', '--name', network, '--network', network, '--network-alias', NAME, '--user', 'root']
  await run('docker', ['run', '--detach', '--rm', ...at, inject('portalImage'), 'node', '-e', pass])
  return {
    /** Address of an endpoint. */
    address: `https://${NAME}/portal`,
    /** Variables of `internet.compose.yml`. */
    environment: { RECEIVER_CA: certificate, INTERNET: network },
    /** Deliveries in order, repeated ones too. */
    received: received as readonly { id: string; atMs: number; endMs: number | null }[],
    async close() {
      await run('docker', ['rm', '--force', network])
      await run('docker', ['network', 'rm', network])
      await Promise.all([relay.close(), receiver.close()])
    },
  }
}
