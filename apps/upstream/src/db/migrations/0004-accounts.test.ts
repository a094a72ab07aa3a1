import { Migrator } from 'kysely/migration'
import { expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { firstTables } from './0001-first-tables.ts'
import { standingPages } from './0002-standing-pages.ts'
import { certificates } from './0003-certificates.ts'

describeDatabases('migrating a database without roles', (make) => {
  it('keeps sessions, and makes the first account the owner', async () => {
    const server = await make()
    const database = openDatabase(server.url)
    const { db, kind } = database
    const before = {
      '0001-first-tables': firstTables(kind),
      '0002-standing-pages': standingPages(kind),
      '0003-certificates': certificates(kind),
    }
    await new Migrator({ db, provider: { getMigrations: async () => before } }).migrateToLatest()
    const user = { nickname: '石衡', avatar: '', status: 1, created_at: 0 }
    await db
      .insertInto('users')
      .values([
        { id: '1', ...user },
        { id: '2', ...user },
      ])
      .execute()
    const sessions = ['a', 'b'].map((token_hash) => ({ token_hash, user_id: '2', created_at: 0, expires_at: 9 }))
    await db
      .insertInto('sessions')
      .values(sessions as never)
      .execute()

    await migrate(database)
    expect(await db.selectFrom('users').select(['id', 'role']).orderBy('id').execute()).toEqual([
      { id: '1', role: 'owner' },
      { id: '2', role: 'user' },
    ])
    const ids = (await db.selectFrom('sessions').select('id').execute()).map(({ id }) => id)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(ids).size).toBe(2)
    await database.close()
    await server.drop()
  })
})
