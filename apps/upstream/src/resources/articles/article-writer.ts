import { PUBLISH_STATE, READ_TYPE } from '@portal/contract/constants.ts'
import type { CompiledQuery, Insertable, Transaction } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { fold } from '#search/fold.ts'
import { termsOf } from '#search/terms.ts'
import { excerptOf } from '#text/excerpt.ts'

/** An article as it is stored; the HTML is already sanitised. Flags are 0 or 1. */
export interface NewArticle {
  title: string
  summary: string | null
  categoryId: number
  tags: readonly string[]
  /** Instant of publication, epoch ms. */
  createdAt: number
  keywords: string | null
  /** Printed instead of the account's nickname. */
  authorName: string | null
  quantity: number
  isStick: number
  isRecommend: number
  isCarousel: number
  isOriginal: number
  originalUrl: string | null
  readType: number
  isPublish: number
  cover: string | null
  linkUrl: string | null
  content: string
  contentMd: string
  plain: string
}

/** Rows in one statement: four columns each stay below the 32,766 values that SQLite binds. */
const ROWS_A_STATEMENT = 8000

type TermRow = Insertable<Tables['article_terms']>

/** What may be found: of a gated article only what an outsider may read, or search would tell the rest. */
function searchableText(article: Pick<NewArticle, 'readType' | 'plain'>): string {
  return article.readType === READ_TYPE.open ? article.plain : excerptOf(article.plain)
}

/** Parts do not touch: no pair of characters is made from the end of one and the beginning of the next. */
function foldedText(article: NewArticle): string {
  return fold([article.title, article.summary ?? '', searchableText(article)].join('\n'))
}

function termRows(articleId: number, article: NewArticle): TermRow[] {
  const key = { created_at: article.createdAt, article_id: articleId }
  return [
    ...[...termsOf(article.title)].map((term) => ({ term, scope: 1, ...key })),
    ...[...termsOf(foldedText(article))].map((term) => ({ term, scope: 0, ...key })),
  ]
}

/** By code point, as both databases keep them. */
function compareTerms(one: TermRow, other: TermRow): number {
  return one.term < other.term ? -1 : one.term > other.term ? 1 : 0
}

/**
 * In the order of the key, many articles' terms go into a large table several times faster; and building the statement
 * takes longer than running it, so that one statement serves all full pieces.
 */
async function insertTerms(trx: Transaction<Tables>, rows: TermRow[]): Promise<void> {
  rows.sort(compareTerms)
  let statement: CompiledQuery | undefined
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
    const piece = rows.slice(at, at + ROWS_A_STATEMENT)
    if (!statement || piece.length < ROWS_A_STATEMENT) {
      statement = trx.insertInto('article_terms').values(piece).compile()
    }
    const parameters = piece.flatMap((row) => [row.term, row.scope, row.created_at, row.article_id])
    await trx.executeQuery({ ...statement, parameters })
  }
}

async function tagIds(trx: Transaction<Tables>, names: ReadonlySet<string>, now: number): Promise<Map<string, number>> {
  if (names.size === 0) return new Map()
  const rows = [...names].map((name, at) => ({ name, sort: at + 1, created_at: now }))
  await trx
    .insertInto('tags')
    .values(rows)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const stored = await trx
    .selectFrom('tags')
    .select(['id', 'name'])
    .where('name', 'in', [...names])
    .execute()
  return new Map(stored.map(({ id, name }) => [name, id]))
}

/** Stores articles with texts, tags and search terms, inside the caller's transaction. Gives the ids in order. */
export async function insertArticles(
  trx: Transaction<Tables>,
  authorId: string,
  articles: readonly NewArticle[],
  now: number,
): Promise<number[]> {
  const tags = await tagIds(trx, new Set(articles.flatMap((article) => article.tags)), now)
  const ids: number[] = []
  const terms: TermRow[] = []
  for (const article of articles) {
    const { id } = await trx
      .insertInto('articles')
      .values({
        category_id: article.categoryId,
        author_id: authorId,
        author_name: article.authorName,
        title: article.title,
        summary: article.summary,
        cover: article.cover,
        keywords: article.keywords,
        is_publish: article.isPublish,
        is_original: article.isOriginal,
        original_url: article.originalUrl,
        read_type: article.readType,
        is_stick: article.isStick,
        is_recommend: article.isRecommend,
        is_carousel: article.isCarousel,
        link_url: article.linkUrl,
        quantity: article.quantity,
        created_at: article.createdAt,
        updated_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
    await trx
      .insertInto('article_texts')
      .values({
        article_id: id,
        content: article.content,
        content_md: article.contentMd,
        plain: article.plain,
        title_folded: fold(article.title),
        folded: foldedText(article),
      })
      .execute()
    const links = [...new Set(article.tags)].map((name, position) => ({
      article_id: id,
      tag_id: tags.get(name) as number,
      position,
    }))
    if (links.length > 0) await trx.insertInto('article_tags').values(links).execute()
    if (article.isPublish === PUBLISH_STATE.published) terms.push(...termRows(id, article))
  }
  await insertTerms(trx, terms)
  return ids
}
