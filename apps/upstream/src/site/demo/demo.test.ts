import { rmSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { ask } from '#testing/asking.ts'
import { makeFolder, openUpstreamIn, runCommandIn, runWithDatabase } from '#testing/backups.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { articleId, join, type Member } from '#testing/members.ts'

/** Creates an owner who has proved the second factor. */
async function joinOwner(upstream: TestUpstream): Promise<Member> {
  const owner = await join(upstream, 'owner')
  await setDuties(upstream.db, owner.id, ['owner'], { by: null, at: 0 })
  await upstream.db.updateTable('sessions').set({ factor_at: Date.now() }).execute()
  return owner
}

describeDatabases('demo content', (make) => {
  let upstream: TestUpstream
  let owner: Member

  beforeEach(async () => {
    upstream = await makeUpstreamOn(make, { content: 'demo' })
    owner = await joinOwner(upstream)
  })
  afterEach(() => upstream.close())

  const isDemo = async () => (await owner.ask('GET /v1/manage/me')).data.hasDemoContent
  const readDemo = async () => (await owner.ask('GET /v1/manage/demo')).data
  const remove = () => owner.ask('DELETE /v1/manage/demo?hasBackup=yes')
  const countRows = async (table: 'articles' | 'certificates' | 'comments' | 'users' | 'tags' | 'article_terms') =>
    (await upstream.db.selectFrom(table).selectAll().execute()).length

  it('is listed by kind, with the command for the backup of the database first', async () => {
    const { invented, added, backupCommand } = await readDemo()
    const counts = Object.fromEntries(invented.map(({ kind, count }: { kind: string; count: number }) => [kind, count]))
    expect(counts.article + counts.page).toBe(await countRows('articles'))
    expect(counts.certificate).toBe(await countRows('certificates'))
    expect(counts.comment).toBe(await countRows('comments'))
    // The reserved account and the owner of this test do not count.
    expect(counts.user).toBe((await countRows('users')) - 2)
    for (const kind of ['tag', 'post', 'postComment', 'message', 'navigation', 'setting', 'search']) {
      expect(counts[kind]).toBeGreaterThan(0)
    }
    expect(JSON.stringify(invented)).not.toContain('<p>')
    expect(added).toEqual([])
    expect(backupCommand).toContain('pg_dump')
    expect(await isDemo()).toBe(true)
  })

  it('is removed completely, after a backup was made', async () => {
    expect(await owner.ask('DELETE /v1/manage/demo')).toMatchObject({
      code: 400,
      message: expect.stringContaining('备份'),
    })
    expect(await countRows('articles')).toBeGreaterThan(0)
    expect(await remove()).toMatchObject({ code: 200, data: { backup: null } })
    for (const table of ['articles', 'certificates', 'comments', 'tags', 'article_terms'] as const) {
      expect([table, await countRows(table)]).toEqual([table, 0])
    }
    expect(await countRows('users')).toBe(2)
    for (const table of [
      'says',
      'chat_messages',
      'chat_rooms',
      'site_settings',
      'search_terms',
      'demo_rows',
    ] as const) {
      expect([table, await upstream.db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
    }
    expect(await isDemo()).toBe(false)
    expect((await readDemo()).invented).toEqual([])
    // The removed settings are one version.
    const { data: history } = await owner.ask('GET /v1/manage/site/versions')
    expect(history.records).toMatchObject([{ version: 1, changes: expect.anything() }])
    const entries = await upstream.db.selectFrom('audit_log').select(['action', 'outcome', 'changes']).execute()
    expect(entries).toMatchObject([
      { action: 'demo.remove', outcome: 'refused' },
      { action: 'demo.remove', outcome: 'done', changes: expect.stringContaining('article') },
    ])
  })

  it('takes along what members have added, which is listed before', async () => {
    const reader = await join(upstream, 'reader')
    const demo = await upstream.db.selectFrom('demo_rows').selectAll().where('kind', '=', 'article').execute()
    const id = Number(demo[0]?.id)
    await reader.ask('POST /v1/comment/', { articleId: id, content: '请问<b>多久</b>出证' })
    await reader.ask(`GET /v1/article/like?articleId=${id}`)
    await upstream.db.updateTable('articles').set({ updated_at: 1 }).where('id', '=', id).execute()
    expect((await readDemo()).added).toMatchObject([
      { kind: 'comment', count: 1, examples: [expect.stringMatching(/^请问/)] },
      { kind: 'edit', count: 1 },
      { kind: 'like', count: 1 },
    ])
    await remove()
    expect(await countRows('comments')).toBe(0)
    expect(await ask(upstream, `GET /v1/user/info?userId=${reader.id}`)).toMatchObject({ data: { nickname: 'reader' } })
  })

  it('leaves what the site has made its own', async () => {
    const category = { title: '本所开业', categoryId: 32, contentMd: '欢迎', isPublish: 1, tags: ['公告'] }
    await owner.ask('POST /v1/article/', category)
    const changedValue = { value: '"滇石检测"' }
    await upstream.db.updateTable('site_settings').set(changedValue).where('name', '=', 'name').execute()
    const { certificate_no } = await upstream.db.selectFrom('certificates').selectAll().executeTakeFirstOrThrow()
    const renewed = upstream.db.updateTable('certificates').set({ import_id: 99 })
    await renewed.where('certificate_no', '=', certificate_no).execute()
    await remove()
    expect(await articleId(upstream, '本所开业')).toBeGreaterThan(0)
    expect(await upstream.db.selectFrom('site_settings').selectAll().execute()).toEqual([
      { name: 'name', ...changedValue },
    ])
    expect(await upstream.db.selectFrom('certificates').select('certificate_no').execute()).toEqual([
      { certificate_no },
    ])
  })

  it('is accessible to the owner only', async () => {
    const editor = await join(upstream, 'editor', 'editor')
    await upstream.db.updateTable('sessions').set({ factor_at: Date.now() }).execute()
    expect(await editor.ask('GET /v1/manage/demo')).toMatchObject({ code: 403 })
    expect(await editor.ask('DELETE /v1/manage/demo?hasBackup=yes')).toMatchObject({ code: 403 })
  })
})

it('makes a backup on SQLite, which the shown command restores', async () => {
  using temporary = makeFolder()
  const dataDir = joinPath(temporary.folder, 'data')
  const upstream = await openUpstreamIn(dataDir, 'fixture')
  const owner = await joinOwner(upstream)
  expect((await owner.ask('GET /v1/manage/demo')).data.backupCommand).toBeNull()
  const { data } = await owner.ask('DELETE /v1/manage/demo')
  expect(data.backup).toMatch(new RegExp(`^${dataDir}/backups/\\d{8}T\\d{6}Z-demo$`))
  expect(data.restoreCommand).toBe(`npm run restore -- ${data.backup} --replace`)
  expect(await upstream.db.selectFrom('articles').selectAll().execute()).toEqual([])
  await upstream.close()
  expect(await runCommandIn('restore', dataDir, [data.backup, '--replace'])).toMatchObject({ exitCode: 0 })
  await runWithDatabase(dataDir, async ({ db }) => {
    expect(await db.selectFrom('articles').selectAll().execute()).toHaveLength(11)
  })
})

it('removes nothing when the backup fails', async () => {
  using temporary = makeFolder()
  const dataDir = joinPath(temporary.folder, 'data')
  const upstream = await openUpstreamIn(dataDir, 'fixture')
  const owner = await joinOwner(upstream)
  rmSync(joinPath(dataDir, 'portal.db'))
  expect(await owner.ask('DELETE /v1/manage/demo')).toMatchObject({ message: expect.stringContaining('没有备份成功') })
  expect(await upstream.db.selectFrom('articles').selectAll().execute()).toHaveLength(11)
  await upstream.close()
})
