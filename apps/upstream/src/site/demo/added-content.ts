import type { AddedKind, DemoContent } from '@portal/contract/site/demo.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import { countRows } from '#platform/db/queries.ts'
import { type DemoRows, listExamples } from './demo-content.ts'

type Added = DemoContent['added'][number]

/**
 * Counts what other accounts have added to the demo content, which is deleted with it. Leaves out kinds without any.
 */
export async function countAddedContent(db: Db, rows: DemoRows): Promise<Added[]> {
  const articles = [...rows.article, ...rows.page].map(({ id }) => Number(id))
  const posts = rows.post.map(({ id }) => id)
  const users = rows.user.map(({ id }) => id)
  const lists: [AddedKind, string[]][] = [
    ['comment', await listTextsBeside(db, 'comments', 'article_id', articles, 'comment')],
    ['postComment', await listTextsBeside(db, 'say_comments', 'say_id', posts, 'postComment')],
    ['message', await listMessagesWith(db, users)],
    ['edit', await listEdited(db, articles)],
  ]
  const likes = await countBy(db, 'article_likes', 'article_id', articles, users)
  const postLikes = await countBy(db, 'say_likes', 'say_id', posts, users)
  const favourites = await countBy(db, 'collects', 'article_id', articles, users)
  const all: Added[] = [
    ...lists.map(([kind, texts]) => ({ kind, count: texts.length, examples: listExamples(texts, kind !== 'edit') })),
    { kind: 'like', count: likes + postLikes, examples: [] },
    { kind: 'favourite', count: favourites, examples: [] },
  ]
  return all.filter(({ count }) => count > 0)
}

/** Counts texts that belong to these rows and are no demo content themselves. */
async function listTextsBeside(
  db: Db,
  table: 'comments' | 'say_comments',
  column: 'article_id' | 'say_id',
  ids: readonly (string | number)[],
  kind: 'comment' | 'postComment',
): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ content: string }>`select content from ${sql.table(table)}
    where ${sql.ref(column)} in (${sql.join(ids)})
    and cast(id as text) not in (select id from demo_rows where kind = ${kind}) order by id`.execute(db)
  return rows.map(({ content }) => content)
}

async function listMessagesWith(db: Db, users: readonly string[]): Promise<string[]> {
  if (users.length === 0) return []
  const marked = db.selectFrom('demo_rows').select('id').where('kind', '=', 'message')
  const rows = await db
    .selectFrom('chat_messages')
    .select('content')
    .where((eb) => eb.or([eb('from_user_id', 'in', users), eb('to_user_id', 'in', users)]))
    .where('id', 'not in', marked)
    .orderBy('seq')
    .execute()
  return rows.map(({ content }) => content)
}

async function listEdited(db: Db, articles: readonly number[]): Promise<string[]> {
  if (articles.length === 0) return []
  const edited = db.selectFrom('articles').select('title').where('id', 'in', articles)
  return (await edited.where('updated_at', 'is not', null).execute()).map(({ title }) => title)
}

/** Counts rows of people who are not demo content. */
async function countBy(
  db: Db,
  table: 'article_likes' | 'say_likes' | 'collects',
  column: 'article_id' | 'say_id',
  ids: readonly (string | number)[],
  users: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0
  const query = db.selectFrom(table).where(sql.ref(column), 'in', ids)
  return await countRows(users.length > 0 ? query.where('user_id', 'not in', users) : query)
}
