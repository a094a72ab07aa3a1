import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Whether this machine has a Redis server to start. */
export function hasRedisServer(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export interface TestRedis {
  url: string
  stop(): Promise<void>
  /** Starts it again at the same address, with empty data. */
  start(): Promise<void>
  /** Makes it accept commands and answer none. */
  pause(): void
  resume(): void
}

/** Starts a real Redis on a free port that writes nothing to disk. */
export async function startRedis(): Promise<TestRedis> {
  const port = await findFreePort()
  let server: ChildProcess | undefined
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const folder = mkdtempSync(path.join(tmpdir(), 'redis-'))
      const settings = [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--appendonly',
        'no',
        '--dir',
        folder,
      ]
      server = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'ignore'] })
      for await (const chunk of server.stdout ?? []) {
        if (String(chunk).includes('Ready to accept connections')) break
      }
    },
    pause: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
    async stop() {
      const ended = new Promise((resolve) => server?.once('exit', resolve))
      server?.kill('SIGKILL')
      await ended
    },
  }
  await redis.start()
  return redis
}

async function findFreePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
