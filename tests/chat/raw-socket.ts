import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { SOCKET_PATH } from '../../packages/contract/src/socket.ts'

/** Opcodes (RFC 6455, 5.2). */
export const OPCODE = { continuation: 0x0, text: 0x1, binary: 0x2, close: 0x8, ping: 0x9, pong: 0xa } as const

/** A WebSocket client that can violate the protocol. */
export interface RawSocket {
  /**
   * Resolves with the close code: 1005 for none, 1006 for a cut connection, and the HTTP status of a refused handshake.
   */
  readonly ended: Promise<number>
  /** Resolves with the first text frame or at the end. */
  readonly welcome: Promise<void>
  /** Text frames so far. */
  readonly texts: readonly string[]
  /** Sends a masked frame. */
  send(text: string | Buffer, opcode?: number, isLast?: boolean): void
  /** Sends raw bytes. */
  write(bytes: Buffer | string): void
  /** Stops reading from the network. */
  stopReading(): void
  resumeReading(): void
  end(): void
}

/** @param headers headers of the handshake, in addition to the mandatory ones */
export function openRawSocket(siteUrl: string, headers: Record<string, string>): RawSocket {
  const { hostname, port } = new URL(siteUrl)
  const socket = connect(Number(port), hostname)
  const texts: string[] = []
  let welcomed = () => {}
  const welcome = new Promise<void>((resolve) => {
    welcomed = resolve
  })
  const ended = new Promise<number>((resolve) => {
    const end = (code: number) => {
      resolve(code)
      welcomed()
    }
    readFrames(socket, {
      onRefusal: end,
      onText: (text) => {
        texts.push(text)
        welcomed()
      },
      onClose: (code) => {
        end(code)
        socket.end(makeFrame(Buffer.alloc(0), OPCODE.close, true))
      },
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => end(1006))
  })
  socket.write(makeHandshake(headers))
  return {
    ended,
    welcome,
    texts,
    send: (text, opcode = OPCODE.text, isLast = true) =>
      void socket.write(makeFrame(Buffer.from(text), opcode, isLast)),
    write: (bytes) => void socket.write(bytes),
    stopReading: () => void socket.pause(),
    resumeReading: () => void socket.resume(),
    end: () => void socket.destroy(),
  }
}

function makeHandshake(headers: Record<string, string>): string {
  const all = {
    host: 'chat.test',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${SOCKET_PATH} HTTP/1.1\r\n${lines.join('')}\r\n`
}

const MASK = Buffer.from([0x5a, 0x13, 0xc4, 0x7e])

function makeFrame(payload: Buffer, opcode: number, isLast: boolean): Buffer {
  const { length } = payload
  const long = length < 126 ? Buffer.alloc(0) : Buffer.alloc(length < 65_536 ? 2 : 8)
  if (long.length === 2) long.writeUInt16BE(length)
  if (long.length === 8) long.writeBigUInt64BE(BigInt(length))
  const short = [length, 126, 127][[0, 2, 8].indexOf(long.length)] ?? 0
  const head = Buffer.from([(isLast ? 0x80 : 0) | opcode, 0x80 | short])
  return Buffer.concat([head, long, MASK, payload.map((byte, at) => byte ^ (MASK[at % 4] ?? 0))])
}

interface Handlers {
  onRefusal: (status: number) => void
  onText: (text: string) => void
  onClose: (code: number) => void
}

/** Parses the answer to the handshake and then frames, which the server neither masks nor splits. */
function readFrames(socket: Socket, { onRefusal, onText, onClose }: Handlers): void {
  let rest = Buffer.alloc(0)
  let isUpgraded = false
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    if (!isUpgraded) {
      const end = rest.indexOf('\r\n\r\n')
      if (end < 0) return
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(rest.toString('latin1'))?.[1])
      rest = rest.subarray(end + 4)
      isUpgraded = status === 101
      if (!isUpgraded) return onRefusal(status)
    }
    for (let frame = parseFirstFrame(rest); frame; frame = parseFirstFrame(rest)) {
      rest = rest.subarray(frame.bytes)
      if (frame.opcode === OPCODE.text) onText(frame.payload.toString('utf8'))
      if (frame.opcode === OPCODE.close) onClose(frame.payload.length < 2 ? 1005 : frame.payload.readUInt16BE())
    }
  })
}

function parseFirstFrame(bytes: Buffer): { opcode: number; payload: Buffer; bytes: number } | null {
  if (bytes.length < 2) return null
  const short = (bytes[1] ?? 0) & 0x7f
  const head = short < 126 ? 2 : short === 126 ? 4 : 10
  if (bytes.length < head) return null
  const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  if (bytes.length < head + length) return null
  return { opcode: (bytes[0] ?? 0) & 0x0f, payload: bytes.subarray(head, head + length), bytes: head + length }
}
