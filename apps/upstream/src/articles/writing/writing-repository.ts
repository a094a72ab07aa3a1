import type { ArticleForm } from '@portal/contract/articles/article-writing.ts'
import type { CallBody } from '@portal/contract/call.ts'
import type { reviewArticle } from '@portal/contract/community/review.ts'
import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import { adoptPage } from '#articles/reading/standing-pages.ts'
import type { Db } from '#platform/db/open.ts'
import {
  addArticle,
  changeArticle,
  type LockedArticle,
  lockArticle,
  moveArticle,
  removeArticle,
} from './article-change.ts'
import type { WrittenArticle } from './article-form.ts'
import { keepFirstVersion, raiseRevision, raiseVersion, readTagIds, storeVersion } from './article-versions.ts'

export interface SavedArticle {
  id: number
  isPublish: number
  /** State before; `undefined` for a new article. */
  wasPublish: number | undefined
}

export type Decision = CallBody<typeof reviewArticle>['decision']

/** The state that each decision requires, and the state after it. */
const DECISIONS: Readonly<Record<Decision, { from: number; to: number }>> = {
  publish: { from: PUBLISH_STATE.inReview, to: PUBLISH_STATE.published },
  return: { from: PUBLISH_STATE.inReview, to: PUBLISH_STATE.draft },
  takeOff: { from: PUBLISH_STATE.published, to: PUBLISH_STATE.offShelf },
  putBack: { from: PUBLISH_STATE.offShelf, to: PUBLISH_STATE.published },
}

/** Reads an article for the editor; `undefined` when it is missing or belongs to another user. */
async function readArticleForm(db: Db, id: number, authorId: string): Promise<ArticleForm | undefined> {
  const row = await db
    .selectFrom('articles')
    .innerJoin('article_texts', 'article_texts.article_id', 'articles.id')
    .select([
      'articles.id',
      'title',
      'summary',
      'cover as avatar',
      'keywords',
      'original_url as originalUrl',
      'category_id as categoryId',
      'is_publish as isPublish',
      'is_original as isOriginal',
      // Both members hold the source, because clients edit it as text.
      'content_md as content',
      'content_md as contentMd',
      'author_id as userId',
    ])
    .where('articles.id', '=', id)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
  if (!row) return undefined
  return { ...row, tagList: await readTagIds(db, id) }
}

export type WritingRepository = ReturnType<typeof createWritingRepository>

/** Raises the version after a member's save. A draft that stays a draft gets a number, but no stored version. */
async function countSave(trx: Db, before: LockedArticle, editorId: string, isPublish: number, at: number) {
  const isDraft = before.isPublish === PUBLISH_STATE.draft && isPublish === PUBLISH_STATE.draft
  await (isDraft ? raiseVersion(trx, before.id) : storeVersion(trx, before.id, { editorId, at }))
  await raiseRevision(trx)
}

/**
 * Writes, publishes and unpublishes articles. The search index changes in the same transaction; triggers count the
 * articles of categories and tags.
 */
export function createWritingRepository({ db, now }: { db: Db; now: () => number }) {
  return {
    /** @throws AppError for a category or tag that does not exist */
    async create(authorId: string, article: WrittenArticle): Promise<SavedArticle> {
      return await db.transaction().execute(async (trx) => {
        const id = await addArticle(trx, authorId, article, now())
        await adoptPage(trx, id, article)
        await raiseRevision(trx)
        return { id, isPublish: article.isPublish, wasPublish: undefined }
      })
    },

    /**
     * Updates an article.
     * @returns `undefined` when it is missing or belongs to another user
     * @throws AppError as `create`
     */
    async update(id: number, authorId: string, article: WrittenArticle): Promise<SavedArticle | undefined> {
      return await db.transaction().execute(async (trx) => {
        const before = await lockArticle(trx, id)
        if (before?.authorId !== authorId) return undefined
        await keepFirstVersion(trx, before)
        await changeArticle(trx, before, article, now())
        await adoptPage(trx, id, article)
        await countSave(trx, before, authorId, article.isPublish, now())
        return { id, isPublish: article.isPublish, wasPublish: before.isPublish }
      })
    },

    /**
     * Deletes an article with its comments, likes and favourites.
     * @returns `false` when it is missing or belongs to another user
     */
    async remove(id: number, authorId: string): Promise<boolean> {
      return await db.transaction().execute(async (trx) => {
        const before = await lockArticle(trx, id)
        if (before?.authorId !== authorId) return false
        await removeArticle(trx, before)
        await raiseRevision(trx)
        return true
      })
    },

    readForm: (id: number, authorId: string) => readArticleForm(db, id, authorId),

    /**
     * Carries out an editor's decision.
     * @returns `undefined` when the article is not in a state for it, and for a standing page
     */
    async decide(
      id: number,
      decision: Decision,
      categoryId?: number,
    ): Promise<{ authorId: string; title: string } | undefined> {
      const { from, to } = DECISIONS[decision]
      return await db.transaction().execute(async (trx) => {
        const before = await lockArticle(trx, id)
        if (before?.isPublish !== from) return undefined
        // The standing page would lose its text.
        if (decision === 'takeOff' && before.categoryId === PAGE_CATEGORY) return undefined
        const { title } = await moveArticle(trx, before, { state: to, categoryId }, now())
        await raiseVersion(trx, id)
        await raiseRevision(trx)
        return { authorId: before.authorId, title }
      })
    },
  }
}
