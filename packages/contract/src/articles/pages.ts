import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nullableNumber, nullableString, numericId } from '../shapes.ts'
import { ARTICLE_LISTS } from './article-writing.ts'
import { ContentForm, nullablePageKey, pageKey, remarks, sampleForm, seenVersion } from './content.ts'

/** Ours: the list of all pages, and the standing ones, by key. Their texts, drafts, versions and locks are those of their articles. */

const editors = { access: 'staff', duties: ['edit'] } as const

const PAGE_STATES = ['template', 'draft', 'published', 'offline'] as const
export type PageState = (typeof PAGE_STATES)[number]

export const ManagedPage = Type.Object({
  /** `null`: an own page. */
  key: nullablePageKey,
  title: Type.String(),
  path: Type.String(),
  /** `null`: the page has no article yet. */
  articleId: nullableNumber,
  /** `template`: readers get «not found» until it is completed and published. `draft`: an own page before it is published. `offline`: it was published and taken off. */
  state: Type.Unsafe<PageState>({ type: 'string', enum: [...PAGE_STATES] }),
  version: Type.Integer(),
  editorName: nullableString,
  changeTime: nullableString,
  hasDraft: Type.Boolean(),
  /** Name of the person who edits the page now; `null`: nobody, or the caller. */
  lockedBy: nullableString,
  ...remarks,
})
export type ManagedPage = Static<typeof ManagedPage>

export const listManagedPages = defineCall('GET /v1/manage/pages', {
  ...editors,
  summary: 'Ours: the standing pages, and behind them the own pages',
  data: Type.Array(ManagedPage),
})

const params = Type.Object({ key: pageKey })

export const openManagedPage = defineCall('POST /v1/manage/pages/{key}/open', {
  ...editors,
  summary: 'Ours: the number of the article of a standing page; one that nobody has begun gets its template',
  params,
  data: Type.Object({ articleId: Type.Integer() }),
  audit: null,
})

const { title, summary, keywords, contentMd } = ContentForm.properties

export const publishManagedPage = defineCall('PUT /v1/manage/pages/{key}', {
  ...editors,
  summary: 'Ours: publishes a new version of a standing page; the draft of the caller is gone then',
  params,
  body: Type.Object({
    version: seenVersion,
    form: Type.Object({ title, summary, keywords, contentMd }, { examples: [sampleForm] }),
  }),
  data: Type.Object({ version: Type.Integer() }),
  audit: 'page.publish',
  // The menus show a page once it is published, and a redirect from its address is gone.
  invalidates: [...ARTICLE_LISTS, '/v1/webSiteInfo', '/v1/site/redirects'],
})

/** Calls whose answers change when a page disappears. */
const SHOWN_BY = [...ARTICLE_LISTS, '/v1/webSiteInfo']

export const takePageOffline = defineCall('POST /v1/manage/pages/offline', {
  ...editors,
  summary:
    'Ours: takes a published page off the site: readers get «not found», and the menus lose it; 400 for privacy and contact',
  body: Type.Object({ articleId: numericId, version: seenVersion }),
  data: Type.Object({ version: Type.Integer() }),
  audit: 'page.offline',
  invalidates: SHOWN_BY,
})

export const mergeAboutPages = defineCall('POST /v1/manage/pages/merge', {
  ...editors,
  summary:
    'Ours: takes /about-gic off the site and redirects it to /about; its text is added to the draft of /about that the caller has then',
  body: Type.Object({ version: seenVersion }),
  data: Type.Object({ version: Type.Integer() }),
  audit: 'page.merge',
  invalidates: [...SHOWN_BY, '/v1/site/redirects'],
})

export const managedPageCalls = [
  listManagedPages,
  openManagedPage,
  publishManagedPage,
  takePageOffline,
  mergeAboutPages,
] as const
