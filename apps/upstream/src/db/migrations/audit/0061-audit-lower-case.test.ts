import { Migrator } from 'kysely/migration'
import { expect, it } from 'vitest'
import { createAuditList } from '#manage/audit-list.ts'
import { describeDatabases } from '#testing/databases.ts'
import { migrate, migrationsOf } from '../../migrate.ts'
import { openDatabase } from '../../open.ts'

describeDatabases('migrating a site whose audit log has capital letters', (make) => {
  it('finds its entries in either case, and refuses changes of them as before', async () => {
    const server = await make()
    const database = openDatabase(server.url)
    const { db, kind } = database
    const earlier = Object.entries(migrationsOf(kind)).filter(([name]) => name < '0061')
    await new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(earlier) } }).migrateToLatest()
    const fact = { at: 0, actor_id: 'a', actor_name: '周观澜', action: 'article.save', changes: '[]' }
    const source = { outcome: 'done' as const, request_id: 'r', network: '', previous_hash: '', hash: '' }
    const texts = ['ÉTOILE SH20261103001285', '翡翠']
    await db
      .insertInto('audit_log')
      .values(texts.map((search_text) => ({ ...fact, ...source, search_text })))
      .execute()

    await migrate(database)
    const list = createAuditList({ db, now: () => 0 })
    for (const search of ['étoile', 'ÉTOILE', 'sh2026']) {
      expect((await list.list({ search })).rows.map(({ id }) => Number(id))).toEqual([1])
    }
    await expect(db.updateTable('audit_log').set({ search_text: '' }).execute()).rejects.toThrow()
    await database.close()
    await server.drop()
  })
})
