import { Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, nullable, nullableString } from '../shapes.ts'
import { articleFilter, bulkChange, ManagedArticle, ManagedContent, SkippedArticle } from './article-shapes.ts'
import { ARTICLE_LISTS } from './article-writing.ts'
import { articleIds, articleParams, contentForm, contentState, seenVersion } from './content.ts'

/** Ours: calls of editors for the articles of all writers. */

const editors = { access: 'staff', duties: ['edit'] } as const

export const listManagedArticles = defineCall('GET /v1/manage/articles', {
  ...editors,
  summary: 'Ours: articles of everybody, the last changed first, without the standing pages',
  query: Type.Object({
    ...articleFilter,
    /** `next` of the previous page. */
    after: Type.Optional(Type.String({ pattern: '^\\d{1,16}_\\d{1,16}$', examples: ['1795000000000_7'] })),
  }),
  data: Type.Object({ records: Type.Array(ManagedArticle), next: nullableString }),
})

const count = Type.Integer()

export const countManagedArticles = defineCall('GET /v1/manage/articles/counts', {
  ...editors,
  summary: 'Ours: how many articles each view has, exact up to 1000, and how many faults the check has found',
  data: Type.Object({
    all: count,
    waiting: count,
    draft: count,
    scheduled: count,
    published: count,
    offShelf: count,
    faults: count,
  }),
})

export const createManagedArticle = defineCall('POST /v1/manage/articles', {
  ...editors,
  summary: 'Ours: a new article as a draft; its writer is the caller',
  body: Type.Object({ form: contentForm }),
  data: Type.Object({ id: Type.Integer() }),
  audit: 'article.create',
})

export const getManagedArticle = defineCall('GET /v1/manage/articles/{id}', {
  ...editors,
  summary: 'Ours: an article or standing page with everything that its editor needs',
  params: articleParams,
  data: ManagedContent,
})

export const saveManagedArticle = defineCall('PUT /v1/manage/articles/{id}', {
  ...editors,
  summary: 'Ours: saves a new version of an article; the draft of the caller is gone then',
  params: articleParams,
  body: Type.Object({
    version: seenVersion,
    form: contentForm,
    /** State after the change; unchanged when left out. */
    state: Type.Optional(
      Type.Unsafe<'draft' | 'published' | 'offShelf'>({ type: 'string', enum: ['draft', 'published', 'offShelf'] }),
    ),
  }),
  data: Type.Object({ version: Type.Integer(), state: contentState }),
  audit: 'article.save',
  invalidates: ARTICLE_LISTS,
})

export const changeArticleAddress = defineCall('PUT /v1/manage/articles/{id}/address', {
  ...editors,
  summary:
    'Ours: gives an article an address, or takes it back. The old one redirects once readers have seen the article',
  params: articleParams,
  body: Type.Object({
    /** Last part of the address, see `slug-rules.ts`; `null`: the number is the address. */
    slug: nullable(Type.String({ minLength: 1, maxLength: 200, examples: ['turquoise-infrared'] })),
  }),
  data: Type.Object({ isRedirected: Type.Boolean() }),
  audit: 'article.address',
  invalidates: [...ARTICLE_LISTS, '/v1/webSiteInfo', '/v1/site/redirects'],
})

export const deleteManagedArticle = defineCall('DELETE /v1/manage/articles/{id}', {
  access: 'staff',
  duties: ['owner'],
  fresh: true,
  summary: 'Ours: deletes an article with its versions and comments for good; never a standing page',
  params: articleParams,
  query: Type.Object({ version: seenVersion }),
  data: nothing,
  audit: 'article.delete',
  invalidates: ARTICLE_LISTS,
})

export const bulkManagedArticles = defineCall('POST /v1/manage/articles/bulk', {
  ...editors,
  summary: 'Ours: one change to several articles; the answer names those that were skipped, and why',
  body: Type.Object({
    ids: articleIds,
    ...bulkChange,
  }),
  data: Type.Object({
    done: Type.Array(Type.Integer()),
    skipped: Type.Array(SkippedArticle),
  }),
  audit: 'article.bulk',
  invalidates: ARTICLE_LISTS,
})

export const managedArticleCalls = [
  listManagedArticles,
  countManagedArticles,
  createManagedArticle,
  getManagedArticle,
  saveManagedArticle,
  changeArticleAddress,
  deleteManagedArticle,
  bulkManagedArticles,
] as const
