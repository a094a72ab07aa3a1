import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectFindings, diagnose } from '#testing/diagnose.ts'
import { type Standing, startSite } from '#testing/standing-site.ts'
import { makeTlsCertificate } from '#testing/tls-certificate.ts'

const inContainer = { machine: { outerAddresses: [], isContainer: true } }
/** A name that no DNS has (RFC 6761). */
const UNKNOWN = 'http://visitors.test'

describe('the doctor in a container with DOCTOR_CONNECT_TO', () => {
  let standing: Standing
  /** Makes the environment of a site that visitors reach at `origin`. */
  const makeEnvironment = (origin: string) => ({
    ...standing.env,
    PUBLIC_ORIGIN: origin,
    DOCTOR_CONNECT_TO: standing.proxy.origin,
  })
  beforeAll(async () => {
    standing = await startSite({ PUBLIC_ORIGIN: UNKNOWN })
  })
  afterAll(() => standing.stop())

  it('reaches a name that the container cannot resolve, as visitors do', async () => {
    expect(await diagnose(makeEnvironment(UNKNOWN), inContainer)).toEqual([])
    const lines = (await collectFindings(makeEnvironment(UNKNOWN), inContainer)).map(({ what }) => what)
    expect(lines).toContain('trusted hops are right (TRUST_PROXY 1)')
    expect(lines.join()).toContain('WebSocket comes through')
  })

  it('finds faults on the way of visitors', async () => {
    standing.proxy.faults = { forwardedFor: (came, peer) => `${came}, 198.51.100.9, ${peer}`, dropsUpgrade: true }
    expect(await diagnose(makeEnvironment(UNKNOWN), inContainer)).toEqual([
      expect.stringContaining('Set TRUST_PROXY=2'),
      expect.stringContaining('does not upgrade /bff/ws'),
    ])
    standing.proxy.faults = {}
  })

  it('does not use its own port in place of the proxy', async () => {
    const own = await startSite({ PUBLIC_ORIGIN: 'http://localhost:1' })
    try {
      const env = { ...own.env, PUBLIC_ORIGIN: `http://localhost:${own.env.PORT}`, DOCTOR_CONNECT_TO: own.proxy.origin }
      expect((await diagnose(env, inContainer)).join()).not.toContain('TRUST_PROXY')
    } finally {
      await own.stop()
    }
  })

  it('does not use a proxy whose scheme is not that of PUBLIC_ORIGIN', async () => {
    expect(await diagnose(makeEnvironment('https://visitors.test'), inContainer)).toEqual([
      expect.stringMatching(
        /^warn site: .*its name is not known to DNS.* could not be looked at → Set DOCTOR_CONNECT_TO, now http:.*, to what ends TLS as/,
      ),
    ])
  })

  it('explains a value that is no origin', async () => {
    expect(await diagnose({ ...standing.env, DOCTOR_CONNECT_TO: 'proxy:8080' }, inContainer)).toEqual([
      'fault settings: DOCTOR_CONNECT_TO is "proxy:8080" → Set DOCTOR_CONNECT_TO to the origin of the proxy as this machine reaches it, such as http://proxy:8080',
    ])
  })
})

describe('the doctor in a container without DOCTOR_CONNECT_TO', () => {
  it('says that it cannot check a loopback address of the machine', async () => {
    const standing = await startSite({ PUBLIC_ORIGIN: 'http://localhost:1' })
    try {
      expect(await diagnose(standing.env, inContainer)).toEqual([
        expect.stringMatching(/^warn site: PUBLIC_ORIGIN http:\/\/localhost:1: nothing listens there, seen from this/),
      ])
    } finally {
      await standing.stop()
    }
  })

  it('still reports a public address at which nothing answers', async () => {
    const standing = await startSite({ PUBLIC_ORIGIN: 'http://127.0.0.1:1' })
    try {
      const outside = { machine: { outerAddresses: [], isContainer: false } }
      expect(await diagnose(standing.env, outside)).toEqual([expect.stringMatching(/^fault site: PUBLIC_ORIGIN/)])
    } finally {
      await standing.stop()
    }
  })
})

describe('the doctor over TLS', () => {
  it('checks the certificate at DOCTOR_CONNECT_TO for the public name', async () => {
    const tls = makeTlsCertificate(90)
    const secure = await startSite({ PUBLIC_ORIGIN: 'https://visitors.test' }, tls)
    try {
      const env = { ...secure.env, DOCTOR_CONNECT_TO: secure.proxy.origin }
      const options = { ...inContainer, ca: tls.cert, plainOrigin: () => 'http://127.0.0.1:1' }
      expect(await diagnose(env, options)).toEqual([])
      expect(await diagnose({ ...env, PUBLIC_ORIGIN: 'https://others.test' }, options)).toEqual([
        expect.stringContaining('its TLS certificate is for another name'),
      ])
    } finally {
      await secure.stop()
    }
  })
})
