import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

it('opens SQLite with a write-ahead log and foreign keys', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-open-'))
  const { db, close } = openDatabase(`sqlite:${join(folder, 'portal.db')}`)
  const read = async (name: string) => (await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)).rows[0]
  expect(await read('journal_mode')).toEqual({ journal_mode: 'wal' })
  // NORMAL: `write-ahead-log.ts` flushes the log.
  expect(await read('synchronous')).toEqual({ synchronous: 1 })
  expect(await read('foreign_keys')).toEqual({ foreign_keys: 1 })
  await close()
  rmSync(folder, { recursive: true })
})

describeDatabases('the query layer', (make) => {
  it('returns times, counts and flags as numbers, and rolls back failed transactions', async () => {
    const database = await make()
    const opened = openDatabase(database.url)
    await migrate(opened)
    const { db } = opened
    const createdAt = Date.UTC(2025, 2, 8)
    const user = { id: 'a', nickname: '石 💎', avatar: '', status: 1, created_at: createdAt }
    await db.insertInto('users').values(user).execute()
    const failing = db.transaction().execute(async (trx) => {
      await trx
        .insertInto('users')
        .values({ ...user, id: 'b' })
        .execute()
      await trx.insertInto('users').values(user).execute()
    })
    await expect(failing).rejects.toThrow()
    const rows = await db.selectFrom('users').select(['nickname', 'status', 'created_at']).execute()
    expect(rows.map((row) => ({ ...row }))).toEqual([{ nickname: '石 💎', status: 1, created_at: createdAt }])
    const { count } = await db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(1)
    await opened.close()
    await database.drop()
  })
})
