import { CATEGORY, PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { ManagedTopic, TopicKind } from '@portal/contract/site/topics.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import { cannotChangeTopicOfHeader, savedMeanwhile, topicMissing, topicNameTaken } from '#platform/errors.ts'

const TABLES = { category: 'categories', tag: 'tags' } as const
const PAGE_SIZE = 50
/** Categories that the header links to. */
const FIXED: readonly number[] = [...Object.values(CATEGORY), PAGE_CATEGORY]

export interface Topic {
  id: number
  name: string
  version: number
}

/** Lists the categories that readers see, in their order. */
export async function listCategories(db: Db): Promise<ManagedTopic[]> {
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'name', 'version', 'article_count as articles'])
    .where('id', '!=', PAGE_CATEGORY)
    .orderBy('sort', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, isFixed: FIXED.includes(row.id) }))
}

/** @param after id of the last tag on the page before */
export async function listTags(db: Db, keyword: string | undefined, after: number | undefined) {
  let query = db
    .selectFrom('tags')
    .select((eb) => [
      ...(['id', 'name', 'version'] as const),
      eb
        .selectFrom('article_tags')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('article_tags.tag_id', '=', 'tags.id')
        .where('article_tags.is_publish', '=', PUBLISH_STATE.published)
        .as('articles'),
    ])
    .orderBy('sort')
    .orderBy('id')
    .limit(PAGE_SIZE + 1)
  if (keyword) query = query.where(sql<boolean>`name like ${toLikePattern(keyword)} escape '!'`)
  const last = after === undefined ? undefined : await findPosition(db, 'tag', after)
  if (last) {
    query = query.where((eb) => eb.or([eb('sort', '>', last.sort), eb('sort', '=', last.sort).and('id', '>', last.id)]))
  }
  const rows = await query.execute()
  const records = rows.slice(0, PAGE_SIZE).map((row) => ({ ...row, articles: row.articles ?? 0, isFixed: false }))
  return { records, hasMore: rows.length > PAGE_SIZE }
}

function toLikePattern(keyword: string): string {
  return `%${keyword.replace(/[!%_]/g, '!$&')}%`
}

async function findPosition(db: Db, kind: TopicKind, id: number) {
  return await db.selectFrom(TABLES[kind]).select(['id', 'sort']).where('id', '=', id).executeTakeFirst()
}

/** Finds a category or tag. @throws AppError when there is none */
export async function findTopic(db: Db, kind: TopicKind, id: number): Promise<Topic> {
  const query = db.selectFrom(TABLES[kind]).select(['id', 'name', 'version']).where('id', '=', id)
  const topic = id === PAGE_CATEGORY && kind === 'category' ? undefined : await query.executeTakeFirst()
  if (!topic) throw topicMissing()
  return topic
}

/**
 * Finds a topic and locks it until the end of the transaction. A concurrent change waits and then finds another
 * version.
 */
export async function lockTopic(trx: Db, kind: TopicKind, id: number): Promise<Topic> {
  const touchQuery = trx.updateTable(TABLES[kind]).set((eb) => ({ version: eb.ref('version') }))
  await touchQuery.where('id', '=', id).execute()
  return await findTopic(trx, kind, id)
}

/** Reserves a name until the end of the transaction. @throws AppError when another topic has it */
export async function requireFreeName(trx: Db, kind: TopicKind, name: string): Promise<void> {
  await trx
    .updateTable('site_head')
    .set((eb) => ({ version: eb.ref('version') }))
    .execute()
  const sameName = await trx.selectFrom(TABLES[kind]).select('id').where('name', '=', name).executeTakeFirst()
  if (sameName) throw topicNameTaken()
}

/** @throws AppError for a category that the header links to, and 409 for an older version */
export function requireChangeable(kind: TopicKind, topic: Topic, version: number): void {
  if (kind === 'category' && FIXED.includes(topic.id)) throw cannotChangeTopicOfHeader()
  if (topic.version !== version) throw savedMeanwhile({ ...topic })
}

/** Adds a topic at the end of the order. @returns its id */
export async function insertTopic(trx: Db, kind: TopicKind, name: string, at: number): Promise<number> {
  if (kind === 'tag') {
    const { last } = await trx
      .selectFrom('tags')
      .select((eb) => eb.fn.max('sort').as('last'))
      .executeTakeFirstOrThrow()
    const row = { name, sort: (last ?? 0) + 1, created_at: at }
    return (await trx.insertInto('tags').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const { newest, last } = await trx
    .selectFrom('categories')
    .select((eb) => [eb.fn.max('id').as('newest'), eb.fn.min('sort').as('last')])
    .executeTakeFirstOrThrow()
  // The id of a merged topic is not assigned again, because its addresses lead to the other topic.
  const merged = await trx
    .selectFrom('merged_topics')
    .select((eb) => eb.fn.max('from_id').as('newest'))
    .where('kind', '=', 'category')
    .executeTakeFirst()
  const id = Math.max(newest ?? 0, merged?.newest ?? 0, PAGE_CATEGORY) + 1
  await trx
    .insertInto('categories')
    .values({ id, name, icon: null, sort: (last ?? 0) - 1 })
    .execute()
  return id
}

export async function rename(trx: Db, kind: TopicKind, id: number, name: string): Promise<void> {
  await trx
    .updateTable(TABLES[kind])
    .set((eb) => ({ name, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/**
 * Moves a topic in the order. Categories rank from high to low, tags from low to high.
 * @param before left out: to the end
 */
export async function move(trx: Db, kind: TopicKind, id: number, before: number | undefined): Promise<void> {
  const sign = kind === 'category' ? -1 : 1
  const table = TABLES[kind]
  const target = before === undefined ? undefined : await findPosition(trx, kind, before)
  if (before !== undefined && !target) throw topicMissing()
  if (!target) {
    const { high, low } = await trx
      .selectFrom(table)
      .select((eb) => [eb.fn.max('sort').as('high'), eb.fn.min('sort').as('low')])
      .executeTakeFirstOrThrow()
    const sort = sign > 0 ? (high ?? 0) + 1 : (low ?? 0) - 1
    await trx.updateTable(table).set({ sort }).where('id', '=', id).execute()
    return
  }
  // Moves the target and all topics after it back by two. Topics of the same rank before it stay in front.
  await trx
    .updateTable(table)
    .set((eb) => ({ sort: eb('sort', '+', 2 * sign) }))
    .where((eb) =>
      eb.or([eb('sort', sign > 0 ? '>' : '<', target.sort), eb('sort', '=', target.sort).and('id', '>=', target.id)]),
    )
    .execute()
  await trx
    .updateTable(table)
    .set({ sort: target.sort + sign })
    .where('id', '=', id)
    .execute()
}

/**
 * Moves all articles and removes the emptied topic. Its id leads to the other topic from now on.
 * @returns number of moved articles
 */
export async function merge(trx: Db, kind: TopicKind, from: Topic, target: Topic, at: number): Promise<number> {
  const moved =
    kind === 'category' ? await moveCategory(trx, from.id, target.id) : await moveTag(trx, from.id, target.id)
  await trx.deleteFrom(TABLES[kind]).where('id', '=', from.id).execute()
  const old = trx.updateTable('merged_topics').set({ into_id: target.id })
  await old.where('kind', '=', kind).where('into_id', '=', from.id).execute()
  const row = { kind, from_id: from.id, into_id: target.id, name: from.name, at }
  await trx.insertInto('merged_topics').values(row).execute()
  return moved
}

async function moveCategory(trx: Db, from: number, into: number): Promise<number> {
  const query = trx.updateTable('articles').set({ category_id: into }).where('category_id', '=', from)
  return Number((await query.executeTakeFirst()).numUpdatedRows)
}

async function moveTag(trx: Db, from: number, into: number): Promise<number> {
  const taggedArticles = trx.selectFrom('article_tags').select('article_id').where('tag_id', '=', into)
  const query = trx.updateTable('article_tags').set({ tag_id: into }).where('tag_id', '=', from)
  const { numUpdatedRows } = await query.where('article_id', 'not in', taggedArticles).executeTakeFirst()
  const { numDeletedRows } = await trx.deleteFrom('article_tags').where('tag_id', '=', from).executeTakeFirst()
  return Number(numUpdatedRows) + Number(numDeletedRows)
}

/** Lists the ids of merged topics with the id of the topic that each was merged into. */
export async function listMergedTopics(db: Db, kind: TopicKind): Promise<{ from: number; into: number }[]> {
  return await db
    .selectFrom('merged_topics')
    .select(['from_id as from', 'into_id as into'])
    .where('kind', '=', kind)
    .execute()
}
