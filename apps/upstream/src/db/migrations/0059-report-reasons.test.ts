import { Migrator } from 'kysely/migration'
import { expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { migrate, migrationsOf } from '../migrate.ts'
import { openDatabase } from '../open.ts'

describeDatabases('migrating a site with a reported comment', (make) => {
  it('copies the reasons of open reports to the ticket', async () => {
    const server = await make()
    const database = openDatabase(server.url)
    const { db, kind } = database
    const earlier = Object.entries(migrationsOf(kind)).filter(([name]) => name < '0059')
    await new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(earlier) } }).migrateToLatest()
    const user = { role: 'user' as const, avatar: '', status: 1, created_at: 0 }
    await db
      .insertInto('users')
      .values([
        { ...user, id: 'a', nickname: '江疏影' },
        { ...user, id: 'b', nickname: '林知微' },
      ])
      .execute()
    const { id: article } = await db
      .insertInto('articles')
      .values({
        ...{ category_id: 32, author_id: 'a', title: '绿松石', is_publish: 1, is_original: 1, created_at: 0 },
        ...{ read_type: 0, is_stick: 0, is_recommend: 0, is_carousel: 0 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: comment } = await db
      .insertInto('comments')
      .values({ article_id: article, user_id: 'a', content: '加微信看货', created_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const report = { comment_id: comment, user_id: 'b', reason: '广告或引流', created_at: 0 }
    await db.insertInto('comment_reports').values(report).execute()
    const ticket = {
      kind: 'comment' as const,
      title: 't',
      state: 'new' as const,
      allowed_ms: 1,
      sort_at: 0,
      version: 1,
    }
    for (const comment_id of [comment, null]) {
      const { id: ticket_id } = await db
        .insertInto('tickets')
        .values({ ...ticket, comment_id, created_at: 0 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const copy = { article_id: article, article_title: 't', user_id: 'a', nickname: '江疏影', content: '加微信看货' }
      await db
        .insertInto('ticket_comments')
        .values({ ticket_id, ...copy })
        .execute()
    }

    await migrate(database)
    const copies = await db.selectFrom('ticket_comments').select('reasons').orderBy('ticket_id').execute()
    expect(copies.map(({ reasons }) => JSON.parse(reasons))).toEqual([['广告或引流'], []])
    await database.close()
  })
})
