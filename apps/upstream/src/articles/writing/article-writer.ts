import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { Transaction } from 'kysely'
import { insertTerms, makeFoldedText, makeTermRows, type TermRow } from '#articles/reading/article-terms.ts'
import { adoptPage } from '#articles/reading/standing-pages.ts'
import type { Tables } from '#platform/db/tables.ts'
import { fold } from '#platform/search/fold.ts'

/** An article as it is stored; the HTML is already sanitised. Flags are 0 or 1. */
export interface NewArticle {
  title: string
  summary: string | null
  categoryId: number
  tags: readonly string[]
  /** Instant of publication, epoch ms. */
  createdAt: number
  keywords: string | null
  /** Name that is printed instead of the account's nickname. */
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

/**
 * Stores articles with texts, tags and search terms in the caller's transaction.
 * @returns the ids in order
 */
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
        submitted_at: article.isPublish === PUBLISH_STATE.inReview ? article.createdAt : null,
        published_at: article.isPublish === PUBLISH_STATE.published ? article.createdAt : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
    await adoptPage(trx, id, article)
    await trx
      .insertInto('article_texts')
      .values({
        article_id: id,
        content: article.content,
        content_md: article.contentMd,
        plain: article.plain,
        title_folded: fold(article.title),
        folded: makeFoldedText(article),
      })
      .execute()
    const links = [...new Set(article.tags)].map((name, position) => ({
      article_id: id,
      tag_id: tags.get(name) as number,
      position,
    }))
    if (links.length > 0) await trx.insertInto('article_tags').values(links).execute()
    if (article.isPublish === PUBLISH_STATE.published) terms.push(...makeTermRows(id, article))
  }
  await insertTerms(trx, terms)
  return ids
}
