import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

const MIGRATE = `
  import { migrate } from '${import.meta.dirname}/migrate.ts'
  import { openDatabase } from '${import.meta.dirname}/open.ts'
  const database = openDatabase(process.argv[1])
  await migrate(database)
  await database.close()
`

it('creates the tables of an SQLite file once when four processes start together', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-migrate-'))
  const url = `sqlite:${join(folder, 'portal.db')}`
  const processes = [1, 2, 3, 4].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', MIGRATE, url], { stdio: 'pipe' }),
  )
  const codes = await Promise.all(processes.map(async (one) => (await once(one, 'exit'))[0]))
  const database = openDatabase(url)
  const categories = await database.db.selectFrom('categories').select('id').execute()
  await database.close()
  rmSync(folder, { recursive: true })
  expect(codes).toEqual([0, 0, 0, 0])
  expect(categories).toHaveLength(5)
})

describeDatabases('an instance of an earlier release', (make) => {
  it('starts on PostgreSQL that a newer release has migrated, as others of its release still run', async () => {
    const made = await make('migrated')
    const database = openDatabase(made.url)
    await migrate(database)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '2099-01-01T00:00:00.000Z')`.execute(
      database.db,
    )
    const again = migrate(database).then(
      () => 'starts',
      () => 'refuses',
    )
    expect(await again).toBe(database.kind === 'sqlite' ? 'refuses' : 'starts')
    await database.close()
    await made.drop()
  })
})
