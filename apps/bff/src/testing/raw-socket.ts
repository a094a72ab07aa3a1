import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Opens a connection to a listening app, over which a test sends raw bytes. */
export function openSocket(app: FastifyInstance): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  // Tests read the bytes of an aborted connection.
  return socket.on('error', () => undefined)
}

/** Sends these bytes and returns everything that is received until the connection ends. */
export async function sendRaw(app: FastifyInstance, request: string | Buffer): Promise<string> {
  const socket = openSocket(app)
  socket.write(typeof request === 'string' ? Buffer.from(request, 'latin1') : request)
  return readToEnd(socket)
}

/** Returns everything that is received until the connection ends or fails. */
export function readToEnd(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  return new Promise((resolve) => {
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.once('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
  })
}

/** Returns the statuses of the received answers, in order. */
export function readStatuses(answers: string): number[] {
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}
