import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { articleParams } from './content.ts'

/** Ours: how often an article was opened and read to the end, without anything about its readers. */

const numbers = Type.Array(Type.Integer())

export const ArticleViews = Type.Object({
  /** The last 30 days, today included. */
  days: Type.Array(Type.String()),
  views: numbers,
  /** Readers who saw the end of the text. */
  ends: numbers,
  /** The most frequent first. `name`: a host, or a key of `VIEW_SOURCES`. */
  sources: Type.Array(Type.Object({ name: Type.String(), times: Type.Integer() })),
})
export type ArticleViews = Static<typeof ArticleViews>

export const getArticleViews = defineCall('GET /v1/manage/articles/{id}/views', {
  access: 'staff',
  duties: ['edit', 'support'],
  summary: 'Ours: views of an article by day and by where its readers came from, and readers who reached its end',
  params: articleParams,
  data: ArticleViews,
})

export const articleViewCalls = [getArticleViews] as const
