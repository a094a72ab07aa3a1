import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'

/** Ours: public pages with unpublished answers, for staff (docs/management.md, «Preview»). */

/** Query parameter of a public page; its value is the key. */
export const PREVIEW_PARAM = 'preview'
/** Validity of a key, minutes. */
export const PREVIEW_MINUTES = 10

/** Answer to a public call that a previewed page gets instead of the published one. */
export const PreviewAnswer = Type.Object({
  /** Path of a GET of the contract without path parameters, e.g. `/v1/article/info`. */
  path: Type.String(),
  /** Query parameters that must match; others are ignored. */
  query: Type.Record(Type.String(), Type.String()),
  data: Type.Unknown(),
  extra: Type.Record(Type.String(), Type.Unknown()),
})
export type PreviewAnswer = Static<typeof PreviewAnswer>

/** Answer of the calls that create a preview. */
export const MadePreview = Type.Object({
  /** Path and query of the page on this site. */
  address: Type.String(),
  /** Time at which the address expires, UTC+8. */
  endTime: Type.String(),
})
export type MadePreview = Static<typeof MadePreview>

export const openPreview = defineCall('GET /v1/manage/preview', {
  access: 'staff',
  summary: 'Ours: the answers of a previewed page; the BFF renders the page with them, stored in no cache',
  query: Type.Object({ key: Type.String({ minLength: 1, maxLength: 200 }) }),
  data: Type.Object({
    /** Path of the only page that the key opens. */
    path: Type.String(),
    /** Notice above the page: the draft or version that it shows. */
    notice: Type.String(),
    answers: Type.Array(PreviewAnswer),
  }),
})

export const previewCalls = [openPreview] as const
