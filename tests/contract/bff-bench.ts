import { randomBytes } from 'node:crypto'
import { type PathVariant, writeUpstreamPaths } from '../../apps/bff/src/config/upstream-paths.ts'
import { createSealer } from '../../apps/bff/src/session/seal.ts'
import { makeSite, type TestSite } from '../../apps/bff/src/testing/make-site.ts'
import { createUpstreamAddress } from '../../apps/bff/src/upstream/upstream-address.ts'
import { DAY_MS } from '../../packages/contract/src/constants.ts'
import { type Browser, openBrowser, type Received } from './browser.ts'
import { Findings } from './findings.ts'
import { startWire, type Wire } from './wire.ts'

/** Real time plus the sum of `later` calls. */
export interface Clock {
  now(): number
  later(ms: number): void
}

export function createClock(): Clock {
  let laterMs = 0
  return {
    now: () => Date.now() + laterMs,
    later: (ms) => {
      laterMs += ms
    },
  }
}

/** The BFF in front of an upstream, with records of both sides. */
export interface BffBench {
  site: TestSite
  wire: Wire
  findings: Findings
  /** All answers to browsers. */
  received: Received[]
  /** Key of the sealed cookies: 32 bytes in base64. */
  sessionKey: string
  newBrowser(address?: string): Browser
  /** Returns a cookie whose token no upstream knows. */
  strangeCookie(): string
  close(): Promise<void>
}

interface Options {
  upstreamUrl: string
  prefix?: string | undefined
  paths?: readonly PathVariant[]
  clock: Clock
  env?: Record<string, string>
}

export async function startBff({ upstreamUrl, prefix = '', paths = [], clock, env }: Options): Promise<BffBench> {
  const wire = await startWire(upstreamUrl)
  const findings = new Findings()
  const received: Received[] = []
  const key = randomBytes(32)
  const sessionKey = key.toString('base64')
  const site = await makeSite({
    now: clock.now,
    env: {
      UPSTREAM_URL: wire.url,
      SESSION_KEY: sessionKey,
      // Each browser sends its own address, so that rate limits of one check do not affect another.
      TRUST_PROXY: '1',
      UPSTREAM_PREFIX: prefix,
      UPSTREAM_PATHS: writeUpstreamPaths(paths),
      ...env,
    },
  })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  const upstream = createUpstreamAddress({ origin: wire.url, prefix, paths })
  const sealer = createSealer([key])
  return {
    site,
    wire,
    findings,
    received,
    sessionKey,
    newBrowser: (address) => openBrowser({ app: site.app, wire, upstream, findings, address, received }),
    strangeCookie() {
      const session = { t: randomBytes(64).toString('hex'), u: 'nobody', e: clock.now() + DAY_MS }
      return `session=${sealer.seal('session', session)}`
    },
    async close() {
      await site.close()
      await wire.close()
    },
  }
}
