import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nullableString } from '../shapes.ts'
import { articleIds, articleParams, ContentForm, nullablePageKey } from './content.ts'

/** Ours: faults in published texts, and the revision by which caches notice scheduled publications. */

const FAULT_KINDS = ['missingPage', 'missingFile', 'deadLink', 'noAlternativeText'] as const
/**
 * `missingPage`: a link to an address of this site that readers cannot open. `missingFile`: a picture or file that does not
 * exist. `deadLink`: a link to another site that failed on two different days.
 */
export type FaultKind = (typeof FAULT_KINDS)[number]

/**
 * Reason why a link to another site failed: its HTTP status, e.g. `404`; `name`: the host name is unknown; `private`: it leads to
 * a private network or is no web page; `redirects`: too many redirects.
 */
export type LinkProblem = `${number}` | 'timeout' | 'name' | 'connection' | 'certificate' | 'private' | 'redirects'

export const ContentFault = Type.Object({
  id: Type.Integer(),
  kind: Type.Unsafe<FaultKind>({ type: 'string', enum: [...FAULT_KINDS] }),
  articleId: Type.Integer(),
  title: Type.String(),
  pageKey: nullablePageKey,
  /** Address of the link or picture, as written in the text. */
  target: Type.String(),
  foundTime: Type.String(),
  /** Reason of the last failure of a link to another site; `followTime` is the time of that attempt. */
  problem: Type.Unsafe<LinkProblem | null>({ type: ['string', 'null'] }),
  followTime: nullableString,
})
export type ContentFault = Static<typeof ContentFault>

export const ContentCheck = Type.Object({
  isRunning: Type.Boolean(),
  /** Number of texts read so far; `total` is the number of all texts. */
  checked: Type.Integer(),
  total: Type.Integer(),
  /** Number of links to other sites that were followed; `linksTotal` is the number that were due. 0 of many: this server was offline. */
  linksChecked: Type.Integer(),
  linksTotal: Type.Integer(),
  /** End of the last complete run. */
  finishTime: nullableString,
})
export type ContentCheck = Static<typeof ContentCheck>

export const listContentFaults = defineCall('GET /v1/manage/checks', {
  access: 'staff',
  duties: ['edit'],
  summary: 'Ours: links that lead nowhere, missing files and pictures without alternative text, in published texts',
  query: Type.Object({ after: Type.Optional(Type.Integer({ minimum: 1 })) }),
  data: Type.Object({ records: Type.Array(ContentFault), hasMore: Type.Boolean(), check: ContentCheck }),
})

export const listClosedLinks = defineCall('POST /v1/manage/articles/{id}/closedLinks', {
  access: 'staff',
  duties: ['edit'],
  summary: 'Ours: the links of a text within this site that readers cannot open once it is published',
  params: articleParams,
  body: Type.Object({ contentMd: ContentForm.properties.contentMd }),
  data: Type.Array(Type.String()),
  audit: null,
})

export const listClosedAddresses = defineCall('POST /v1/manage/links/closed', {
  access: 'staff',
  duties: ['edit'],
  summary: 'Ours: those of some links within this site that readers cannot open',
  body: Type.Object({ links: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 50 }) }),
  data: Type.Array(Type.String()),
  audit: null,
})

export const listFaultyArticles = defineCall('POST /v1/manage/articles/faults', {
  access: 'staff',
  duties: ['edit'],
  summary:
    'Ours: those of some unpublished articles that have faults which readers would see once all of them are published',
  body: Type.Object({ ids: articleIds }),
  data: Type.Array(
    Type.Object({
      id: Type.Integer(),
      /** Number of links within this site that readers cannot open. */
      closedLinks: Type.Integer(),
      picturesWithoutText: Type.Integer(),
    }),
  ),
  audit: null,
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

export const contentCheckCalls = [
  listContentFaults,
  listClosedLinks,
  listClosedAddresses,
  listFaultyArticles,
  runContentCheck,
  getContentRevision,
] as const
