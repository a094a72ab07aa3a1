import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type StubUpstream, startStubUpstream } from '@portal/bff/src/testing/stub-upstream.ts'
import { makeBucket, s3Server, toEnvironment } from '@portal/upstream/src/testing/stores.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runDoctor } from '#doctor-command.ts'
import { diagnose } from '#testing/diagnose.ts'
import { answerHealthily } from '#testing/healthy-upstream.ts'

const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString('base64')

describe.skipIf(!s3Server)(`the doctor, on object storage,${s3Server ? '' : ' (no S3 server)'}`, () => {
  let bucket: Awaited<ReturnType<typeof makeBucket>>
  let upstream: StubUpstream
  let folder: string
  let env: Record<string, string>

  beforeAll(async () => {
    bucket = await makeBucket()
    upstream = await startStubUpstream()
    upstream.answer = answerHealthily
    folder = mkdtempSync(path.join(tmpdir(), 'doctor-'))
    const site = { PORT: '0', HOST: '127.0.0.1', ADMIN_PORT: '0', WEB_DIST: 'none', SESSION_KEY: KEY, RECEIPT_KEY: KEY }
    env = { ...site, UPSTREAM_URL: upstream.origin, DATA_DIR: folder, ...toEnvironment(bucket.s3) }
  })
  afterAll(async () => {
    await upstream.stop()
    await bucket.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('reports nothing for a bucket that works, and leaves nothing in it', async () => {
    expect(await diagnose(env)).toEqual([])
  })

  it.each([
    [{ S3_BUCKET: 'no-such-bucket' }, 'put: there is no such bucket → Create it'],
    [{ S3_SECRET_KEY: 'hush' }, 'put: the keys do not belong together → Correct S3_ACCESS_KEY and S3_SECRET_KEY'],
    [{ S3_REGION: 'cn-hangzhou' }, 'put: the bucket is in another region → Set S3_REGION'],
    [{ S3_ENDPOINT: 'http://127.0.0.1:9' }, 'put: nothing listens there → Start it, or correct S3_ENDPOINT'],
  ])('reports %o with its remedy, without a key', async (changes, expected) => {
    const [line, ...more] = await diagnose({ ...env, ...changes })
    expect(line).toContain(expected)
    expect(line).not.toContain('hush')
    expect(more).toEqual([])
  })

  it('reports missing variables of upstream', async () => {
    const { INSTANCE_KEY: _key, ...rest } = env
    expect(await diagnose(rest)).toEqual([
      'fault storage: S3_BUCKET needs INSTANCE_KEY, which every machine must have alike → Correct the variables of upstream',
    ])
  })

  it('runs alone by its name, and refuses a name that no check has', async () => {
    const lines: string[] = []
    const print = (line: string) => lines.push(line)
    expect(await runDoctor({ args: ['--json', 'storage'], env, print })).toBe(0)
    expect(JSON.parse(lines.join('\n'))).toMatchObject([{ check: 'storage', level: 'ok' }])
    expect(await runDoctor({ args: ['storag'], env, print })).toBe(2)
    expect(lines.at(-1)).toContain('storage')
  })

  it('runs in a container of upstream, which has no settings of a site', async () => {
    const lines: string[] = []
    const print = (line: string) => lines.push(line)
    const ofUpstream = { DATA_DIR: folder, ...toEnvironment(bucket.s3) }
    expect(await runDoctor({ args: ['storage'], env: ofUpstream, print })).toBe(0)
    expect(lines.join('\n')).toContain('stores, returns, lists and deletes files')
  })

  it('leaves the bucket to upstream in a container of the site, which knows its name alone', async () => {
    const { S3_ENDPOINT: _1, S3_REGION: _2, S3_ACCESS_KEY: _3, S3_SECRET_KEY: _4, ...ofSite } = env
    expect(await diagnose(ofSite)).toEqual([])
  })

  it('reports a clock that differs', async () => {
    const found = await diagnose(env, { now: () => Date.now() - 90_000 })
    expect(found).toContainEqual(
      expect.stringMatching(/^fault storage: this machine’s clock is (?:89|90|91) s behind object storage’s → /),
    )
  })
})
