import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { limitConnections } from './connection-limits.ts'
import { isSharedAddress } from './shared-addresses.ts'

let server: Server
let sockets: Socket[]
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

async function listen(options: Parameters<typeof limitConnections>[1]): Promise<void> {
  sockets = []
  server = createServer((_request, response) => response.end('ok'))
  limitConnections(server, options)
  await once(server.listen(0, '127.0.0.1'), 'listening')
}

/** Sends a request over a new connection that stays open. `false`: it was closed without a response. */
async function ask(): Promise<boolean> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])
}

it('limits the connections of one address, and accepts another when one is closed', async () => {
  await listen({ total: 10, perAddress: 2, isShared: () => false })
  expect([await ask(), await ask(), await ask()]).toEqual([true, true, false])
  const closed = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)))
  const connection = ask()
  await connection
  await closed
  sockets[0]?.destroy()
  await expect.poll(ask).toBe(true)
})

it('applies only the total limit to a shared address', async () => {
  await listen({ total: 3, perAddress: 2, isShared: isSharedAddress })
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([true, true, true, false])
})

it.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:172.18.0.1', true],
  ['fd00::7', true],
  ['203.0.113.7', false],
  ['::ffff:203.0.113.7', false],
  ['2001:db8::7', false],
])('detects whether %s can be shared by many clients', (address, isShared) => {
  expect(isSharedAddress(address)).toBe(isShared)
})
