import { Migrator } from 'kysely/migration'
import { expect, it } from 'vitest'
import { createArticleRepository } from '#resources/articles/article-repository.ts'
import { insertArticles, type NewArticle } from '#resources/articles/article-writer.ts'
import { createCategoryRepository } from '#resources/categories/category-repository.ts'
import { describeDatabases } from '#testing/databases.ts'
import { migrate, migrationsOf } from '../migrate.ts'
import { type Db, openDatabase } from '../open.ts'

const ARTICLE: NewArticle = {
  ...{
    title: '钻石',
    summary: null,
    categoryId: 34,
    tags: ['甲', '乙'],
    createdAt: 5,
    keywords: null,
    authorName: null,
  },
  ...{ quantity: 0, isStick: 0, isRecommend: 0, isCarousel: 0, isOriginal: 1, originalUrl: null, readType: 0 },
  ...{ isPublish: 1, cover: null, linkUrl: null, content: '', contentMd: '', plain: '' },
}

/** Reads the denormalised counters, and counts the rows themselves. */
async function lookAt(db: Db) {
  const articles = createArticleRepository({ db })
  const categories = createCategoryRepository({ db })
  const page = { number: 1, size: 100, offset: 0 }
  const tags = await categories.countedTags()
  const totals = await Promise.all(
    tags.map(async ({ id }) => (await articles.list({ tagId: id, order: 'created_at' }, page)).total),
  )
  const counted = await db
    .selectFrom('articles')
    .select((eb) => ['category_id', eb.fn.countAll<number>().as('n')])
    .where('is_publish', '=', 1)
    .groupBy('category_id')
    .execute()
  const kept = await categories.categories()
  const places = ['is_publish', 'is_stick', 'created_at', 'category_id'] as const
  const astray = await db
    .selectFrom('article_tags')
    .innerJoin('articles', 'articles.id', 'article_tags.article_id')
    .select('article_tags.tag_id')
    .where((eb) => eb.or(places.map((one) => eb(`articles.${one}`, '!=', eb.ref(`article_tags.${one}`)))))
    .execute()
  return {
    categories: Object.fromEntries(kept.filter((one) => one.articleNum > 0).map((one) => [one.id, one.articleNum])),
    counted: Object.fromEntries(counted.map((one) => [one.category_id, one.n])),
    tags: Object.fromEntries(tags.map((one, at) => [one.name, [one.articleNum, totals[at]]])),
    astray,
  }
}

describeDatabases('article lists', (make) => {
  it('have counters that match the rows after the migration and after every change', async () => {
    const server = await make()
    const database = openDatabase(server.url)
    const { db, kind } = database
    const before = Object.fromEntries(Object.entries(migrationsOf(kind)).slice(0, 6))
    await new Migrator({ db, provider: { getMigrations: async () => before } }).migrateToLatest()
    await db.insertInto('users').values({ id: '1', nickname: 'a', avatar: '', status: 1, created_at: 0 }).execute()
    const add = (more: Partial<NewArticle>) =>
      db.transaction().execute(async (trx) => (await insertArticles(trx, '1', [{ ...ARTICLE, ...more }], 9))[0] ?? 0)
    const [first] = [await add({}), await add({ categoryId: 33, tags: ['甲'] }), await add({ isPublish: 3 })]
    await migrate(database)
    expect(await lookAt(db)).toEqual({
      ...{ categories: { 33: 1, 34: 1 }, counted: { 33: 1, 34: 1 } },
      ...{ tags: { 甲: [2, 2], 乙: [1, 1] }, astray: [] },
    })

    const set = (id: number, change: object) => db.updateTable('articles').set(change).where('id', '=', id).execute()
    const draft = await add({ isPublish: 3, tags: ['乙'] })
    const sticky = await add({ isStick: 1, categoryId: 33, createdAt: 1 })
    await set(draft, { is_publish: 1, created_at: 77 })
    await set(first, { is_publish: 0 })
    await set(sticky, { category_id: 32 })
    await set(sticky, { is_publish: 1, like_count: 3 })
    expect(await lookAt(db)).toEqual({
      ...{ categories: { 32: 1, 33: 1, 34: 1 }, counted: { 32: 1, 33: 1, 34: 1 } },
      ...{ tags: { 甲: [2, 2], 乙: [2, 2] }, astray: [] },
    })
    const { rows } = await createArticleRepository({ db }).list(
      { tagId: 2, order: 'created_at' },
      { number: 1, size: 10, offset: 0 },
    )
    expect(rows.map(({ id }) => id)).toEqual([sticky, draft])

    await db.deleteFrom('articles').where('id', 'in', [draft, first]).execute()
    await db.deleteFrom('article_tags').where('article_id', '=', sticky).execute()
    expect(await lookAt(db)).toMatchObject({
      ...{ categories: { 32: 1, 33: 1 }, counted: { 32: 1, 33: 1 } },
      ...{ tags: { 甲: [1, 1], 乙: [0, 0] }, astray: [] },
    })
    await database.close()
    await server.drop()
  })

  it('contain the same articles in the same order at every page size', async () => {
    const server = await make()
    const database = openDatabase(server.url)
    const { db } = database
    await migrate(database)
    await db.insertInto('users').values({ id: '1', nickname: 'a', avatar: '', status: 1, created_at: 0 }).execute()
    const articles = Array.from({ length: 23 }, (_, at) => ({
      ...ARTICLE,
      ...{ createdAt: at % 7, quantity: at % 5, isStick: at % 11 === 0 ? 1 : 0 },
    }))
    await db.transaction().execute((trx) => insertArticles(trx, '1', articles, 9))
    const repository = createArticleRepository({ db })
    for (const filter of [
      { order: 'created_at' },
      { order: 'quantity', categoryId: 34 },
      { order: 'created_at', tagId: 1 },
      { order: 'quantity', tagId: 1, categoryId: 34 },
    ] as const) {
      const idsOn = async (number: number, size: number) => {
        const { rows, total } = await repository.list(filter, { number, size, offset: (number - 1) * size })
        expect(total).toBe(23)
        return rows.map(({ id }) => id)
      }
      const whole = await idsOn(1, 100)
      expect(new Set(whole).size).toBe(23)
      const pages = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => idsOn(number, 5)))
      expect(pages.flat()).toEqual(whole)
      expect(pages[4]).toHaveLength(3)
    }
    await database.close()
    await server.drop()
  })
})
