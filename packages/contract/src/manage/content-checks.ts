import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nullableString } from '../shapes.ts'
import { nullablePageKey } from './content.ts'

/** Ours: faults in published texts, and how caches learn of what was published at a set time. */

const FAULT_KINDS = ['missingPage', 'missingFile', 'noAlternativeText'] as const
/** `missingPage`: a link to an address of this site that readers cannot open. `missingFile`: a picture that is gone. */
export type FaultKind = (typeof FAULT_KINDS)[number]

export const ContentFault = Type.Object({
  id: Type.Integer(),
  kind: Type.Unsafe<FaultKind>({ type: 'string', enum: [...FAULT_KINDS] }),
  articleId: Type.Integer(),
  title: Type.String(),
  pageKey: nullablePageKey,
  /** Address of the link or picture, as it is written. */
  target: Type.String(),
  foundTime: Type.String(),
})
export type ContentFault = Static<typeof ContentFault>

export const ContentCheck = Type.Object({
  isRunning: Type.Boolean(),
  /** Texts read so far, and all of them. */
  checked: Type.Integer(),
  total: Type.Integer(),
  /** When the last whole run ended. */
  finishTime: nullableString,
})

export const listContentFaults = defineCall('GET /v1/manage/checks', {
  access: 'staff',
  duties: ['edit'],
  summary: 'Ours: links to pages that are missing and pictures without alternative text, in published texts',
  query: Type.Object({ after: Type.Optional(Type.Integer({ minimum: 1 })) }),
  data: Type.Object({ records: Type.Array(ContentFault), hasMore: Type.Boolean(), check: ContentCheck }),
})

export const runContentCheck = defineCall('POST /v1/manage/checks', {
  access: 'staff',
  duties: ['edit'],
  summary: 'Ours: starts a check of every published text; at once when none is running',
  data: ContentCheck,
  audit: 'content.check',
})

export const getContentRevision = defineCall('GET /v1/content/revision', {
  access: 'public',
  summary: 'Ours: a number that rises when published texts change; the BFF drops cached answers then',
  data: Type.Object({ revision: Type.Integer() }),
})

export const contentCheckCalls = [listContentFaults, runContentCheck, getContentRevision] as const
