import { Migrator } from 'kysely/migration'
import { expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { migrate, migrationsOf } from '../../migrate.ts'
import { type Db, openDatabase } from '../../open.ts'

describeDatabases('migrating a site that has certificates in work', (make) => {
  it('keeps the names that staff had, and takes nicknames off submitted texts', async () => {
    const server = await make()
    const database = openDatabase(server.url)
    const { db, kind } = database
    const earlier = Object.entries(migrationsOf(kind)).filter(([name]) => name < '0050')
    await new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(earlier) } }).migrateToLatest()
    const user = { avatar: '', status: 1, created_at: 0 }
    const people = [
      { id: 'a', nickname: '周观澜', role: 'editor' as const },
      { id: 'b', nickname: '江疏影', role: 'user' as const },
    ]
    await db
      .insertInto('users')
      .values(people.map((person) => ({ ...user, ...person })))
      .execute()
    await recordAs(db, 'a', '周澜')
    await recordAs(db, 'a', '周观澜')
    await recordAs(db, 'b', '旁人')
    const work = { form: '{}', answers: '[]', version: 1, revision: 1, prepared_by: 'a', changed_at: 0 }
    const submitted = { state: 'submitted' as const, submitted_by: 'a', submitted_name: '周观澜' }
    await db
      .insertInto('certificate_works')
      .values([
        { ...work, ...submitted, certificate_no: 'SH1', kind: 'first' },
        { ...work, ...submitted, certificate_no: 'SH2', kind: 'withdrawal', set_aside: JSON.stringify(submitted) },
      ])
      .execute()

    await migrate(database)
    expect(await db.selectFrom('staff_names').selectAll().orderBy('name').execute()).toEqual(
      ['周澜', '周观澜'].sort().map((name) => ({ user_id: 'a', name })),
    )
    const works = await db.selectFrom('certificate_works').select(['submitted_name', 'set_aside']).execute()
    expect(works.map(({ submitted_name }) => submitted_name)).toEqual([null, null])
    const [, { set_aside } = { set_aside: null }] = works
    expect(JSON.parse(set_aside ?? '{}')).toEqual({ ...submitted, submitted_name: null })
    await database.close()
    await server.drop()
  })
})

/** An entry of what a person of the staff did. */
async function recordAs(db: Db, id: string, name: string): Promise<void> {
  const fact = { actor_id: id, actor_name: name, action: 'article.save', changes: '[]', outcome: 'done' as const }
  const source = { at: 0, request_id: 'r', network: '10.0.0.0/24', previous_hash: '', hash: name }
  await db
    .insertInto('audit_log')
    .values({ ...fact, ...source })
    .execute()
}
