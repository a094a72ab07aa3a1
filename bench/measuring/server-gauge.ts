// Loaded into a server before its own code (`node --expose-gc --import`): reports resources and received calls to the
// bench, on a separate port. Not part of the site.
import { subscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Resources of a server. */
export interface Gauge {
  rssBytes: number
  /** Heap and external memory. */
  heapBytes: number
  cpuMs: number
  /** Open connections, of both sides. */
  connections: number
}

/** Number of requests since the last reading, by the caller's token and then by call. */
export type CallCounts = Record<string, Record<string, number>>

/** Delay of the event loop, ms. */
export interface LoopDelay {
  p50Ms: number
  p99Ms: number
  maxMs: number
}

const COLLECTIONS = 4
const LOOK_MS = 10
const loop = monitorEventLoopDelay({ resolution: LOOK_MS })
loop.enable()

let counts: CallCounts = {}

function count({ method, url = '', headers }: IncomingMessage): void {
  const { authorization } = headers
  if (authorization === undefined) return
  const call = `${method} ${url.split('?', 1)[0]}`
  counts[authorization] ??= {}
  const own = counts[authorization]
  own[call] = (own[call] ?? 0) + 1
}

function takeCounts(): CallCounts {
  const taken = counts
  counts = {}
  return taken
}

async function measure(): Promise<Gauge> {
  for (let round = 0; round < COLLECTIONS; round += 1) {
    await globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' })
  }
  const { heapUsed, external } = process.memoryUsage()
  return { heapBytes: heapUsed + external, ...readUsage() }
}

function readUsage() {
  const { user, system } = process.cpuUsage()
  const connections = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length
  return { cpuMs: (user + system) / 1000, connections, rssBytes: process.memoryUsage.rss() }
}

/** Returns the delays beyond the interval `LOOK_MS`. */
function takeDelay(): LoopDelay {
  const late = (ns: number) => Math.max(0, ns / 1e6 - LOOK_MS)
  const taken = { p50Ms: late(loop.percentile(50)), p99Ms: late(loop.percentile(99)), maxMs: late(loop.max) }
  loop.reset()
  return taken
}

const answers: Record<string, () => object | Promise<object>> = {
  '/calls': takeCounts,
  '/usage': readUsage,
  '/memory': measure,
  '/delay': takeDelay,
}

const gauge = createServer(async (request, response) => {
  response.end(JSON.stringify(await answers[request.url ?? '']?.()))
})
gauge.listen(Number(process.env.BENCH_GAUGE_PORT), '127.0.0.1').unref()

subscribe('http.server.request.start', (message) => {
  const { request, server } = message as { request: IncomingMessage; server: Server }
  if (server !== gauge) count(request)
})
