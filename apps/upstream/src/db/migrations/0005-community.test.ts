import { Migrator } from 'kysely/migration'
import { expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { firstTables } from './0001-first-tables.ts'
import { standingPages } from './0002-standing-pages.ts'
import { certificates } from './0003-certificates.ts'
import { accounts } from './0004-accounts.ts'

describeDatabases('migrating a database without comments', (make) => {
  it('keeps articles and feedback, and allows feedback by visitors', async () => {
    const server = await make()
    const database = openDatabase(server.url)
    const { db, kind } = database
    const before = {
      '0001-first-tables': firstTables(kind),
      '0002-standing-pages': standingPages(kind),
      '0003-certificates': certificates(kind),
      '0004-accounts': accounts(),
    }
    await new Migrator({ db, provider: { getMigrations: async () => before } }).migrateToLatest()
    const user = { id: '1', nickname: '石衡', avatar: '', status: 1, created_at: 0 }
    await db.insertInto('users').values(user).execute()
    const flags = { is_original: 1, read_type: 0, is_stick: 0, is_recommend: 0, is_carousel: 0 }
    const article = { category_id: 33, author_id: '1', title: '旧', created_at: 7, ...flags }
    await db
      .insertInto('articles')
      .values([1, 2, 3].map((is_publish) => ({ ...article, is_publish })) as never)
      .execute()
    const feedback = { id: 'a', type: 1, title: '题', content: '文', img_url: null, status: 0, created_at: 7 }
    await db
      .insertInto('feedback')
      .values({ ...feedback, user_id: '1' })
      .execute()

    await migrate(database)
    const columns = ['is_publish', 'published_at', 'submitted_at', 'collect_count'] as const
    expect(await db.selectFrom('articles').select(columns).orderBy('id').execute()).toEqual([
      { is_publish: 1, published_at: 7, submitted_at: null, collect_count: 0 },
      { is_publish: 2, published_at: null, submitted_at: 7, collect_count: 0 },
      { is_publish: 3, published_at: null, submitted_at: null, collect_count: 0 },
    ])
    await db
      .insertInto('feedback')
      .values({ ...feedback, id: 'b', type: 3, user_id: null })
      .execute()
    const rows = await db.selectFrom('feedback').selectAll().orderBy('id').execute()
    // Later migrations add columns.
    expect(rows).toMatchObject([
      { ...feedback, user_id: '1', email: null },
      { ...feedback, id: 'b', type: 3, user_id: null, email: null },
    ])
    await database.close()
    await server.drop()
  })
})
