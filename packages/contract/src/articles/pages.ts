import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nullableNumber, nullableString } from '../shapes.ts'
import { ARTICLE_LISTS } from './article-writing.ts'
import { ContentForm, pageKey, remarks, sampleForm, seenVersion } from './content.ts'

/** Ours: the standing pages, by key. Their texts, drafts, versions and locks are those of their articles. */

const editors = { access: 'staff', duties: ['edit'] } as const

export const ManagedPage = Type.Object({
  key: pageKey,
  title: Type.String(),
  path: Type.String(),
  /** `null`: the page has no article yet. */
  articleId: nullableNumber,
  /** `template`: readers get «not found» until it is completed and published. */
  state: Type.Unsafe<'template' | 'published'>({ type: 'string', enum: ['template', 'published'] }),
  version: Type.Integer(),
  editorName: nullableString,
  changeTime: nullableString,
  hasDraft: Type.Boolean(),
  lockedBy: nullableString,
  ...remarks,
})
export type ManagedPage = Static<typeof ManagedPage>

export const listManagedPages = defineCall('GET /v1/manage/pages', {
  ...editors,
  summary: 'Ours: the standing pages',
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
  invalidates: ARTICLE_LISTS,
})

export const managedPageCalls = [listManagedPages, openManagedPage, publishManagedPage] as const
