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
/** Form of a request id, in answers and log lines. */
export const REQUEST_ID = /^[0-9A-Z]{6}-[0-9A-Z]{6}$/
/** A token as long as upstream's own. */
export const TOKEN = 'Qm7Zt'.padEnd(128, 'k')
export const USER = { id: '1f0c9be2a7d34c61b5e8d0437a96c2ef', nickname: '翡翠小记', email: 'jade@example.test' }

export interface TestSite {
  app: FastifyInstance
  readiness: Readiness
  upstream: StubUpstream
  dataDir: string
  /** All logged lines. */
  logs: string[]
  clock: { nowMs: number }
  /** Starts the watch, as `main.ts` does once the server listens. */
  watchRevision(): void
  /** Logs in and returns the session cookie as a browser would send it. */
  logIn(): Promise<string>
  close(): Promise<void>
}

interface Options {
  /** Whether the site starts before upstream's first answer; by default upstream has answered. */
  isStarting?: boolean
  env?: Record<string, string>
  upstream?: StubUpstream
  upstreamCa?: string
  /** Clock; by default it stands still until a test moves it. */
  now?: () => number
  timers?: Timers
  /** Delay of the event loop; by default 0, however busy the machine is. */
  loopDelay?: LoopDelay
  circuitNow?: () => number
  /** Clock of the minimum response time of lookups; by default it passes at once. */
  lookupClock?: MonotonicClock
  limits?: Partial<ServerLimits>
}

/** A small stand-in for web's build. Its bundle shows one call's answer, and answers a form. */
const WEB_DIST = path.join(import.meta.dirname, 'web-build')

/** Starts the whole BFF over a stub upstream and a stub of web's build, with its own data directory. */
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
  lookupClock = createInstantClock(),
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

function createInstantClock(): MonotonicClock {
  let nowMs = 0
  return {
    monotonicMs: () => nowMs,
    async wait(ms) {
      nowMs += ms
    },
  }
}
