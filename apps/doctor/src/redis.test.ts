import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hasRedisServer, startRedis, type TestRedis } from '@portal/bff/src/testing/start-redis.ts'
import { type StubUpstream, startStubUpstream } from '@portal/bff/src/testing/stub-upstream.ts'
import { createClient } from '@redis/client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { diagnose } from '#testing/diagnose.ts'
import { answerHealthily } from '#testing/healthy-upstream.ts'

const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString('base64')

describe.skipIf(!hasRedisServer())('the doctor, on Redis,', () => {
  let redis: TestRedis
  let upstream: StubUpstream
  let folder: string
  let env: Record<string, string>

  beforeAll(async () => {
    redis = await startRedis()
    upstream = await startStubUpstream()
    upstream.answer = answerHealthily
    folder = mkdtempSync(path.join(tmpdir(), 'doctor-'))
    const site = { PORT: '0', HOST: '127.0.0.1', ADMIN_PORT: '0', WEB_DIST: 'none', SESSION_KEY: KEY, RECEIPT_KEY: KEY }
    env = { ...site, UPSTREAM_URL: upstream.origin, DATA_DIR: folder, REDIS_URL: redis.url }
  })
  afterAll(async () => {
    await redis.stop()
    await upstream.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  // Each test starts with an empty Redis.
  afterEach(async () => {
    await redis.stop()
    await redis.start()
  })

  async function set(...commands: string[][]): Promise<void> {
    const client = createClient({ url: redis.url })
    await client.connect()
    for (const command of commands) await client.sendCommand(command)
    client.destroy()
  }

  it('reports nothing for a healthy Redis', async () => {
    expect(await diagnose(env)).toEqual([])
  })

  it('reports unset keys that instances must share', async () => {
    const { SESSION_KEY: _session, RECEIPT_KEY: _receipt, ...rest } = env
    expect(await diagnose(rest)).toEqual([
      expect.stringMatching(
        /^fault settings: SESSION_KEY is not set while REDIS_URL is.* → Give every instance the same/,
      ),
      expect.stringMatching(
        /^fault settings: RECEIPT_KEY is not set while REDIS_URL is.* → Give every instance the same/,
      ),
    ])
  })

  it('reports an address at which nothing listens', async () => {
    expect(await diagnose({ ...env, REDIS_URL: 'redis://127.0.0.1:1' })).toEqual([
      'fault redis: REDIS_URL 127.0.0.1:1: nothing listens there → Start it, or correct REDIS_URL',
    ])
  })

  it('reports a missing and a wrong password, without showing either', async () => {
    await set(['CONFIG', 'SET', 'requirepass', 'right-word'])
    expect(await diagnose(env)).toEqual([
      expect.stringMatching(/^fault redis: .*: a password is wanted → Put it into REDIS_URL/),
    ])
    const [line, ...more] = await diagnose({ ...env, REDIS_URL: redis.url.replace('//', '//:wrong-word@') })
    expect(line).toMatch(/^fault redis: .*: user or password is wrong → Correct user and password/)
    expect(line).not.toContain('wrong-word')
    expect(more).toEqual([])
    expect(await diagnose({ ...env, REDIS_URL: redis.url.replace('//', '//:right-word@') })).toEqual([])
  })

  it('reports a user without the right to publish', async () => {
    await set(['ACL', 'SETUSER', 'weak', 'on', '>word', '~*', 'resetchannels', '+@all'])
    expect(await diagnose({ ...env, REDIS_URL: redis.url.replace('//', '//weak:word@') })).toEqual([
      expect.stringMatching(/^fault redis: .*: pub\/sub: this user may not do so → Allow the user all commands/),
    ])
  })

  it('reports a user without the right to run scripts', async () => {
    await set(['ACL', 'SETUSER', 'weak', 'on', '>word', '~*', '&*', '+@all', '-@scripting'])
    expect(await diagnose({ ...env, REDIS_URL: redis.url.replace('//', '//weak:word@') })).toEqual([
      expect.stringMatching(/^fault redis: .*: scripts: this user may not do so → Allow the user all commands/),
    ])
  })

  it('reports a read-only replica', async () => {
    await set(['REPLICAOF', '127.0.0.1', '1'])
    expect(await diagnose(env)).toEqual([
      expect.stringMatching(
        /^fault redis: .*: writing: this Redis is a replica that is not written to → Name the primary/,
      ),
    ])
  })

  it('reports an eviction policy that can drop revocations', async () => {
    await set(['CONFIG', 'SET', 'maxmemory', '100mb'], ['CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru'])
    expect(await diagnose(env)).toEqual([
      expect.stringMatching(/^fault redis: .* \(maxmemory-policy allkeys-lru\).* → Set maxmemory-policy to noeviction/),
    ])
  })

  it('reports a full memory', async () => {
    await set(['CONFIG', 'SET', 'maxmemory', '1'])
    const found = await diagnose(env)
    expect(found[0]).toMatch(/^fault redis: .*: writing: its memory is full → Give Redis more memory/)
  })

  it('reports a clock that differs from Redis’ and upstream’s', async () => {
    expect(await diagnose(env, { now: () => Date.now() - 90_000 })).toEqual([
      expect.stringMatching(/^fault upstream: this machine’s clock is (?:89|90|91) s behind upstream’s → /),
      expect.stringMatching(/^fault redis: this machine’s clock is (?:89|90|91) s behind Redis’ → .*NTP/),
    ])
  })
})
