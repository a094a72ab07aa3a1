import type { Server } from 'node:http'
import type { Socket } from 'node:net'

interface Options {
  /** Open connections. */
  total: number
  /** Open connections of one address. */
  perAddress: number
  /** Whether many people may share the address: it is then not limited. */
  isShared: (address: string) => boolean
}

/** Limits open connections, in total and per address; further ones are closed at once. */
export function limitConnections(server: Server, { total, perAddress, isShared }: Options): void {
  server.maxConnections = total
  // Node refuses further requests on the connection but does not close it.
  server.on('dropRequest', (_request, socket: Socket) => socket.destroySoon())
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isShared(address)) return
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count > perAddress) socket.destroy()
  })
}
