import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { NODE_COMPILE_CACHE } from '../chat/server-process.ts'

const ROOT = path.join(import.meta.dirname, '../..')

/** A running site with records of upstream's answers and of both logs. */
export interface RunningSite {
  url: string
  upstreamUrl: string
  /** Log lines of both servers. */
  logs: string[]
  /** Bodies of upstream's answers to the BFF: the only place where a token may occur. */
  upstreamAnswers: string[]
  /** Sent mails, newest first. */
  mails(): Promise<{ to: string; text: string }[]>
  killUpstream(): Promise<void>
  /** At the same address, over the same database. Resolves when the BFF reaches it again. */
  startUpstream(): Promise<void>
  /** Resolves when it has drained and exited. */
  stopBff(): Promise<void>
  /** At the same address, with the same settings and keys. */
  startBff(): Promise<void>
  close(): Promise<void>
}

/**
 * The whole chain as `npm start` runs it, each part as a process on a free port, with a new database.
 * @param settings of the BFF, in addition to the required ones
 * @param upstreamSettings of upstream, likewise
 */
export async function startSite(
  settings: Record<string, string> = {},
  upstreamSettings: Record<string, string> = {},
): Promise<RunningSite> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'site-'))
  const logs: string[] = []
  const upstreamAnswers: string[] = []
  let upstream: RunningServer | undefined

  const base = { DATA_DIR: dataDir, LOG_LEVEL: 'info' }
  const wire = await startWire(() => upstream?.address ?? '', upstreamAnswers)
  const runUpstream = (port: string) =>
    runServer('apps/upstream/src/main.ts', { ...base, ...upstreamSettings, UPSTREAM_PORT: port }, logs)
  upstream = await runUpstream('0')
  const upstreamPort = new URL(upstream.address).port
  const bffEnv = {
    ...base,
    PORT: '0',
    HOST: '127.0.0.1',
    ADMIN_PORT: '0',
    UPSTREAM_URL: wire.url,
    EMBEDDED_UPSTREAM: '1',
    UPSTREAM_WS_URL: `${upstream.address.replace(/^http/, 'ws')}/websocket`,
    ...settings,
  }
  const runBff = (port: string) => runServer('apps/bff/src/main.ts', { ...bffEnv, PORT: port }, logs)
  let bff: RunningServer | undefined = await runBff(bffEnv.PORT)
  const { address } = bff

  return {
    url: address,
    upstreamUrl: upstream.address,
    logs,
    upstreamAnswers,
    async mails() {
      const answer = await fetch(`${upstream?.address}/dev/mailbox`)
      return (await answer.json()) as { to: string; text: string }[]
    },
    async killUpstream() {
      await upstream?.end('SIGKILL')
      upstream = undefined
    },
    async startUpstream() {
      upstream = await runUpstream(upstreamPort)
      // The open circuit breaker lets one call a second through, until one succeeds.
      while (!(await fetch(`${address}/v1/user/info?userId=1`)).ok) await setTimeout(50)
    },
    async stopBff() {
      await bff?.end('SIGTERM')
      bff = undefined
    },
    async startBff() {
      bff = await runBff(new URL(address).port)
    },
    async close() {
      await bff?.end('SIGTERM')
      await upstream?.end('SIGTERM')
      wire.server.closeAllConnections()
      wire.server.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

interface RunningServer {
  address: string
  end(signal: NodeJS.Signals): Promise<void>
}

async function runServer(main: string, env: Record<string, string>, logs: string[]): Promise<RunningServer> {
  const child = spawn(process.execPath, [path.join(ROOT, main)], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => logs.push(String(chunk)))
  const address = await listening(child, main, logs)
  return {
    address,
    end: (signal) =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill(signal)
      }),
  }
}

function listening(child: ChildProcess, main: string, logs: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: { type?: string; address?: string }) => {
      if (message.type === 'listening' && message.address) resolve(message.address)
    })
    child.once('exit', (code) => reject(new Error(`${main} ended with ${code}: ${logs.slice(-5).join('')}`)))
  })
}

/** A proxy between BFF and upstream that records answers, and cuts the connection when upstream is down. */
async function startWire(target: () => string, answers: string[]): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const address = target()
    if (!address) return void request.socket.destroy()
    const onward = httpRequest(
      new URL(request.url ?? '/', address),
      { method: request.method ?? 'GET', headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => answers.push(Buffer.concat(chunks).toString('utf8')))
        answer.pipe(response)
      },
    )
    onward.on('error', () => request.socket.destroy())
    request.pipe(onward)
  })
  // The time-out of upstream, so that no idle connection is closed while the BFF sends a request on it.
  server.keepAliveTimeout = 75_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}
