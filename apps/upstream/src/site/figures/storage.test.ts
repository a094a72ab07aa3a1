import { MINUTE_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Files, openFiles } from '#platform/files/open-files.ts'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'
import { makeBucket, s3Server, toEnvironment } from '#testing/stores.ts'
import { createStorageWatch } from './storage.ts'

describe.skipIf(!s3Server)('the used space of object storage', () => {
  let bucket: Awaited<ReturnType<typeof makeBucket>>
  let upstream: TestUpstream
  let clock = Date.parse('2026-11-20T02:00:00Z')
  const now = () => clock
  beforeAll(async () => {
    bucket = await makeBucket()
    upstream = await makeUpstream({ content: 'none', env: toEnvironment(bucket.s3) })
  })
  afterAll(async () => {
    await upstream.close()
    await bucket.drop()
  })
  const watch = (files: Files = upstream.files) =>
    createStorageWatch({ db: upstream.db, config: upstream.config, files, now })

  it('is the sum of all areas, measured every ten minutes; free space is unknown', async () => {
    const { readLatest } = watch()
    await upstream.files.uploads.put('a.webp', Buffer.alloc(1000))
    await upstream.files.rawRecords.put('b', Buffer.alloc(234))
    expect(await readLatest()).toEqual({ usedBytes: 1234, freeBytes: null, totalBytes: null, atMs: clock })
    await upstream.files.rawRecords.put('c', Buffer.alloc(1))
    expect(await readLatest()).toMatchObject({ usedBytes: 1234 })
    clock += 10 * MINUTE_MS
    expect(await readLatest()).toMatchObject({ usedBytes: 1235 })
  })

  it('is unknown while object storage does not answer, and no sample is stored', async () => {
    const s3 = { ...bucket.s3, endpoint: 'http://127.0.0.1:9' }
    const away = await openFiles({ dataDir: upstream.config.dataDir, s3 })
    const { readLatest, sweep } = watch(away)
    expect(await readLatest()).toMatchObject({ usedBytes: null, totalBytes: null })
    await sweep()
    expect(await upstream.db.selectFrom('daily_counts').where('kind', '=', 'storage').selectAll().execute()).toEqual([])
    away.close()
  })
})
