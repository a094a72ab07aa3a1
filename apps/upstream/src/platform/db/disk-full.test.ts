import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask } from '#testing/asking.ts'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'

let upstream: TestUpstream
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-full-'))
  upstream = await makeUpstream({ databaseUrl: `sqlite:${join(folder, 'portal.db')}` })
})
afterAll(async () => {
  await upstream.close()
  rmSync(folder, { recursive: true, force: true })
})

const FULL = { code: 503, message: '存储空间不足，暂时无法保存，请稍后重试', data: null, extra: {} }

/** Lets the database grow by this many pages of 4 KiB. Beyond that, SQLite fails as on a full disk. */
async function leaveRoom(pages: number): Promise<void> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(upstream.db)
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + pages)}`.execute(upstream.db)
}

it('refuses writes on a full disk without storing a part of them, and recovers', async () => {
  const { id: userId, token } = await upstream.signUp('full@example.test')
  const write = (title: string) => {
    const body = { title, categoryId: 33, contentMd: '谱'.repeat(100_000), isPublish: 3 }
    return ask(upstream, 'POST /v1/article/', { token, body })
  }
  const listTitles = async () => {
    const rows = await upstream.db.selectFrom('articles').select('title').where('author_id', '=', userId).execute()
    return rows.map(({ title }) => title)
  }
  expect((await write('有空间')).code).toBe(200)

  await leaveRoom(10)
  const refusal = await write('没有空间')
  expect(refusal).toMatchObject(FULL)
  expect(refusal.headers['retry-after']).toBe('60')
  expect(upstream.logs.some((line) => line.includes('the storage is full'))).toBe(true)
  expect(await listTitles()).toEqual(['有空间'])
  expect((await ask(upstream, 'GET /v1/webSiteInfo')).code).toBe(200)
  // A small write still fits.
  expect((await ask(upstream, 'GET /v1/article/like?articleId=1', { token })).code).toBe(200)

  await leaveRoom(1_000)
  expect((await write('又有空间')).code).toBe(200)
  expect(await listTitles()).toEqual(['有空间', '又有空间'])
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(upstream.db)
  expect(rows).toEqual([{ integrity_check: 'ok' }])
})
