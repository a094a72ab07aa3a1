import { Migrator } from 'kysely/migration'
import { expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { firstTables } from './0001-first-tables.ts'
import { standingPages } from './0002-standing-pages.ts'
import { certificates } from './0003-certificates.ts'
import { accounts } from './0004-accounts.ts'
import { community } from './0005-community.ts'

describeDatabases('migrating a database without messages', (make) => {
  it('keeps notices, and stores messages with unique idempotency keys for each sender', async () => {
    const server = await make()
    const database = openDatabase(server.url)
    const { db, kind } = database
    const before = {
      '0001-first-tables': firstTables(kind),
      '0002-standing-pages': standingPages(kind),
      '0003-certificates': certificates(kind),
      '0004-accounts': accounts(),
      '0005-community': community(kind),
    }
    await new Migrator({ db, provider: { getMigrations: async () => before } }).migrateToLatest()
    const user = { avatar: '', status: 1, created_at: 0 }
    await db
      .insertInto('users')
      .values(['1', '2'].map((id) => ({ ...user, id, nickname: id })))
      .execute()
    const notice = { id: 'a', user_id: '1', type: 0, content: '文', is_read: 0, created_at: 7 }
    await db.insertInto('notices').values(notice).execute()

    await migrate(database)
    expect(await db.selectFrom('notices').selectAll().execute()).toMatchObject([notice])
    const message = { pair: '1 2', from_user_id: '1', to_user_id: '2', content: '文', type: 1 }
    const flags = { is_read: 0, is_withdraw: 0, created_at: 7 }
    const add = async (id: string, idempotency_key: string | null) =>
      await db
        .insertInto('chat_messages')
        .values({ ...message, ...flags, id, idempotency_key })
        .returning('seq')
        .executeTakeFirstOrThrow()
    const numbers = [await add('a', null), await add('b', null), await add('c', 'key')].map(({ seq }) => seq)
    await db.deleteFrom('chat_messages').where('id', '=', 'c').execute()
    numbers.push((await add('d', 'key')).seq)
    // A sequence number is not reused after its message is deleted.
    expect(new Set(numbers).size).toBe(4)
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other))
    await expect(add('e', 'key')).rejects.toThrow()
    await db.deleteFrom('users').where('id', '=', '1').execute()
    expect(await db.selectFrom('chat_messages').select('id').execute()).toEqual([])
    await database.close()
    await server.drop()
  })
})
