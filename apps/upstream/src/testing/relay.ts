import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export type Relay = Awaited<ReturnType<typeof startRelay>>

/** Starts a relay in front of the S3 server, which can go away and come back. */
export async function startRelay(target: URL) {
  const open = new Set<Socket>()
  let server: Server
  const listen = async (port: number) => {
    server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        open.add(one)
        one.on('error', () => other.destroy()).on('close', () => other.destroy())
        one.pipe(other)
      }
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async stop() {
      const closed = once(server.close(), 'close')
      for (const one of open) one.destroy()
      await closed
    },
    resume: () => listen(port),
  }
}
