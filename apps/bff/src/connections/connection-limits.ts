import type { Server } from 'node:http'
import type { Socket } from 'node:net'

interface Options {
  /** Open at once; whoever comes then finds nobody. */
  total: number
  /** Of one address. */
  perAddress: number
  /** Whether many people may stand behind an address: it is not limited. */
  isShared: (address: string) => boolean
}

/** Limits open connections, so that one client cannot take them all. What is too much is closed without a word. */
export function limitConnections(server: Server, { total, perAddress, isShared }: Options): void {
  server.maxConnections = total
  // Node only says that this was the last request of the connection, and refuses the next; it does not hang up.
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
