import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type StubUpstream, startStubUpstream } from '@portal/bff/src/testing/stub-upstream.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { collectFindings, diagnose } from '#testing/diagnose.ts'
import { answerHealthily } from '#testing/healthy-upstream.ts'

const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString('base64')

let upstream: StubUpstream
let folder: string
let env: Record<string, string>

beforeAll(async () => {
  upstream = await startStubUpstream()
  upstream.answer = answerHealthily
})
afterAll(() => upstream.stop())
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'doctor-'))
  const site = { PORT: '0', HOST: '127.0.0.1', ADMIN_PORT: '0', WEB_DIST: 'none', SESSION_KEY: KEY, RECEIPT_KEY: KEY }
  env = { ...site, UPSTREAM_URL: upstream.origin, DATA_DIR: folder }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('finds no fault in a correct configuration', async () => {
  expect(await diagnose(env)).toEqual([])
})

describe('the doctor, on settings and machine,', () => {
  it('reports a variable of the wrong type, and nothing else', async () => {
    expect(await diagnose({ ...env, PORT: 'http' })).toEqual([
      'fault settings: PORT is "http" → Set PORT to a port, 0 to 65535, and run the doctor again',
    ])
  })

  it('reports a NAME_FILE that cannot be read', async () => {
    const file = path.join(folder, 'missing.key')
    const { SESSION_KEY: _key, ...rest } = env
    expect(await diagnose({ ...rest, SESSION_KEY_FILE: file })).toEqual([
      `fault settings: SESSION_KEY_FILE is "${file}" → Set SESSION_KEY_FILE to the path of a readable file, and run the doctor again`,
    ])
  })

  it('reports a wrong key, without showing it', async () => {
    const [line] = await diagnose({ ...env, SESSION_KEY: 'hunter2' })
    expect(line).toMatch(/^fault settings: SESSION_KEY is \(hidden\) → Set SESSION_KEY to 32 bytes in base64/)
    expect(line).not.toContain('hunter2')
  })

  it('reports a variable whose name is mistyped', async () => {
    expect(await diagnose({ ...env, UPSTREAM_TIMOUT_MS: '3000' })).toEqual([
      'warn names: UPSTREAM_TIMOUT_MS is set, and nothing reads it → Call it UPSTREAM_TIMEOUT_MS, if that is what is meant',
    ])
  })

  it('reports a secure cookie for an http site', async () => {
    expect(await diagnose({ ...env, PUBLIC_ORIGIN: 'http://localhost:1', COOKIE_SECURE: 'on' })).toEqual([
      expect.stringMatching(
        /^fault settings: COOKIE_SECURE is on while PUBLIC_ORIGIN is http.* → Set PUBLIC_ORIGIN to/,
      ),
    ])
  })

  it('reports a cookie without Secure for an https site', async () => {
    const https = { PUBLIC_ORIGIN: 'https://localhost:1', TRUST_PROXY: '1', COOKIE_SECURE: 'off' }
    expect(await diagnose({ ...env, ...https })).toEqual([
      expect.stringMatching(
        /^fault settings: COOKIE_SECURE is off while PUBLIC_ORIGIN is https.* → Leave COOKIE_SECURE out/,
      ),
    ])
  })

  it('reports an https site without a trusted proxy', async () => {
    expect(await diagnose({ ...env, PUBLIC_ORIGIN: 'https://localhost:1' })).toEqual([
      expect.stringMatching(/^fault settings: TRUST_PROXY is 0 while PUBLIC_ORIGIN is https.* → Set TRUST_PROXY/),
    ])
  })

  it('reports a proxy without a public origin', async () => {
    expect(await diagnose({ ...env, TRUST_PROXY: '1' })).toEqual([
      expect.stringMatching(/^fault settings: PUBLIC_ORIGIN is not set, which .*TRUST_PROXY.* → Set PUBLIC_ORIGIN to/),
    ])
  })

  it('reports a public site whose passwords cross the network unencrypted', async () => {
    expect(await diagnose({ ...env, PUBLIC_ORIGIN: 'http://www.example.invalid' })).toEqual([
      expect.stringMatching(/^warn settings: PUBLIC_ORIGIN is http across a public network.* → Use https/),
    ])
  })

  it('reports a key that does not look random', async () => {
    expect(await diagnose({ ...env, SESSION_KEY: Buffer.alloc(32, 'key').toString('base64') })).toEqual([
      'fault keys: SESSION_KEY does not look random: it can be guessed → Make a new one with openssl rand -base64 32',
    ])
  })

  it('reports a revoked key that still signs receipts, and a revocation in the future', async () => {
    const seed = Buffer.from('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', 'base64url').toString('base64')
    const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
    expect(await diagnose({ ...env, RECEIPT_KEY: seed, RECEIPT_KEYS_REVOKED: `${x}@2026-01-01` })).toEqual([
      expect.stringMatching(/^fault keys: the key that signs receipts is revoked.* → Put a new key in front/),
    ])
    expect(await diagnose({ ...env, RECEIPT_KEYS_REVOKED: `${x}@2999-01-01` })).toEqual([
      expect.stringMatching(/^warn keys: RECEIPT_KEYS_REVOKED revokes .* in the future only → Correct the date/),
    ])
  })

  it('reports a key file that is readable for every user', async () => {
    const file = path.join(folder, 'mine.key')
    writeFileSync(file, KEY)
    chmodSync(file, 0o644)
    const { SESSION_KEY: _key, ...rest } = env
    expect(await diagnose({ ...rest, SESSION_KEY_FILE: file })).toEqual([
      `fault keys: ${file} holds a secret, and every user of this machine may read it → chmod 600 ${file}`,
    ])
  })

  it('reports a data folder that cannot be written to', async () => {
    const file = path.join(folder, 'a file')
    writeFileSync(file, '')
    expect(await diagnose({ ...env, RECEIPT_KEY: '', DATA_DIR: path.join(file, 'data') })).toEqual([
      expect.stringMatching(
        /^fault data: DATA_DIR .* cannot be written to → Make .* a folder that this user may write to/,
      ),
    ])
  })

  it('reports nothing for such a folder when the keys are configured, as nothing else is stored there', async () => {
    const file = path.join(folder, 'a-file-too')
    writeFileSync(file, '')
    expect(await diagnose({ ...env, DATA_DIR: path.join(file, 'data') })).toEqual([])
  })

  it('reports a disk that is nearly full', async () => {
    const nearlyFull = { machine: { freeBytes: async () => 150 * 1024 * 1024 } }
    expect(await diagnose(env, nearlyFull)).toEqual([
      expect.stringMatching(/^fault data: 150 MiB are free for DATA_DIR at .* → Free some space/),
    ])
    const filling = { machine: { freeBytes: async () => 900 * 1024 * 1024 } }
    expect(await diagnose(env, filling)).toEqual([expect.stringMatching(/^warn data: 900 MiB are free/)])
  })

  it('reports a Node that is too old', async () => {
    expect(await diagnose(env, { machine: { nodeVersion: '22.21.0' } })).toEqual([
      expect.stringMatching(/^fault node: Node 22.21.0 cannot run the site → Install Node 24.12 or later/),
    ])
  })

  it('reports a folder without a build of web', async () => {
    expect(await diagnose({ ...env, WEB_DIST: folder })).toEqual([
      expect.stringMatching(/^fault build: WEB_DIST .* holds no build of web → Set WEB_DIST to apps\/web\/dist/),
    ])
  })

  it('reports a build that is older than its sources', async () => {
    const { WEB_DIST: _dist, ...rest } = env
    expect(await diagnose(rest, { machine: { isWebFresh: false } })).toEqual([
      expect.stringMatching(/^warn build: web.* → Nothing where npm start is used, which builds; else npm run build/),
    ])
  })

  it('reports a port on which another program listens', async () => {
    const other = createServer((_request, response) => response.end('<h1>another program</h1>'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    try {
      expect(await diagnose({ ...env, PORT: String(port) })).toEqual([
        expect.stringMatching(
          /^fault ports: PORT \d+ of 127.0.0.1 is taken by something else → End what listens there/,
        ),
      ])
      expect(await diagnose({ ...env, ADMIN_PORT: String(port) })).toEqual([
        expect.stringMatching(/^warn ports: ADMIN_PORT \d+ is taken by something else: .* no metrics → Set ADMIN_PORT/),
      ])
    } finally {
      other.close()
      other.closeAllConnections()
    }
  })
})

it('accepts the key file that the site generates', async () => {
  const { SESSION_KEY: _key, ...rest } = env
  mkdirSync(path.join(folder, 'data'))
  writeFileSync(path.join(folder, 'data', 'session.key'), KEY, { mode: 0o600 })
  expect(await diagnose({ ...rest, DATA_DIR: path.join(folder, 'data') })).toEqual([])
})

it('reports passed checks as plain sentences', async () => {
  const lines = (await collectFindings(env)).map(({ level, what }) => `${level}: ${what}`)
  expect(lines).toContain('ok: upstream answers certificate lookups')
  expect(lines).toContain('ok: the site does not run here yet: what only a running one shows is left out')
})
