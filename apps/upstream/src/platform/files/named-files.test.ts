import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { NAMED_AREAS, READ_NAMED } from './named-files.ts'

describeDatabases('names of stored files in rows', (make) => {
  let upstream: TestUpstream
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { content: 'none' })
  })
  afterAll(() => upstream.close())

  it('are read for each area', async () => {
    for (const area of NAMED_AREAS) expect([area, await READ_NAMED[area](upstream.db)]).toEqual([area, []])
    const picture = { name: 'a.webp', certificate_no: 'SH20261120000001', sha256: null }
    await upstream.db.insertInto('certificate_desk_pictures').values(picture).execute()
    expect(await READ_NAMED.uploads(upstream.db)).toEqual([{ name: 'a.webp', isNeeded: true }])
  })

  it('are needed as long as the file is read again', async () => {
    const user = { id: 'u', nickname: 'u', avatar: '', status: 1, created_at: 0 }
    await upstream.db.insertInto('users').values(user).execute()
    const batch = { user_id: 'u', file_name: 'a.csv', file_hash: 'h', share: 0, made_at: 0, sheets: '[]', choice: '{}' }
    const states = ['ready', 'failed', 'done'] as const
    await upstream.db
      .insertInto('certificate_batches')
      .values(states.map((state) => ({ ...batch, columns: '[]', file: state, state })))
      .execute()
    const found = await READ_NAMED.certificateImports(upstream.db)
    expect(Object.fromEntries(found.map(({ name, isNeeded }) => [name, isNeeded]))).toEqual({
      ready: true,
      failed: false,
      done: false,
    })
  })
})
