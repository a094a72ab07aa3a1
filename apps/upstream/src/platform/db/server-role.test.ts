import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runAdminCommand } from '#operator/admin/admin-run.ts'
import { describePostgres, type TestDatabase } from '#testing/databases.ts'
import { FORBIDDEN_STATEMENTS } from '#testing/forbidden-statements.ts'
import { makeUpstream } from '#testing/make-upstream.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { runSchema } from './schema-command.ts'

describePostgres('the role of the servers', (make) => {
  const role = `servers_${randomBytes(4).toString('hex')}`
  const folder = mkdtempSync(join(tmpdir(), 'server-role-'))
  let database: TestDatabase
  let serversUrl: string
  let client: pg.Client
  const runSchemaWith = (...args: string[]) => run(runSchema, database.url, args)

  async function run(command: typeof runSchema, url: string, args: readonly string[]) {
    const written: string[] = []
    const output = { write: (part: string) => written.push(part) }
    const env = { DATABASE_URL: url, DATA_DIR: folder }
    const code = await command({ args, env, folder, output, progress: { ...output, isTTY: false } })
    return { code, text: written.join('') }
  }

  async function runAsOwner(statements: string): Promise<void> {
    const owner = new pg.Client({ connectionString: database.url })
    await owner.connect()
    await owner.query(statements)
    await owner.end()
  }

  beforeAll(async () => {
    database = await make()
    serversUrl = database.url.replace('//portal@', `//${role}:pass-word@`)
    writeFileSync(join(folder, 'servers-url'), `${serversUrl}\n`)
    expect(await runSchemaWith('--servers', 'servers-url')).toMatchObject({
      code: 0,
      text: expect.stringContaining(role),
    })
    client = new pg.Client({ connectionString: serversUrl })
    await client.connect()
  })
  afterAll(async () => {
    await client?.end()
    await runAsOwner(`drop owned by ${role}; drop role ${role}`)
    await database.drop()
    rmSync(folder, { recursive: true })
  })

  it.each(FORBIDDEN_STATEMENTS)('may not: %s', async (statement) => {
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  it('runs upstream and the commands of operators, which write to the audit log', async () => {
    const upstream = await makeUpstream({ databaseUrl: serversUrl })
    await upstream.signUp('member@example.test')
    await upstream.close()
    expect(await run(runAdminCommand, serversUrl, ['create', 'owner@example.test'])).toMatchObject({ code: 0 })
    const { rows } = await client.query('select entries from audit_head')
    expect(Number(rows[0].entries)).toBeGreaterThan(0)
  })

  it('is made and changed by an owner who is no superuser, as with a managed PostgreSQL', async () => {
    const owner = `owner_${randomBytes(4).toString('hex')}`
    await runAsOwner(`create role ${owner} login createrole`)
    await runAsOwner(`create database ${owner} owner ${owner}`)
    const toUrl = (name: string) =>
      Object.assign(new URL(database.url), { username: name, password: 'pass-word', pathname: owner }).href
    writeFileSync(join(folder, 'managed-url'), toUrl(`${owner}_servers`))
    for (const release of ['first', 'second']) {
      const { code, text } = await run(runSchema, toUrl(owner), ['--servers', 'managed-url'])
      expect([release, code, text]).toEqual([release, 0, expect.stringContaining('reads and writes rows')])
    }
    await runAsOwner(`drop database ${owner}`)
    await runAsOwner(`drop role ${owner}_servers, ${owner}`)
  })

  it('starts on a database that is up to date; a migration is refused with the step that does it', async () => {
    const servers = openDatabase(serversUrl)
    await migrate(servers)
    await runAsOwner('create table saved as select * from kysely_migration; truncate kysely_migration')
    await expect(migrate(servers)).rejects.toThrow(/may not do: run `docker compose run --rm --no-deps schema` first/)
    await runAsOwner('insert into kysely_migration select * from saved; drop table saved')
    await servers.close()
  })

  it('is missed in one line that names the step which makes it', async () => {
    const servers = openDatabase(serversUrl.replace(role, 'missing_servers'))
    await expect(migrate(servers)).rejects.toThrow(
      /^PostgreSQL: .*"missing_servers".*\. Run `docker compose run --rm --no-deps schema` first, .*$/,
    )
    await servers.close()
  })

  it('gets rights on new tables, and loses rights that were given by hand, when the step runs again', async () => {
    await runAsOwner(`create table newer (id int); grant all on audit_log to ${role}; alter role ${role} createrole`)
    await expect(client.query('select from newer')).rejects.toMatchObject({ code: '42501' })
    await runSchemaWith('--servers', 'servers-url')
    await client.query('select from newer')
    await expect(client.query('truncate audit_log')).rejects.toMatchObject({ code: '42501' })
    await expect(client.query('create role other')).rejects.toMatchObject({ code: '42501' })
    await runAsOwner('drop table newer')
  })

  it('refuses an owner as the role of the servers, SQLite, and wrong arguments', async () => {
    writeFileSync(join(folder, 'owner-url'), database.url)
    expect(await runSchemaWith('--servers', 'owner-url')).toMatchObject({
      code: 1,
      text: expect.stringContaining('portal'),
    })
    expect(await run(runSchema, 'sqlite::memory:', ['--servers', 'servers-url'])).toMatchObject({ code: 1 })
    expect(await runSchemaWith('--servers', 'missing')).toMatchObject({ code: 1 })
    expect(await runSchemaWith()).toMatchObject({ code: 2, text: expect.stringContaining('--servers') })
  })
})
