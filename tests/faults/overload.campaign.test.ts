import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bff, createBff } from '../chat/chat-world.ts'
import { makeHealthyAnswer } from './faulty-site.ts'
import { type RawUpstream, startRawUpstream } from './raw-upstream.ts'

/** Processor time of a page, ms: many times that of a real one, so that few visitors are too many. */
const RENDER_MS = 20
/** Concurrent visitors, each requesting a new page after each answer. */
const VISITORS = 400
const SETTLING_MS = 20_000
const SPAN_MS = 5_000

const BUNDLE = `
export const inlineScripts = []
export const manageInlineScripts = []
export function manageDocument() { return '' }
export const htmlPolicies = ['shown']
export const shell = () => '<!doctype html><html><body></body></html>'
export async function render(request) {
  const untilMs = performance.now() + ${RENDER_MS}
  while (performance.now() < untilMs);
  return { status: 200, html: '<!doctype html><html><body>' + request.url + '</body></html>' }
}
`

interface Timed {
  status: number
  ms: number
  retryAfter: string | undefined
}

let upstream: RawUpstream
let bff: Bff
let webDist: string
beforeAll(async () => {
  webDist = mkdtempSync(path.join(tmpdir(), 'overload-'))
  for (const folder of ['server', 'client/.vite', 'manage/.vite'])
    mkdirSync(path.join(webDist, folder), { recursive: true })
  writeFileSync(path.join(webDist, 'server/package.json'), '{"type":"module"}')
  writeFileSync(path.join(webDist, 'server/entry-server.js'), BUNDLE)
  writeFileSync(path.join(webDist, 'client/.vite/manifest.json'), '{}')
  writeFileSync(path.join(webDist, 'manage/.vite/manifest.json'), '{}')
  upstream = await startRawUpstream(makeHealthyAnswer)
  bff = await createBff({ UPSTREAM_URL: upstream.origin, WEB_DIST: webDist })
  await bff.server.start()
})
afterAll(async () => {
  await bff.server.kill()
  await upstream.stop()
  rmSync(webDist, { recursive: true, force: true })
})

/** Keeps connections open, as the proxy in front does. */
const agent = new Agent({ keepAlive: true, maxFreeSockets: Number.POSITIVE_INFINITY })

function ask(address: string, { method = 'GET', body = '' } = {}): Promise<Timed> {
  const startedMs = performance.now()
  const headers = {
    'x-forwarded-for': `10.0.0.${Math.floor(Math.random() * VISITORS) % 250}`,
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  return new Promise((resolve, reject) => {
    const asking = request(bff.url + address, { agent, method, headers }, (answer) => {
      answer.resume().on('end', () => {
        const retryAfter = answer.headers['retry-after']
        resolve({ status: answer.statusCode ?? 0, ms: performance.now() - startedMs, retryAfter })
      })
    })
    asking.on('error', reject).end(body)
  })
}

/** Returns the mean time of a page on this machine. */
async function measurePageMs(): Promise<number> {
  let sumMs = 0
  for (let nth = 0; nth < 10; nth += 1) sumMs += (await ask(`/alone-${nth}`)).ms
  return sumMs / 10
}

function computeP99(answers: readonly Timed[]): number {
  const times = answers.map(({ ms }) => ms).sort((one, other) => one - other)
  return times[Math.floor(times.length * 0.99)] ?? 0
}

describe('an overloaded site', () => {
  it('serves some pages quickly, refuses the others quickly, and keeps serving logins and health checks', async () => {
    await ask('/kept')
    // Each visitor would wait for all others if none were refused.
    const queueMs = VISITORS * (await measurePageMs())
    await Promise.all(Array.from({ length: VISITORS + 3 }, () => ask('/healthz')))
    const untilMs = performance.now() + SPAN_MS
    const pages: Timed[] = []
    const lookups: Timed[] = []
    const kept: Timed[] = []
    const health: Timed[] = []
    let asked = 0
    const count = (wanted: number) => pages.filter(({ status }) => status === wanted).length
    /** It takes longer on a busy machine until the visitors are too many for it. */
    const isOver = () =>
      performance.now() >= untilMs && (count(503) > count(200) || performance.now() >= untilMs + SETTLING_MS)

    async function visit(): Promise<void> {
      while (!isOver()) {
        asked += 1
        pages.push(await ask(`/page-${asked}`))
      }
    }
    /** Sends requests one after another during the overload. */
    async function keepAsking(answers: Timed[], one: () => Promise<Timed>): Promise<void> {
      while (!isOver()) answers.push(await one())
    }
    const login = { method: 'POST', body: JSON.stringify({ email: 'jade@example.test', password: 'p' }) }
    await Promise.all([
      ...Array.from({ length: VISITORS }, visit),
      keepAsking(lookups, () => ask('/oauth/emailLogin', login)),
      keepAsking(kept, () => ask('/kept')),
      keepAsking(health, () => ask('/healthz')),
    ])

    const served = pages.filter(({ status }) => status === 200)
    const refused = pages.filter(({ status }) => status === 503)
    const figures = {
      served: served.length,
      refused: refused.length,
      queueMs,
      p99: [computeP99(served), computeP99(refused), computeP99(lookups)],
    }
    expect(served.length + refused.length, JSON.stringify(figures)).toBe(pages.length)
    expect(served.length, JSON.stringify(figures)).toBeGreaterThan(20)
    expect(refused.length, JSON.stringify(figures)).toBeGreaterThan(served.length)
    expect(refused.every(({ retryAfter }) => retryAfter === '10')).toBe(true)
    for (const answers of [served, refused, lookups, kept, health]) {
      expect(computeP99(answers), JSON.stringify(figures)).toBeLessThan(queueMs / 2)
    }
    expect(new Set([...kept, ...health].map(({ status }) => status))).toEqual(new Set([200]))
    // A busy machine may refuse lookups too, but rarely.
    const computeSuccessShare = (answers: Timed[]) =>
      answers.filter(({ status }) => status === 200).length / answers.length
    expect(computeSuccessShare(lookups)).toBeGreaterThan(Math.max(0.5, computeSuccessShare(pages)))
  })

  it('renders pages again when the load has ended', async () => {
    let { status } = await ask('/after')
    for (let asked = 0; status === 503; asked += 1) ({ status } = await ask(`/after-${asked}`))
    expect(status).toBe(200)
    agent.destroy()
  })
})
