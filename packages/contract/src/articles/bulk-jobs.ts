import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, nullable, nullableString } from '../shapes.ts'
import { articleFilter, type BulkAction, bulkChange, SkippedArticle } from './article-shapes.ts'

/** Ours: one change to all articles of a filter, which upstream makes in batches. */

const editors = { access: 'staff', duties: ['edit'] } as const

export const BulkJob = Type.Object({
  id: Type.String(),
  action: Type.Unsafe<BulkAction>({ type: 'string' }),
  total: Type.Integer(),
  /** Number of articles processed so far: changed or skipped. */
  position: Type.Integer(),
  done: Type.Integer(),
  skipped: Type.Integer(),
  /** First skipped articles. */
  firstSkipped: Type.Array(SkippedArticle),
  startTime: Type.String(),
  /** `null`: the job still runs. */
  finishTime: nullableString,
})
export type BulkJob = Static<typeof BulkJob>

export const countMatchingArticles = defineCall('GET /v1/manage/articles/matching', {
  ...editors,
  summary: 'Ours: how many articles a filter has, exact up to 10,000',
  query: Type.Object(articleFilter),
  data: Type.Object({ total: Type.Integer() }),
})

export const startBulkJob = defineCall('POST /v1/manage/articles/bulkJobs', {
  ...editors,
  summary: 'Ours: one change to all articles of a filter; it goes on when the caller leaves',
  body: Type.Object({ filter: Type.Object(articleFilter), ...bulkChange }),
  data: BulkJob,
  audit: 'article.bulkAll',
})

export const getBulkJob = defineCall('GET /v1/manage/articles/bulkJobs', {
  ...editors,
  summary: 'Ours: the newest job of the caller of the last day',
  data: nullable(BulkJob),
})

export const stopBulkJob = defineCall('DELETE /v1/manage/articles/bulkJobs', {
  ...editors,
  summary: 'Ours: stops the job of the caller; what is changed stays changed',
  data: nothing,
  audit: 'article.bulkStop',
})

export const bulkJobCalls = [countMatchingArticles, startBulkJob, getBulkJob, stopBulkJob] as const
