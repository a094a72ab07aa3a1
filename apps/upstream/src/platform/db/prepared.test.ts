import { expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { type Blanks, prepare } from './prepared.ts'

describeDatabases('a prepared query', (make) => {
  it('binds the values of each run, also in a transaction', async () => {
    const server = await make()
    const database = openDatabase(server.url)
    const { db } = database
    await migrate(database)
    const add = prepare((blank: Blanks<{ id: string; name: string }>) =>
      db
        .insertInto('users')
        .values({
          id: blank('id'),
          nickname: blank('name'),
          intro: blank('name'),
          avatar: '',
          status: 1,
          created_at: 7,
        })
        .returning(['id', 'nickname', 'intro', 'created_at']),
    )
    expect(await add(db, { id: '1', name: '玉声' })).toEqual([
      { id: '1', nickname: '玉声', intro: '玉声', created_at: 7 },
    ])
    const undone = db.transaction().execute(async (trx) => {
      expect(await add(trx, { id: '2', name: '珠圆' })).toMatchObject([{ id: '2', nickname: '珠圆' }])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    const left = await db.selectFrom('users').select('id').where('id', 'in', ['1', '2']).execute()
    expect(left).toEqual([{ id: '1' }])
    await database.close()
    await server.drop()
  })
})
