import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#app.ts'
import type { MonotonicClock } from '#certificates/minimum-response-time.ts'
import type { Timers } from '#chat/timers.ts'
import { readConfig } from '#config/config.ts'
import type { ServerLimits } from '#config/limits.ts'
import type { LoopDelay } from '#overload/loop-delay.ts'
import type { Readiness } from '#routes/service/readiness.ts'
import { type StubUpstream, startStubUpstream } from './stub-upstream.ts'

export const OWN_ORIGIN = 'http://site.test'
/** Of a request, as answers and log lines have it. */
export const REQUEST_ID = /^[0-9A-Z]{6}-[0-9A-Z]{6}$/
/** As long as upstream's own. */
export const TOKEN = 'Qm7Zt'.padEnd(128, 'k')
export const USER = { id: '1f0c9be2a7d34c61b5e8d0437a96c2ef', nickname: '翡翠小记', email: 'jade@example.test' }

export interface TestSite {
  app: FastifyInstance
  readiness: Readiness
  upstream: StubUpstream
  dataDir: string
  /** Every line that was logged. */
  logs: string[]
  clock: { nowMs: number }
  /** As `main.ts` calls it once the server listens. */
  watchRevision(): void
  /** A session cookie as a browser would send it, got by logging in. */
  logIn(): Promise<string>
  close(): Promise<void>
}

interface Options {
  /** Starts as if upstream had not answered yet; by default it has. */
  isStarting?: boolean
  env?: Record<string, string>
  upstream?: StubUpstream
  upstreamCa?: string
  /** Clock; by default one that stands still until a test moves it. */
  now?: () => number
  timers?: Timers
  /** By default this process is never late, however busy the machine is. */
  loopDelay?: LoopDelay
  circuitNow?: () => number
  /** By default the least time of a lookup passes at once. */
  lookupClock?: MonotonicClock
  limits?: Partial<ServerLimits>
}

/** A small stand-in for web's build. Its bundle shows one call's answer, and answers a form. */
const WEB_DIST = path.join(import.meta.dirname, 'web-build')

/** The whole BFF over a stub upstream and a stub of web's build, with its own data directory. */
export async function makeSite({
  isStarting = false,
  env = {},
  upstream,
  upstreamCa,
  now,
  timers,
  limits,
  loopDelay,
  circuitNow,
  lookupClock = instantClock(),
}: Options = {}): Promise<TestSite> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bff-'))
  const stub = upstream ?? (await startStubUpstream())
  const logs: string[] = []
  const clock = { nowMs: Date.parse('2026-11-21T00:00:00Z') }
  const given = { UPSTREAM_URL: stub.origin, DATA_DIR: folder, PUBLIC_ORIGIN: OWN_ORIGIN, WEB_DIST, ...env }
  const { app, readiness, watchRevision } = await buildApp({
    config: readConfig(given, { webDist: WEB_DIST }),
    now: now ?? (() => clock.nowMs),
    logTo: { write: (line) => logs.push(line) },
    lookupClock,
    loopDelay: loopDelay ?? { currentMs: () => 0, turn: 0 },
    ...(circuitNow ? { circuitNow } : {}),
    ...(upstreamCa ? { upstreamCa } : {}),
    ...(timers ? { timers } : {}),
    ...(limits ? { limits } : {}),
  })
  if (!isStarting) readiness.state = 'ready'
  await app.ready()

  return {
    app,
    readiness,
    watchRevision,
    upstream: stub,
    dataDir: folder,
    logs,
    clock,
    async logIn() {
      const { answer } = stub
      stub.answer = () => ({ body: { code: 200, message: '成功', data: { ...USER, token: TOKEN }, extra: {} } })
      const reply = await app.inject({
        method: 'POST',
        url: '/oauth/emailLogin',
        payload: { email: 'jade@example.test', password: 'p' },
      })
      stub.answer = answer
      stub.seen.length = 0
      return String(reply.headers['set-cookie']).split(';')[0] ?? ''
    },
    async close() {
      await app.close()
      await stub.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function instantClock(): MonotonicClock {
  let nowMs = 0
  return {
    monotonicMs: () => nowMs,
    async wait(ms) {
      nowMs += ms
    },
  }
}
