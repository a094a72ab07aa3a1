import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { collectFindings, diagnose } from '#testing/diagnose.ts'
import { type Standing, startSite } from '#testing/standing-site.ts'
import { makeTlsCertificate, type TlsCertificate } from '#testing/tls-certificate.ts'

let standing: Standing
beforeAll(async () => {
  standing = await startSite()
})
afterEach(() => {
  standing.proxy.faults = {}
})
afterAll(() => standing.stop())

/** Ignores the network addresses of the test machine. */
const quiet = { machine: { outerAddresses: [], isContainer: false } }

it('finds no fault in a correct site', async () => {
  expect(await diagnose(standing.env, quiet)).toEqual([])
  const said = (await collectFindings(standing.env, quiet)).flatMap(({ check, what }) => (check === 'site' ? what : []))
  expect(said).toContain('trusted hops are right (TRUST_PROXY 1)')
  expect(said).toContain('the session cookie comes with its flags')
})

it('waits for a proxy that does not reach the site yet', async () => {
  let asked = 0
  const alive = { status: 200, text: '{"data":{"status":"alive"}}' }
  standing.proxy.faults = {
    own: {
      get '/healthz'() {
        asked += 1
        return asked < 3 ? { status: 502, text: 'Bad Gateway' } : alive
      },
    },
  }
  expect(await diagnose(standing.env, quiet)).toEqual([])
  expect(asked).toBeGreaterThanOrEqual(3)
})

describe('the doctor, on a running site,', () => {
  it('reports a public address at which nothing answers', async () => {
    expect(await diagnose({ ...standing.env, PUBLIC_ORIGIN: 'http://127.0.0.1:1' }, quiet)).toEqual([
      expect.stringMatching(/^fault site: PUBLIC_ORIGIN .*: nothing listens there → .*the site itself is at http/),
    ])
  })

  it('reports a public address at which another site answers', async () => {
    standing.proxy.faults = { own: { '/healthz': { status: 200, text: 'OK' } } }
    expect(await diagnose(standing.env, quiet)).toEqual([
      expect.stringMatching(
        /^fault site: PUBLIC_ORIGIN .* does not answer with this site.* → Let the proxy pass every path on/,
      ),
    ])
  })

  it('reports a proxy that drops Upgrade', async () => {
    standing.proxy.faults = { dropsUpgrade: true }
    expect(await diagnose(standing.env, quiet)).toEqual([
      expect.stringMatching(
        /^fault site: the proxy does not upgrade \/bff\/ws .*\(status 400\) → .*proxy_set_header Upgrade/,
      ),
    ])
  })

  it('reports a proxy that drops Set-Cookie', async () => {
    standing.proxy.faults = { answer: (headers) => delete headers['set-cookie'] }
    expect(await diagnose(standing.env, quiet)).toEqual([
      expect.stringMatching(/^fault site: no session cookie comes through.* → Let the proxy pass Set-Cookie on/),
    ])
  })

  it('reports a proxy that changes the cookie', async () => {
    standing.proxy.faults = {
      answer: (headers) => {
        const cookies = headers['set-cookie'] as string[] | undefined
        if (cookies)
          headers['set-cookie'] = cookies.map((one) => `${one.replace(/; HttpOnly/i, '')}; Domain=example.cn`)
      },
    }
    expect(await diagnose(standing.env, quiet)).toEqual([
      expect.stringMatching(/^fault site: the session cookie has a Domain, lacks HttpOnly → .*proxy_cookie_domain/),
    ])
  })

  it('reports a proxy that caches answers for one visitor only', async () => {
    standing.proxy.faults = { caches: (url) => url.startsWith('/bff/') }
    expect(await diagnose(standing.env, quiet)).toEqual([
      expect.stringMatching(
        /^fault site: the proxy caches answers that are for one visitor.* → Let the proxy cache only/,
      ),
    ])
  })

  it('reports a proxy that changes Cache-Control', async () => {
    standing.proxy.faults = {
      answer: (headers) => {
        headers['cache-control'] = 'public, max-age=60'
      },
    }
    expect(await diagnose(standing.env, quiet)).toEqual([
      expect.stringMatching(
        /^fault site: an answer for one visitor arrives without .*no-store → Let the proxy pass Cache-Control/,
      ),
    ])
  })

  it('reports a proxy that strips security headers', async () => {
    standing.proxy.faults = { answer: (headers) => delete headers['content-security-policy'] }
    expect(await diagnose(standing.env, quiet)).toEqual([
      'fault site: the home page arrives without content-security-policy → Let the proxy pass these headers on',
    ])
  })

  it('reports a proxy that disables compression and 304', async () => {
    standing.proxy.faults = { drops: ['accept-encoding', 'if-none-match'] }
    expect(await diagnose(standing.env, quiet)).toEqual([
      expect.stringMatching(/^warn site: pages arrive uncompressed.* → Let the proxy pass Accept-Encoding/),
      expect.stringMatching(/^warn site: a page that has not changed is sent whole again → Let the proxy pass ETag/),
    ])
  })

  it('reports a proxy with a body limit below the upload size', async () => {
    standing.proxy.faults = { bodyMax: 1024 * 1024 }
    expect(await diagnose(standing.env, quiet)).toEqual([
      expect.stringMatching(/^fault site: the proxy refuses an upload of 10 MB \(413\) → .*client_max_body_size 11m/),
    ])
  })

  it('reports a proxy that loses the answer to a large body', async () => {
    standing.proxy.faults = { own: { '/file/upload': { status: 502, text: 'Bad Gateway' } } }
    expect(await diagnose(standing.env, quiet)).toEqual([
      expect.stringMatching(/^warn site: an upload of 10 MiB .* answered 502 → .*proxy_http_version 1.1/),
    ])
  })

  it('reports a proxy that sends no X-Forwarded-For', async () => {
    standing.proxy.faults = { forwardedFor: () => undefined }
    expect(await diagnose(standing.env, quiet)).toEqual([
      expect.stringMatching(
        /^fault site: TRUST_PROXY is 1, and the proxy sends no X-Forwarded-For → .*proxy_add_x_forwarded_for/,
      ),
    ])
  })

  it('reports a proxy that forwards X-Forwarded-For of the visitor unchanged', async () => {
    standing.proxy.faults = { forwardedFor: (came) => came }
    expect(await diagnose(standing.env, quiet)).toEqual([
      expect.stringMatching(/^fault site: TRUST_PROXY 1 is too large: a visitor’s own X-Forwarded-For is believed → /),
    ])
  })

  it('reports nothing for a proxy that replaces X-Forwarded-For of the visitor', async () => {
    standing.proxy.faults = { forwardedFor: (_came, peer) => peer }
    expect(await diagnose(standing.env, quiet)).toEqual([])
  })

  it('reports a second proxy that TRUST_PROXY does not count', async () => {
    standing.proxy.faults = { forwardedFor: (came, peer) => `${came}, 198.51.100.9, ${peer}` }
    expect(await diagnose(standing.env, quiet)).toEqual([
      expect.stringMatching(/^fault site: TRUST_PROXY 1 is too small: all visitors look like .* → Set TRUST_PROXY=2, /),
    ])
  })

  it('reports metrics that the proxy exposes', async () => {
    standing.proxy.faults = {
      own: { '/metrics': { status: 200, text: '# HELP up Whether it is\n# TYPE up gauge\nup 1\n' } },
    }
    expect(await diagnose(standing.env, quiet)).toEqual([
      expect.stringMatching(/^fault site: metrics can be read at http.*\/metrics → Publish ADMIN_PORT nowhere/),
    ])
  })

  it('reports an admin port that is reachable from outside', async () => {
    const target = `http://127.0.0.1:${standing.env.ADMIN_PORT}`
    const forwarder = await listen(Number(standing.env.ADMIN_PORT), async (path) => (await fetch(target + path)).text())
    try {
      expect(await diagnose(standing.env, { machine: { outerAddresses: ['127.0.0.2'], isContainer: false } })).toEqual([
        expect.stringMatching(
          /^fault site: metrics can be read at http:\/\/127\.0\.0\.2:\d+ → Publish ADMIN_PORT nowhere/,
        ),
      ])
    } finally {
      forwarder.close()
      forwarder.closeAllConnections()
    }
  })

  it('reports an ADMIN_PORT that is not that of the running site', async () => {
    expect(await diagnose({ ...standing.env, ADMIN_PORT: '1' }, quiet)).toEqual([
      expect.stringMatching(
        /^warn site: ADMIN_PORT 1 does not answer: trusted hops and caches could not be looked at → /,
      ),
    ])
  })

  it('reports a robots.txt that the proxy replaces', async () => {
    standing.proxy.faults = { own: { '/robots.txt': { status: 200, text: 'User-agent: *\nDisallow: /' } } }
    expect(await diagnose(standing.env, quiet)).toEqual([
      'warn site: robots.txt is not the site’s own → Let the proxy pass /robots.txt on',
    ])
  })

  it('reports an environment that differs from that of the running site', async () => {
    const found = await diagnose({ ...standing.env, PUBLIC_ORIGIN: standing.proxy.target }, quiet)
    expect(found.join('\n')).toContain('fault site: the certificate page names')
    expect(found.join('\n')).toContain('fault site: the site refuses the WebSocket of its own pages')
  })
})

describe('the doctor, on a running site without PUBLIC_ORIGIN,', () => {
  it('reports a proxy that changes Host', async () => {
    const nameless = await startSite({ PUBLIC_ORIGIN: '', TRUST_PROXY: '0' })
    try {
      nameless.proxy.faults = { host: 'backend.internal' }
      const found = (await diagnose({ ...nameless.env, PUBLIC_ORIGIN: nameless.proxy.origin }, quiet)).join('\n')
      expect(found).toMatch(/fault site: the site takes itself for http:\/\/backend\.internal.* → Set PUBLIC_ORIGIN=/)
    } finally {
      await nameless.stop()
    }
  })
})

describe('the doctor, on a TRUST_PROXY number,', () => {
  it('reports a number that is one too high, which lets visitors choose their address', async () => {
    const trusting = await startSite({ TRUST_PROXY: '2' })
    try {
      expect(await diagnose(trusting.env, quiet)).toEqual([
        expect.stringMatching(/^fault site: TRUST_PROXY 2 is too large: a visitor’s own .* → Set TRUST_PROXY=1, /),
      ])
    } finally {
      await trusting.stop()
    }
  })

  it('reports a number of 0 behind a proxy', async () => {
    const distrusting = await startSite({ TRUST_PROXY: '0' })
    try {
      expect(await diagnose(distrusting.env, quiet)).toEqual([
        expect.stringMatching(
          /^fault site: TRUST_PROXY 0 is too small: all visitors look like 127.0.0.1 .* → Set TRUST_PROXY=1, /,
        ),
      ])
    } finally {
      await distrusting.stop()
    }
  })
})

describe('the doctor, on a TRUST_PROXY list,', () => {
  let listing: Standing
  beforeAll(async () => {
    listing = await startSite({ TRUST_PROXY: '127.0.0.1' })
  })
  afterAll(() => listing.stop())

  it.each<
    [fault: string, forwardedFor: (came: string | undefined, peer: string) => string | undefined, found: RegExp[]]
  >([
    ['nothing for a correct list', (came, peer) => `${came}, ${peer}`, []],
    ['a proxy that sends no X-Forwarded-For', () => undefined, [/^fault site: no proxy of TRUST_PROXY 127.0.0.1 says/]],
    [
      'a proxy that forwards X-Forwarded-For of the visitor unchanged',
      (came) => came,
      [/^fault site: a proxy of TRUST_PROXY .* passes on/],
    ],
    [
      'a proxy that is not on the list',
      (came) => `${came}, 198.51.100.9, 192.0.2.7`,
      [/^fault site: TRUST_PROXY 127.0.0.1 does not list the proxy at 192.0.2.7.* → Add 192.0.2.7/],
    ],
  ])('reports %s', async (_fault, forwardedFor, found) => {
    listing.proxy.faults = { forwardedFor }
    expect(await diagnose(listing.env, quiet)).toEqual(found.map((line) => expect.stringMatching(line)))
  })
})

describe('the doctor, on an https site,', () => {
  let tls: TlsCertificate
  let secure: Standing
  let plain: Server
  beforeAll(async () => {
    tls = makeTlsCertificate(90)
    secure = await startSite({}, tls)
    plain = await listen(0, async () => 'a page without TLS', '127.0.0.1')
  })
  afterEach(() => {
    secure.proxy.faults = {}
  })
  afterAll(async () => {
    plain.close()
    await secure.stop()
  })
  /** No server answers http at this address. */
  const closed = { ...quiet, plainOrigin: () => 'http://127.0.0.1:1' }

  it('reports nothing for a correct https site', async () => {
    expect(await diagnose(secure.env, { ...closed, ca: tls.cert })).toEqual([])
  })

  it('reports a site that also answers http', async () => {
    const getPlainOrigin = () => `http://127.0.0.1:${(plain.address() as AddressInfo).port}`
    expect(await diagnose(secure.env, { ...quiet, plainOrigin: getPlainOrigin, ca: tls.cert })).toEqual([
      expect.stringMatching(/^warn site: http:.* answers 200 instead of leading to https → .*301 to https$/),
    ])
  })

  it('reports answers without HSTS', async () => {
    secure.proxy.faults = { answer: (headers) => delete headers['strict-transport-security'] }
    expect(await diagnose(secure.env, { ...closed, ca: tls.cert })).toEqual([
      expect.stringMatching(/^warn site: https answers come without Strict-Transport-Security → /),
    ])
  })

  it('reports a cookie whose Secure flag was removed', async () => {
    secure.proxy.faults = {
      answer: (headers) => {
        const cookies = headers['set-cookie'] as string[] | undefined
        if (cookies) headers['set-cookie'] = cookies.map((one) => one.replace(/; Secure/i, ''))
      },
    }
    expect(await diagnose(secure.env, { ...closed, ca: tls.cert })).toEqual([
      expect.stringMatching(/^fault site: the session cookie lacks Secure: browsers drop it → /),
    ])
  })

  it('reports an untrusted certificate', async () => {
    expect(await diagnose(secure.env, closed)).toEqual([
      expect.stringMatching(/^fault site: PUBLIC_ORIGIN .*: its TLS certificate is not trusted → /),
    ])
  })

  it('reports a certificate that expires soon', async () => {
    const ending = makeTlsCertificate(5)
    const soon = await startSite({}, ending)
    try {
      expect(await diagnose(soon.env, { ...closed, ca: ending.cert })).toEqual([
        expect.stringMatching(/^fault site: the TLS certificate of .* ends in 4 days → Renew the certificate/),
      ])
    } finally {
      await soon.stop()
    }
  })
})

async function listen(port: number, answer: (path: string) => Promise<string>, host = '127.0.0.2'): Promise<Server> {
  const server = createServer(async (request, response) => response.end(await answer(request.url ?? '/')))
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  return server
}
