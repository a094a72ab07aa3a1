import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'

/** Ours: public pages with answers that nobody has published, for staff (decision 0038, «Preview»). */

/** Query parameter of a public page; its value is the key. */
export const PREVIEW_PARAM = 'preview'
/** A key is valid for this time. */
export const PREVIEW_MINUTES = 10

/** What a previewed page gets instead of the answer to a public call. */
export const PreviewAnswer = Type.Object({
  /** Of a GET of the contract without parameters in its path, e.g. `/v1/article/info`. */
  path: Type.String(),
  /** Members that the query has; others are free. */
  query: Type.Record(Type.String(), Type.String()),
  data: Type.Unknown(),
  extra: Type.Record(Type.String(), Type.Unknown()),
})
export type PreviewAnswer = Static<typeof PreviewAnswer>

/** Answer of the calls that make a preview. */
export const MadePreview = Type.Object({
  /** Path and query of the page on this site. */
  address: Type.String(),
  /** When the address ends, UTC+8. */
  endTime: Type.String(),
})
export type MadePreview = Static<typeof MadePreview>

export const openPreview = defineCall('GET /v1/manage/preview', {
  access: 'staff',
  summary: 'Ours: the answers of a previewed page; the BFF renders the page with them, stored in no cache',
  query: Type.Object({ key: Type.String({ minLength: 1, maxLength: 200 }) }),
  data: Type.Object({
    /** The only page that the key opens. */
    path: Type.String(),
    /** Shown above the page: which draft or version it is. */
    notice: Type.String(),
    answers: Type.Array(PreviewAnswer),
  }),
})

export const previewCalls = [openPreview] as const
