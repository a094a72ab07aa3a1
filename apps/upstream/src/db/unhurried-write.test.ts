import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { writeUnhurried } from './unhurried-write.ts'

it('leaves the disk unawaited for itself alone, even when it fails', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-unhurried-'))
  const { db, close } = openDatabase(`sqlite:${join(folder, 'portal.db')}`)
  const level = async (on = db) =>
    (await sql<{ synchronous: number }>`pragma synchronous`.execute(on)).rows[0]?.synchronous
  expect(await writeUnhurried(db, (trx) => level(trx))).toBe(1)
  expect(await level()).toBe(2)
  const failing = writeUnhurried(db, async (trx) => await sql`insert into nowhere values (1)`.execute(trx))
  // Whoever comes meanwhile waits for his turn, and for the disk.
  expect(await db.transaction().execute((trx) => level(trx))).toBe(2)
  await expect(failing).rejects.toThrow('no such table')
  expect(await level()).toBe(2)
  await close()
  rmSync(folder, { recursive: true })
})

describeDatabases('a write that nobody waits for', (make) => {
  it('is there whole, or not at all', async () => {
    const server = await make()
    const database = openDatabase(server.url)
    const { db } = database
    await migrate(database)
    const add = (name: string) => db.insertInto('site_counters').values({ name, value: 1 })
    await writeUnhurried(db, (trx) => trx.executeQuery(add('kept')))
    const failing = writeUnhurried(db, async (trx) => {
      await trx.executeQuery(add('lost'))
      await trx.executeQuery(add('kept'))
    })
    await expect(failing).rejects.toThrow()
    expect(await db.selectFrom('site_counters').select('name').execute()).toMatchObject([{ name: 'kept' }])
    await database.close()
    await server.drop()
  })
})
