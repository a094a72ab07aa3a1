import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { sealEntry } from '#log/entry-seal.ts'
import { readLogState } from '#log/log-signer.ts'
import { addEntry, addPlainEntries, makePlainEntry, TEST_DIGEST } from '#log/testing/log-entries.ts'
import { lockExclusively } from '#platform/db/lone-database.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/open.ts'
import { ask } from '#testing/asking.ts'
import { makeFolder, openUpstreamIn, runCommandIn, runWithDatabase } from '#testing/backups.ts'
import { describePostgres } from '#testing/databases.ts'
import { makeUpstream } from '#testing/make-upstream.ts'
import { compare, copyTable, migrateDatabase } from './migrate-database.ts'
import { listFirstContents, openTarget } from './target.ts'

const move = (dataDir: string, args: string[], env = {}) => runCommandIn('migrate', dataDir, args, env)

const HARD_TEXTS = ['', 'NULL', '石 💎\n"\\{},', "'; --", '\u200b\ufeff', '𠮷野家', '{"a":[1,null]}']
const LARGEST = 9_223_372_036_854_775_807n

/** Adds rows with values that are hard to copy. */
async function addHardRows(dataDir: string): Promise<void> {
  await runWithDatabase(dataDir, async ({ db }) => {
    const user = { avatar: '', status: 1, created_at: 0 }
    const users = HARD_TEXTS.map((text, at) => ({
      ...user,
      id: `hard ${at}`,
      nickname: text,
      intro: at > 3 ? text : null,
    }))
    await db.insertInto('users').values(users).execute()
    await sql`insert into site_counters (name, value) values ('largest', ${LARGEST}), ('least', ${-LARGEST})`.execute(
      db,
    )
    // The id of a deleted row must not be reused.
    const tag = { name: 'gone', sort: 0, created_at: 0 }
    const { id } = await db.insertInto('tags').values(tag).returning('id').executeTakeFirstOrThrow()
    await db.deleteFrom('tags').where('id', '=', id).execute()
  })
}

const CALLS = [
  '/v1/article/?pageNo=1&pageSize=20',
  '/v1/article/?pageNo=1&pageSize=20&orderByDescColumn=quantity',
  '/v1/article/info?id=3',
  '/v1/article/search?keyword=翡翠&pageNo=1&pageSize=10',
  '/v1/article/archive',
  '/v1/category/',
  '/v1/tag/',
  '/v1/comment/?articleId=3&pageNo=1&pageSize=10',
  '/v1/say/getSayList?pageNo=1&pageSize=10',
  '/v1/webSiteInfo',
  '/v1/site/getNavigations',
]

describePostgres('migrating from SQLite', (make) => {
  it('copies and compares every row, and calls return the same answers afterwards', async () => {
    using made = makeFolder()
    const server = await make()
    const now = () => Date.UTC(2026, 10, 21)
    const env = { DATA_DIR: made.folder }
    const databaseUrl = `sqlite:${join(made.folder, 'portal.db')}`
    // Article reads are counted with a delay, so the calls are made once before the comparison.
    const first = await makeUpstream({ content: 'demo', databaseUrl, env, now })
    const { token } = await first.signUp('reader@example.test')
    for (const path of CALLS) await ask(first, `GET ${path}`)
    await first.close()
    const before = await makeUpstream({ content: 'none', databaseUrl, env, now })
    const given = await Promise.all(CALLS.map((path) => ask(before, `GET ${path}`)))
    await before.close()
    await addHardRows(made.folder)

    const { exitCode, output } = await move(made.folder, ['--to', server.url])
    expect(output).toMatch(/^articles +(\d+) +\1 +(\w{12}) +\2 +equal$/m)
    expect(output).toMatch(/^sessions +1 +1 /m)
    expect(output).not.toContain('DIFFERENT')
    expect(exitCode).toBe(0)

    const after = await makeUpstream({ content: 'none', databaseUrl: server.url, env, now })
    const answers = await Promise.all(CALLS.map((path) => ask(after, `GET ${path}`)))
    const toBody = ({ code, data, extra }: (typeof given)[number]) => ({ code, data, extra })
    expect(answers.map(toBody)).toEqual(given.map(toBody))
    expect(answers.filter(({ code }) => code !== 200)).toEqual([])
    const articles = answers[0]?.data.records
    expect(articles.length).toBeGreaterThan(10)
    // Sessions stay valid, and new rows get unused ids.
    expect(await ask(after, 'GET /v1/user/sessions', { token })).not.toMatchObject({ code: 401 })
    const users = await after.db
      .selectFrom('users')
      .select(['nickname', 'intro'])
      .where('id', 'like', 'hard%')
      .orderBy('id')
      .execute()
    expect(users.map(({ nickname }) => nickname)).toEqual(HARD_TEXTS)
    expect(users.map(({ intro }) => intro)).toEqual(HARD_TEXTS.map((text, at) => (at > 3 ? text : null)))
    const counters = await sql<{ text: string }>`select value::text as text from site_counters
      where name in ('largest', 'least') order by value`.execute(after.db)
    expect(counters.rows.map(({ text }) => text)).toEqual([`${-LARGEST}`, `${LARGEST}`])
    const tags = await runWithDatabase(made.folder, ({ db }) => db.selectFrom('tags').select('id').execute())
    const tag = { name: 'new', sort: 0, created_at: 0 }
    const { id } = await after.db.insertInto('tags').values(tag).returning('id').executeTakeFirstOrThrow()
    expect(id).toBe(Math.max(...tags.map((row) => row.id)) + 2)
    // Triggers work in the copy as well.
    const countEnds = () => after.db.selectFrom('session_ends').select('times').executeTakeFirstOrThrow()
    const { times } = await countEnds()
    await after.db.deleteFrom('sessions').execute()
    expect(await countEnds()).toEqual({ times: times + 1 })
    await after.close()
    await server.drop()
  })

  it('moves the public log, and refuses one whose entries do not lead to its signed root', async () => {
    using made = makeFolder()
    const server = await make()
    const upstream = await openUpstreamIn(made.folder)
    await addPlainEntries(upstream, 300)
    await upstream.app.inject('/log/checkpoint')
    await addEntry(upstream, '{"version":1}')
    await upstream.close()
    const setEntry = (from: number) => {
      const row = { entry: makePlainEntry(from), certificate_no: '', record_id: null }
      const sealed = { ...row, seal: sealEntry(upstream.digest, row) }
      return runWithDatabase(made.folder, ({ db }) =>
        db.updateTable('log_entries').set(sealed).where('idx', '=', 7).execute(),
      )
    }
    await setEntry(8)
    const refusal = await move(made.folder, ['--to', server.url])
    expect(refusal).toMatchObject({
      exitCode: 1,
      output: expect.stringMatching(/first 30[01] entries.*database\. Nothing was moved/),
    })
    await setEntry(7)
    expect(await move(made.folder, ['--to', server.url])).toMatchObject({ exitCode: 0 })
    const env = { DATA_DIR: made.folder }
    const moved = await makeUpstream({ content: 'none', databaseUrl: server.url, env }, true)
    await moved.app.ready()
    expect(await readLogState(moved.db)).toMatchObject({ size: 301, signed_size: 301, stopped: null })
    await moved.close()
    await server.drop()
  })

  it('leaves the target empty after an error', async () => {
    using made = makeFolder()
    const server = await make()
    await (await openUpstreamIn(made.folder, 'fixture')).close()
    await runWithDatabase(made.folder, ({ db }) =>
      db.insertInto('visitors').values({ visitor_hash: 'a\0b', first_seen_at: 1 }).execute(),
    )
    const { exitCode, output } = await move(made.folder, ['--to', server.url])
    expect(exitCode).toBe(1)
    expect(output).toMatch(/^visitors: .*0x00.* Nothing was moved\.\n$/)
    const target = await openTarget(server.url)
    expect(await listFirstContents(target)).toEqual([])
    await target.close()
    // A failed migration also releases the source.
    await (await openUpstreamIn(made.folder)).close()
    await server.drop()
  })

  it('rolls back when a copied row differs from its source', async () => {
    using made = makeFolder()
    const server = await make()
    await (await openUpstreamIn(made.folder, 'fixture')).close()
    const target = await openTarget(server.url)
    const { client } = target
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown
    const alterBefore = (asked: unknown, ...more: unknown[]) => {
      const { text, values } = Object(asked)
      if (!/^insert into "tags"/.test(text)) return query(asked, ...more)
      return query({
        text,
        values: values.map((column: unknown[]) => column.map((one) => (one === '钻石' ? '石' : one))),
      })
    }
    Object.assign(client, { query: alterBefore })
    const source = lockExclusively(join(made.folder, 'portal.db'))
    if (typeof source === 'string') throw new Error(source)
    const moving = migrateDatabase({ source: source.database, target, digest: TEST_DIGEST, onProgress: () => {} })
    await expect(moving).rejects.toMatchObject({
      name: 'UnequalError',
      compared: expect.arrayContaining([expect.objectContaining({ table: 'tags', isEqual: false })]),
    })
    expect(await listFirstContents(target)).toEqual([])
    source.release()
    await target.close()
    await server.drop()
  })

  it('copies bytes, fractions and flags, and detects one changed value', async () => {
    const server = await make()
    const target = await openTarget(server.url)
    const source = new DatabaseSync(':memory:')
    source.exec('create table odd (id integer primary key, bytes blob, share real, flag integer, note text)')
    const insert = source.prepare('insert into odd values (?, ?, ?, ?, ?)')
    insert.run(1, Buffer.from([0, 255, 10, 92]), 0.1, 1, null)
    insert.run(2, null, 1e300, 0, 'a')
    insert.run(3, Buffer.alloc(0), -7, 1, '')
    await target.client.query(
      'create table odd (id bigint primary key, bytes bytea, share float8, flag smallint, note text)',
    )
    await target.client.query('begin')
    const table = { name: 'odd', columns: ['id', 'bytes', 'share', 'flag', 'note'], key: ['id'] }
    await copyTable(source, target, table)
    expect(await compare(source, target, table)).toMatchObject({ isEqual: true, target: { rows: 3 } })
    await target.client.query(`update odd set note = '' where id = 1`)
    expect(await compare(source, target, table)).toMatchObject({ isEqual: false, target: { rows: 3 } })
    await target.client.query('rollback')
    source.close()
    await target.close()
    await server.drop()
  })

  it('refuses a target that is not empty, and the database of a running site', async () => {
    using made = makeFolder()
    const server = await make()
    const other = openDatabase(server.url)
    await migrate(other)
    await other.close()
    const upstream = await openUpstreamIn(made.folder)
    const running = await move(made.folder, ['--to', server.url])
    expect(running).toMatchObject({ exitCode: 1, output: expect.stringContaining('is in use: stop the site') })
    await upstream.close()
    const refused = await move(made.folder, ['--to', server.url])
    expect(refused).toMatchObject({ exitCode: 1, output: expect.stringMatching(/not empty: it has article_/) })
    await server.drop()
  })
})

it('reports address errors without the password', async () => {
  using made = makeFolder()
  await (await openUpstreamIn(made.folder)).close()
  const unreachable = 'postgres://portal:geheim%21@127.0.0.1:1/portal'
  const { exitCode, output } = await move(made.folder, ['--to', unreachable])
  expect(exitCode).toBe(1)
  expect(output).toMatch(/^PostgreSQL cannot be reached \(.+\)\. Nothing was moved\.\n$/)
  expect(output).not.toMatch(/geheim/)
  expect(await move(made.folder, ['--to', 'mysql://geheim@x/y'])).toMatchObject({
    exitCode: 2,
    output: expect.not.stringContaining('geheim'),
  })
  const already = await move(made.folder, ['--to', unreachable], { DATABASE_URL: 'postgres://a:geheim@b/c' })
  expect(already).toMatchObject({ exitCode: 1, output: expect.stringContaining('already') })
  writeFileSync(join(made.folder, 'portal.db'), 'broken '.repeat(100))
  const broken = await move(made.folder, ['--to', unreachable])
  expect(broken).toMatchObject({ exitCode: 1, output: expect.stringContaining('is damaged') })
})
