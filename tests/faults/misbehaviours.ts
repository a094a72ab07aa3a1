import type { Socket } from 'node:net'
import { makeHttpAnswer, type RawRequest } from './raw-upstream.ts'

/** Builds the correct answer, which a misbehaviour then changes. */
type Answer = (request: RawRequest) => Buffer

/** Faults of upstream by name; each receives the correct answer. */
export const MISBEHAVIOURS = {
  'resets before it answers': (socket) => socket.resetAndDestroy(),
  'resets in the middle of its answer': (socket, answer) => {
    socket.write(setLength(answer, 1_000), () => setImmediate(() => socket.resetAndDestroy()))
  },
  hangs: () => undefined,
  'trickles its answer': (socket, answer) => {
    const { head, body } = cut(answer)
    socket.write(`${head}\r\n\r\n`)
    let sent = 0
    const trickle = setInterval(() => {
      if (sent >= body.length || !socket.writable) clearInterval(trickle)
      else socket.write(body.subarray(sent, sent + 1))
      sent += 1
    }, 20)
  },
  'speaks no HTTP': (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
  'sends less than it says': (socket, answer) => socket.end(setLength(answer, 1_000)),
  'sends more than it says': (socket, answer) => socket.write(setLength(answer, 10)),
  'sends huge headers': (socket, answer) => {
    const { head, body } = cut(answer)
    socket.write(Buffer.concat([Buffer.from(`${head}\r\nX-Padding: ${'a'.repeat(40_000)}\r\n\r\n`), body]))
  },
  'sends a web page with 200': (socket) => {
    socket.write(makeHttpAnswer('<!doctype html><title>502</title>', { type: 'text/html' }))
  },
  'sends half of its JSON': (socket, answer) => {
    const { body } = cut(answer)
    socket.write(makeHttpAnswer(body.subarray(0, body.length >> 1)))
  },
  'says gzip and sends none': (socket, answer) => {
    const { head } = cut(answer)
    const text = 'no gzip at all'
    const changed = head.replace(/Content-Length: \d+/, `Content-Encoding: gzip\r\nContent-Length: ${text.length}`)
    socket.write(`${changed}\r\n\r\n${text}`)
  },
  'never ends': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n')
    const part = `10000\r\n${' '.repeat(0x10000)}\r\n`
    const fill = () => {
      while (socket.writable && socket.write(part));
    }
    socket.on('drain', fill)
    fill()
  },
} as const satisfies Record<string, (socket: Socket, answer: Buffer) => void>

export type MisbehaviourName = keyof typeof MISBEHAVIOURS

export function createMisbehaviour(name: MisbehaviourName, answer: Answer) {
  return (socket: Socket, request: RawRequest) => void MISBEHAVIOURS[name](socket, answer(request))
}

function cut(answer: Buffer): { head: string; body: Buffer } {
  const end = answer.indexOf('\r\n\r\n')
  return { head: answer.toString('latin1', 0, end), body: answer.subarray(end + 4) }
}

function setLength(answer: Buffer, length: number): Buffer {
  const { head, body } = cut(answer)
  return Buffer.concat([
    Buffer.from(`${head.replace(/Content-Length: \d+/, `Content-Length: ${length}`)}\r\n\r\n`),
    body,
  ])
}
