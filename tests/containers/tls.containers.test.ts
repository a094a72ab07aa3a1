import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { RECEIPT_KEYS_PATH } from '../../packages/contract/src/certificates/certificate-receipt.ts'
import { createTlsSite, type TlsSite } from './tls/tls-site.ts'

const JSON_BODY = { 'content-type': 'application/json' }
const WAIT_MS = 20_000
const HSTS = 'max-age=31536000'
const CERTIFICATE = { certificateNo: 'SH20261103001285', checkCode: '7K3M9Q' }
const OPERATOR = ['node', 'apps/upstream/src/operator.ts']
/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe.skipIf(!inject('portalImage'))('docker compose --profile tls up', () => {
  let site: TlsSite
  let cookie = ''
  const ask: TlsSite['visitor']['ask'] = (path, options) => site.visitor.ask(path, options)
  const post = (path: string, body: object) =>
    ask(path, { method: 'POST', headers: JSON_BODY, body: JSON.stringify(body) })

  const reload = () => site.project.exec('caddy', ['caddy', 'reload', '--force', '--config', '/etc/caddy/Caddyfile'])

  async function openWelcomed() {
    const socket = site.visitor.openSocket(cookie)
    const [frame] = await once(socket, 'message', { signal: AbortSignal.timeout(WAIT_MS) })
    expect(JSON.parse(String(frame))).toMatchObject({ t: 'welcome' })
    return socket
  }

  function upload(file: Buffer) {
    const head =
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
    const body = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')])
    const headers = { 'content-type': 'multipart/form-data; boundary=b', cookie }
    return site.visitor.askHttp2('/file/upload', { method: 'POST', headers, body })
  }

  /** Makes lookups from a container with its own address, one after the other. */
  async function askFrom(service: string, lookups: readonly Lookup[]): Promise<LookupAnswer[]> {
    const script = `const answers = []
      for (const { body, headers } of ${JSON.stringify(lookups)}) {
        const answer = await fetch('https://www.example.cn/v1/certificate/check', {
          method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } })
        answers.push(await answer.json())
      }
      console.log(JSON.stringify(answers))`
    return JSON.parse(await site.project.exec(service, ['node', '--input-type=module', '-e', script]))
  }

  beforeAll(async () => {
    site = await createTlsSite('tls', 'tls')
    await site.up()
  })
  afterAll(() => site?.remove())

  it('gets a certificate by ACME and serves it over TLS 1.3 and HTTP/2', async () => {
    await expect
      .poll(() => site.visitor.shakeHands().catch(String))
      .toMatchObject({ protocol: 'TLSv1.3', alpn: 'h2', issuer: expect.stringContaining('Pebble Intermediate') })
    expect((await site.visitor.askHttp2('/')).status).toBe(200)
    expect(await site.visitor.shakeHands({ version: 'TLSv1.2' })).toMatchObject({ protocol: 'TLSv1.2' })
  })

  it('refuses TLS 1.1 and other names', async () => {
    await expect(site.visitor.shakeHands({ version: 'TLSv1.1' })).rejects.toThrow(/protocol version/)
    await expect(site.visitor.shakeHands({ servername: 'www.example.com' })).rejects.toThrow(
      /internal error|unrecognized/,
    )
  })

  it('redirects http to the site, from any host name', async () => {
    for (const host of ['www.example.cn', 'example.cn', '203.0.113.7']) {
      const { status, headers } = await site.visitor.askPlain('/certificate-check?no=1', host)
      expect([status, headers.location]).toEqual([301, 'https://www.example.cn/certificate-check?no=1'])
    }
    for (const path of ['http:.example.com', 'http:@example.com/']) {
      const { status, headers } = await site.visitor.askPlain(path)
      expect([path, status, headers.location]).toEqual([path, 400, undefined])
    }
  })

  it('publishes ports 80 and 443 of Caddy only', async () => {
    const lines = (await site.project.compose(['ps', '--format', 'json'])).trim().split('\n')
    const published = lines.flatMap((line) => {
      const { Service, Publishers } = JSON.parse(line) as PsLine
      return (Publishers ?? []).filter((one) => one.PublishedPort > 0).map((one) => `${Service}:${one.TargetPort}`)
    })
    expect([...new Set(published)].sort()).toEqual(['caddy:443', 'caddy:80'])
  })

  it('runs Caddy without root', async () => {
    expect((await site.project.exec('caddy', ['id', '-u'])).trim()).toBe('1000')
    const write = await site.project.tryCompose(['exec', '--no-TTY', 'caddy', 'touch', '/etc/caddy/x', '/x'])
    expect(write.output.match(/Read-only file system/g)).toHaveLength(2)
  })

  it('sends the headers of the site, and HSTS with every answer', async () => {
    const { headers, text } = await ask('/')
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("connect-src 'self' wss://www.example.cn"),
      'strict-transport-security': HSTS,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect([headers.server, headers.via]).toEqual([undefined, undefined])
    expect(text).toContain('<link rel="canonical" href="https://www.example.cn/"')
    const [file = 'no file'] = /\/assets\/[\w.-]+\.js/.exec(text) ?? []
    expect((await ask(file)).status).toBe(200)
    for (const path of [file, '/assets/none-11111111.js', '/v1/none', '/log/checkpoint', '/robots.txt']) {
      const answer = await ask(path)
      expect([path, answer.headers['strict-transport-security']]).toEqual([path, HSTS])
    }
    expect((await ask('/sitemap.xml')).text).not.toMatch(/http:\/\/(?!www\.sitemaps)/)
  })

  it('logs in with a cookie of this host only', async () => {
    const made = await site.project.exec('tls-upstream', [...OPERATOR, 'admin', 'create', 'owner@example.cn'])
    const [, password = ''] = /Password: (\S+)/.exec(made) ?? []
    const { status, headers } = await post('/oauth/emailLogin', { email: 'owner@example.cn', password })
    expect(status).toBe(200)
    const [session = ''] = [headers['set-cookie'] ?? []].flat().filter((one) => one.startsWith('__Host-session='))
    expect(session).toMatch(/; Max-Age=604[78]\d\d; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    cookie = session.split(';')[0] ?? ''
    const who = await ask('/bff/session', { headers: { cookie } })
    expect(JSON.parse(who.text)).toMatchObject({ data: { user: { nickname: 'owner' } } })
  })

  it('opens a socket for the page, and none for another site', async () => {
    const socket = await openWelcomed()
    socket.close()
    const other = site.visitor.openSocket(cookie, 'https://www.example.com')
    const [code] = await once(other, 'close', { signal: AbortSignal.timeout(WAIT_MS) })
    expect(code).toBe(4403)
  })

  it('accepts a picture, and refuses one that is too large with a message', async () => {
    const stored = await upload(Buffer.from(PIXEL, 'base64'))
    expect(stored.status).toBe(200)
    const picture = await ask((JSON.parse(stored.text) as { data: string }).data)
    expect([picture.status, picture.headers['strict-transport-security']]).toEqual([200, HSTS])
    const refused = await upload(Buffer.alloc(11 * 1024 * 1024))
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([413, 413])
    expect(refused.headers['strict-transport-security']).toBe(HSTS)
  })

  it('answers lookups with receipts and a log under its own name', async () => {
    const row = [CERTIFICATE.certificateNo, CERTIFICATE.checkCode, '宝石', '红宝石', '2026-11-03']
    const csv = `证书编号,核对码,类别,检验结论,签发日期\n${row.join(',')}\n`
    const command = `cat > /tmp/c.csv && ${OPERATOR.join(' ')} import certificates /tmp/c.csv`
    await site.project.exec('tls-upstream', ['sh', '-c', command], { input: csv })
    const found = JSON.parse((await post('/v1/certificate/check', CERTIFICATE)).text)
    const [head = '', payload = '', signature = ''] = (found.extra.receipt as string).split('.')
    expect(JSON.parse(String(Buffer.from(payload, 'base64url')))).toMatchObject({ iss: 'https://www.example.cn' })
    const [key] = (JSON.parse((await ask(RECEIPT_KEYS_PATH)).text) as { keys: JsonWebKey[] }).keys
    const publicKey = createPublicKey({ key: key ?? {}, format: 'jwk' })
    expect(verify(null, Buffer.from(`${head}.${payload}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
    await expect.poll(async () => (await ask('/log/checkpoint')).text).toMatch(/^www\.example\.cn\/log\n1\n/)
  })

  it('applies limits to the address of each visitor, ignoring X-Forwarded-For', async () => {
    const guesses = Array.from({ length: 11 }, (_none, at) => ({
      body: { ...CERTIFICATE, checkCode: `${CERTIFICATE.checkCode.slice(0, 4)}${at + 20}`.replaceAll(/[01]/g, 'A') },
      headers: {
        'x-forwarded-for': `198.51.100.${at}`,
        forwarded: `for=198.51.100.${at}`,
        'x-real-ip': '198.51.100.1',
      },
    }))
    const guessed = await askFrom('visitor-1', guesses)
    expect(guessed.map(stateOrCode)).toEqual([...Array(10).fill('unknown'), 429])
    expect((await askFrom('visitor-2', [{ body: CERTIFICATE, headers: {} }])).map(stateOrCode)).toEqual(['valid'])
  })

  it('keeps sockets open when it switches to a certificate from files', async () => {
    const before = await site.visitor.shakeHands()
    const socket = await openWelcomed()
    site.folder.giveCertificate('*.example.cn')
    expect(await site.project.compose(['run', '--rm', 'tls-files'])).toContain(
      'Certificate from files for www.example.cn',
    )
    await reload()
    await expect.poll(() => site.visitor.shakeHands()).toMatchObject({ issuer: 'local authority', alpn: 'h2' })
    // This replaces the certificate at the same place.
    const first = await site.visitor.shakeHands()
    site.folder.giveCertificate('www.example.cn')
    await site.project.compose(['run', '--rm', 'tls-files'])
    await reload()
    await expect.poll(async () => (await site.visitor.shakeHands()).serialNumber).not.toBe(first.serialNumber)
    expect(first.serialNumber).not.toBe(before.serialNumber)
    socket.ping()
    await once(socket, 'pong', { signal: AbortSignal.timeout(WAIT_MS) })
    socket.close()
  })

  it('refuses invalid files and origins, in one line', async () => {
    site.folder.giveCertificate('www.example.com')
    const files = await site.project.tryCompose(['run', '--rm', 'tls-files'])
    expect({ ...files, output: files.output.trim() }).toEqual({
      code: 2,
      output: 'fullchain.pem is for DNS:www.example.com, not for www.example.cn',
    })
    site.folder.takeCertificate()
    const environment = { PUBLIC_ORIGIN: 'https://203.0.113.7' }
    const origin = await site.project.tryCompose(['run', '--rm', 'tls-files'], { environment })
    expect(origin.output).toMatch(/^PUBLIC_ORIGIN is "https:\/\/203\.0\.113\.7": accepted is https:.+\s*$/)
    expect(origin.code).toBe(2)
  })

  it('keeps its certificate and its content over a restart of everything', async () => {
    await site.project.compose(['run', '--rm', 'tls-files'])
    await reload()
    const isPebble = { issuer: expect.stringContaining('Pebble') }
    await expect.poll(() => site.visitor.shakeHands()).toMatchObject(isPebble)
    const before = await site.visitor.shakeHands()
    await site.project.compose(['down', '--timeout', '5'])
    await site.up({ keepsAuthority: true })
    // Caddy listens before it has read its certificates.
    await expect.poll(() => site.visitor.shakeHands()).toEqual(before)
    const who = await ask('/bff/session', { headers: { cookie } })
    expect(JSON.parse(who.text)).toMatchObject({ data: { user: { nickname: 'owner' } } })
  })

  it('answers with a message while nginx is down, and logs no address that a visitor opened', async () => {
    await site.project.compose(['stop', '--timeout', '1', 'tls-edge'])
    const { status, headers, text } = await ask('/?token=secret-of-a-login', { headers: { cookie: 'a=secret-cookie' } })
    expect([status, headers['strict-transport-security'], headers['retry-after']]).toEqual([502, HSTS, '5'])
    expect(JSON.parse(text)).toMatchObject({ code: 502, data: null, extra: {} })
    expect(await site.project.compose(['logs', 'caddy'])).not.toMatch(/secret-/)
    await site.project.up(['tls-edge'])
    await expect.poll(async () => (await ask('/')).status).toBe(200)
  })
})

interface PsLine {
  Service: string
  Publishers: { TargetPort: number; PublishedPort: number }[] | null
}

interface LookupAnswer {
  code: number
  data: { state: string } | null
}

const stateOrCode = ({ code, data }: LookupAnswer) => data?.state ?? code

interface Lookup {
  body: object
  headers: Record<string, string>
}
