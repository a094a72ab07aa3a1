import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'

/** A wire from containers to a service at loopback of this machine, which a test can cut. */
export interface Relay {
  /** Address for containers. */
  host: string
  port: number
  /** Stops all traffic and closes nothing: open connections and new ones stay silent. */
  cut(): void
  /** Closes the silent connections; new ones pass again. */
  mend(): void
  close(): Promise<void>
}

/** @param port of the service at loopback */
export async function startRelay(port: number): Promise<Relay> {
  const sockets = new Set<Socket>()
  let isCut = false

  function pass(from: Socket, to: Socket): void {
    sockets.add(from)
    from.on('data', (chunk: Buffer) => {
      // A slow reader stops the writer.
      if (!isCut && !to.write(chunk)) from.pause()
    })
    to.on('drain', () => from.resume())
    from.on('error', () => from.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }

  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    pass(near, far)
    pass(far, near)
  })
  const host = findAddress()
  server.listen(0, host)
  await once(server, 'listening')

  function drop(): void {
    for (const socket of sockets) socket.destroy()
  }

  return {
    host,
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
    },
    mend() {
      isCut = false
      drop()
    },
    async close() {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Returns an address of this machine that containers reach, which loopback is not. */
function findAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const found = all.find(({ family, internal }) => family === 'IPv4' && !internal)
  if (!found) throw new Error('this machine has no address but loopback')
  return found.address
}
