import { connect, type Socket } from 'node:net'
import { getMedian, getPercentile } from '../measuring/bench.ts'

/** Makes the bytes of request number `n`, counted over all connections. */
export type RequestMaker = (n: number) => Buffer

export interface LoadResult {
  /** Requests that were answered 200. */
  requests: number
  /** Requests that were answered 503: the site sheds load when other processes use the machine. */
  refused: number
  seconds: number
  p50Ms: number
  p99Ms: number
}

interface Load {
  /** `http://127.0.0.1:…` */
  url: string
  request: RequestMaker
  /** Number of connections; each sends a request, reads the whole answer, and sends the next. */
  connections: number
  seconds: number
}

interface Counts {
  latencies: number[]
  refused: number
}

/**
 * End of a header block. The load reads only the head and the length of an answer, so that requesting costs little
 * compared with answering.
 */
const HEAD_END = Buffer.from('\r\n\r\n')
const CLOSES = /\r\nconnection: close/i

/**
 * Sends requests as fast as the server answers.
 * @throws Error for any answer but 200 or 503 with a length, and for a broken connection
 */
export async function applyLoad({ url, request, connections, seconds }: Load): Promise<LoadResult> {
  const { port, hostname } = new URL(url)
  const latencies: number[] = []
  const counts: Counts = { latencies, refused: 0 }
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  let asked = 0

  async function keepAsking(): Promise<void> {
    const next = () => (performance.now() < endsAt ? request(asked++) : null)
    // A server may close a connection after some thousand answers, with a header.
    while (performance.now() < endsAt) {
      const socket = connect(Number(port), hostname)
      socket.setNoDelay(true)
      try {
        await requestInTurn(socket, next, counts)
      } finally {
        socket.destroy()
      }
    }
  }

  await Promise.all(Array.from({ length: connections }, keepAsking))
  const elapsed = (performance.now() - startedAt) / 1000
  const [p50Ms, p99Ms] = [getMedian(latencies), getPercentile(latencies, 0.99)]
  return { requests: latencies.length, refused: counts.refused, seconds: elapsed, p50Ms, p99Ms }
}

/** Sends the requests of `next` one after the other, until there are no more or the server closes the connection. */
function requestInTurn(socket: Socket, next: () => Buffer | null, counts: Counts): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0
    let head: Buffer | null = null
    let missing = 0
    let isLast = false
    let isRefused = false

    function send(): void {
      const bytes = next()
      if (!bytes) {
        resolve()
        return
      }
      sentAt = performance.now()
      socket.write(bytes)
    }

    function read(chunk: Buffer): void {
      if (missing > 0) {
        missing -= chunk.length
      } else {
        head = head ? Buffer.concat([head, chunk]) : chunk
        const end = head.indexOf(HEAD_END)
        if (end === -1) return
        const lines = head.toString('latin1', 0, end)
        isLast = CLOSES.test(lines)
        isRefused = lines.startsWith('HTTP/1.1 503 ')
        if (!isRefused && !lines.startsWith('HTTP/1.1 200 ')) throw new Error(`an answer is no 200:\n${lines}`)
        missing = readBodyLength(lines) - (head.length - end - HEAD_END.length)
        head = null
      }
      if (missing > 0) return
      if (missing < 0) throw new Error('an answer is longer than its Content-Length')
      if (isRefused) counts.refused += 1
      else counts.latencies.push(performance.now() - sentAt)
      if (isLast) resolve()
      else send()
    }

    socket.on('data', (chunk) => {
      try {
        read(chunk)
      } catch (error) {
        reject(error)
      }
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('a server closed the connection')))
    socket.once('connect', send)
  })
}

function readBodyLength(head: string): number {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer has no length:\n${head}`)
  return Number(length)
}

/** Number of clients behind the one trusted proxy; the site would answer 429 to a single address, as it should. */
const CLIENTS = 10_000

/**
 * Makes a browser's request.
 * @param path path for a request number, if each has its own
 */
export function makeBrowserRequest(
  path: string | ((n: number) => string),
  headers: Readonly<Record<string, string>> = {},
): RequestMaker {
  const lines = Object.entries({
    host: '127.0.0.1',
    'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'accept-language': 'zh-CN,zh;q=0.9',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const getClient = (n: number) => `10.${n % 7}.${(n >> 8) % 256}.${n % 256}`
  const make = (n: number) =>
    Buffer.from(
      `GET ${typeof path === 'string' ? path : path(n)} HTTP/1.1\r\n${lines.join('')}x-forwarded-for: ${getClient(n % CLIENTS)}\r\n\r\n`,
    )
  if (typeof path !== 'string') return make
  const ready = Array.from({ length: CLIENTS }, (_none, n) => make(n))
  return (n) => ready[n % CLIENTS] as Buffer
}
