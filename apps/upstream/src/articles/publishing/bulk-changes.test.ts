import { HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addJob } from '#platform/jobs/job-rows.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { createBulkChanges } from './bulk-changes.ts'

const ARTICLES = 60

describeDatabases('changes to all articles of a filter', (make) => {
  let upstream: TestUpstream
  let editor: Member
  let writer: Member
  let clock = Date.parse('2026-11-20T02:00:00Z')
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
    editor = await join(upstream, '沈砚秋', 'editor')
    writer = await join(upstream, '林知微')
    await upstream.db.updateTable('sessions').set({ factor_at: clock }).execute()
    for (let count = 0; count < ARTICLES; count += 1) {
      clock += HOUR_MS
      const body = { title: `成批之${count}`, categoryId: 33, contentMd: count === 7 ? '' : '文。', isPublish: 3 }
      await writer.ask('POST /v1/article/', body)
    }
    await upstream.db
      .updateTable('sessions')
      .set({ factor_at: clock, expires_at: clock + HOUR_MS })
      .execute()
  })
  afterAll(() => upstream.close())

  const filter = { keyword: '成批之', author: '林知微' }
  const query = `keyword=${encodeURIComponent('成批之')}&author=${encodeURIComponent('林知微')}`
  const readJob = async () => (await editor.ask('GET /v1/manage/articles/bulkJobs')).data
  const waitForEnd = () => expect.poll(async () => (await readJob()).finishTime, { timeout: 10_000 }).not.toBeNull()

  it('are counted before, run in batches, and reported with what was skipped', async () => {
    expect((await editor.ask(`GET /v1/manage/articles/matching?${query}`)).data).toEqual({ total: ARTICLES })
    const started = await editor.ask('POST /v1/manage/articles/bulkJobs', { filter, action: 'publish' })
    expect(started).toMatchObject({ code: 200, data: { total: ARTICLES, position: 0, finishTime: null } })
    await waitForEnd()
    expect(await readJob()).toMatchObject({
      action: 'publish',
      total: ARTICLES,
      position: ARTICLES,
      done: ARTICLES - 1,
      skipped: 1,
      firstSkipped: [{ title: '成批之7', reason: '没有正文' }],
    })
    const { data } = await editor.ask(`GET /v1/manage/articles?view=published&${query}`)
    expect(data.records).toHaveLength(50)
    const pieces = await upstream.db
      .selectFrom('audit_log')
      .select(['actor_name', 'target_name'])
      .where('action', '=', 'article.bulk')
      .orderBy('id')
      .execute()
    expect(pieces).toEqual([19, 20, 20].map((n) => ({ actor_name: '沈砚秋', target_name: `发布 ${n} 篇` })))
  })

  it('refuse an empty filter result, a missing member and a second job at once', async () => {
    const start = (body: Record<string, unknown>) => editor.ask('POST /v1/manage/articles/bulkJobs', body)
    expect(await start({ filter: { keyword: '没有这样的文章' }, action: 'stick' })).toMatchObject({ code: 400 })
    expect(await start({ filter, action: 'move' })).toMatchObject({ code: 400, message: '请选择分类' })
    await upstream.db.updateTable('article_bulk_jobs').set({ finished_at: null, position: 40 }).execute()
    expect(await start({ filter, action: 'stick' })).toMatchObject({ message: expect.stringContaining('上一批') })
    expect(await editor.ask('DELETE /v1/manage/articles/bulkJobs')).toMatchObject({ code: 200 })
    expect((await readJob()).finishTime).not.toBeNull()
    expect(await editor.ask('DELETE /v1/manage/articles/bulkJobs')).toMatchObject({ code: 500 })
  })

  it('end when they have failed too often, so that the editor can begin another one', async () => {
    const { id: ref, source } = await upstream.db.selectFrom('article_bulk_jobs').selectAll().executeTakeFirstOrThrow()
    await upstream.db
      .updateTable('article_bulk_jobs')
      .set({ finished_at: null, position: 20, source: 'no JSON' })
      .execute()
    await addJob(upstream.db, { kind: 'bulkChange', ref, dueAt: clock })
    await upstream.db.updateTable('jobs').set({ attempts: 5 }).execute()
    const options = { db: upstream.db, now: () => clock }
    const bulkChange = createBulkChanges({ ...options, digest: upstream.digest, notify: async () => {} })
    await createJobs({ ...options, handlers: { bulkChange }, onError: () => undefined }).runDue()
    await expect
      .poll(() => upstream.db.selectFrom('jobs').select(['kind', 'died_at']).execute())
      .toEqual([{ kind: 'bulkChange', died_at: clock }])
    expect((await readJob()).finishTime).not.toBeNull()
    await upstream.db.updateTable('article_bulk_jobs').set({ source }).execute()
    await upstream.db.deleteFrom('jobs').execute()
  })

  it('continue after their process has died, and end when the editor loses the duty', async () => {
    const options = { db: upstream.db, now: () => clock }
    const bulkChange = createBulkChanges({ ...options, digest: upstream.digest, notify: async () => {} })
    const onError = (error: Error) => expect.fail(String(error))
    const jobs = createJobs({ ...options, handlers: { bulkChange }, onError })
    const { id: ref } = await upstream.db.selectFrom('article_bulk_jobs').select('id').executeTakeFirstOrThrow()
    const runningJob = { finished_at: null, action: JSON.stringify({ action: 'takeOff' }), position: 20, done: 0 }
    await upstream.db.updateTable('article_bulk_jobs').set(runningJob).execute()
    const leasedJob = { kind: 'bulkChange' as const, order_key: null, due_at: clock, taken_until: clock + MINUTE_MS }
    await upstream.db
      .insertInto('jobs')
      .values({ ...leasedJob, ref })
      .execute()
    await jobs.runDue()
    expect(await readJob()).toMatchObject({ position: 20, finishTime: null })
    clock += MINUTE_MS
    await jobs.runDue()
    await waitForEnd()
    expect(await readJob()).toMatchObject({ position: ARTICLES, done: 40 })
    await upstream.db.deleteFrom('duties').execute()
    await upstream.db.updateTable('article_bulk_jobs').set(runningJob).execute()
    await addJob(upstream.db, { kind: 'bulkChange', ref, dueAt: clock })
    await jobs.runDue()
    await expect
      .poll(() => upstream.db.selectFrom('article_bulk_jobs').select(['position', 'finished_at']).executeTakeFirst())
      .toEqual({ position: 20, finished_at: clock })
    await jobs.close()
  })
})
