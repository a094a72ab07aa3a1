import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, nullable, nullableString } from '../shapes.ts'
import { ARTICLE_LISTS } from './article-writing.ts'
import { articleParams, ContentForm, sampleForm, seenVersion } from './content.ts'
import { SLUG_MAX } from './slug-rules.ts'

/** Ours: pages that staff add under `/p/`. Their texts, drafts, versions and locks are those of their articles. */

/** Address of an own page below `/p/`; `slug-rules.ts` has its rule. */
const slug = Type.String({ minLength: 1, maxLength: 200, examples: ['song-jian'] })

export const PublishedPage = Type.Object({
  path: Type.String(),
  title: Type.String(),
  /** Time of the last change of the text. */
  changeTime: Type.String(),
})
export type PublishedPage = Static<typeof PublishedPage>

export const listPublishedPages = defineCall('GET /v1/page/', {
  access: 'public',
  summary: 'Ours: the published standing pages and own pages',
  data: Type.Array(PublishedPage),
  cache: { freshSeconds: 60, sameForAll: true },
})

export const getOwnPage = defineCall('GET /v1/page/info', {
  access: 'public',
  summary: 'Ours: a published own page; null where there is none at the address',
  query: Type.Object({ slug: Type.String({ minLength: 1, maxLength: SLUG_MAX, examples: ['song-jian'] }) }),
  data: nullable(
    Type.Object({ id: Type.Integer(), title: Type.String(), summary: nullableString, content: Type.String() }),
  ),
  cache: { freshSeconds: 10, sameForAll: true },
  html: { content: 'article' },
})

const editors = { access: 'staff', duties: ['edit'] } as const
/** Answers that change with an own page: the menus show it once it is published. */
const SHOWN_BY = [...ARTICLE_LISTS, '/v1/webSiteInfo']

const { title, summary, keywords, contentMd } = ContentForm.properties
const pageForm = Type.Object({ title, summary, keywords, contentMd }, { examples: [sampleForm] })

export const createOwnPage = defineCall('POST /v1/manage/ownPages', {
  ...editors,
  summary: 'Ours: a new own page as a draft',
  body: Type.Object({ slug, form: pageForm }),
  data: Type.Object({ articleId: Type.Integer() }),
  audit: 'page.create',
  // A redirect from the address is gone then.
  invalidates: ['/v1/site/redirects'],
})

export const publishOwnPage = defineCall('PUT /v1/manage/ownPages/{id}', {
  ...editors,
  summary: 'Ours: publishes a new version of an own page; the draft of the caller is gone then',
  params: articleParams,
  body: Type.Object({ version: seenVersion, form: pageForm }),
  data: Type.Object({ version: Type.Integer() }),
  audit: 'page.publish',
  invalidates: SHOWN_BY,
})

export const changePageAddress = defineCall('PUT /v1/manage/ownPages/{id}/address', {
  ...editors,
  summary: 'Ours: gives an own page another address. The old one redirects to it once readers have seen the page',
  params: articleParams,
  body: Type.Object({ slug }),
  data: Type.Object({ isRedirected: Type.Boolean() }),
  audit: 'page.address',
  invalidates: [...SHOWN_BY, '/v1/site/redirects'],
})

export const deleteOwnPage = defineCall('DELETE /v1/manage/ownPages/{id}', {
  access: 'staff',
  duties: ['owner'],
  fresh: true,
  summary: 'Ours: deletes an own page with its versions, and its entries in the menus, for good',
  params: articleParams,
  query: Type.Object({ version: seenVersion }),
  data: nothing,
  audit: 'page.delete',
  invalidates: SHOWN_BY,
})

export const ownPageCalls = [
  listPublishedPages,
  getOwnPage,
  createOwnPage,
  publishOwnPage,
  changePageAddress,
  deleteOwnPage,
] as const
