import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A connection to a listening app, over which a test says what it likes. */
export function openSocket(app: FastifyInstance): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  // What is broken off is looked at by its bytes.
  return socket.on('error', () => undefined)
}

/** All that comes back for these bytes until the connection ends. */
export async function sendRaw(app: FastifyInstance, request: string | Buffer): Promise<string> {
  const socket = openSocket(app)
  socket.write(typeof request === 'string' ? Buffer.from(request, 'latin1') : request)
  return readToEnd(socket)
}

/** All that comes over a connection until it ends, however it does. */
export function readToEnd(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  return new Promise((resolve) => {
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.once('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
  })
}

/** Statuses of the answers in what came back, in order. */
export function statusesOf(answers: string): number[] {
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}
