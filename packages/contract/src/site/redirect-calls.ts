import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nullableString } from '../shapes.ts'
import { MISSING_PENDING_MAX } from './missing-addresses.ts'
import { REDIRECT_PATH_MAX, REDIRECT_TARGET_MAX, REDIRECTS_MAX } from './redirect-rules.ts'

/** Ours: addresses that have moved. */

const editors = { access: 'staff', duties: ['edit'] } as const
const SHOWN_BY = ['/v1/site/redirects'] as const

const redirect = {
  /** A path of this site, decoded and in lower case; `/*` at its end: everything below. */
  from: Type.String({ minLength: 1, maxLength: 600, examples: ['/wenti.html'] }),
  /** A path of this site, or an address with https. */
  to: Type.String({ minLength: 1, maxLength: REDIRECT_TARGET_MAX, examples: ['/question'] }),
}

export const listRedirects = defineCall('GET /v1/site/redirects', {
  access: 'public',
  summary: 'Ours: every redirect; the BFF answers their sources with 301',
  data: Type.Array(Type.Object(redirect)),
  cache: { freshSeconds: 60, sameForAll: true },
})

export const ManagedRedirect = Type.Object({
  ...redirect,
  time: Type.String(),
  /** `null`: the account is closed. */
  savedBy: nullableString,
  /** Requests that it has redirected in the last `ADDRESS_HITS_DAYS`. */
  times: Type.Integer(),
})
export type ManagedRedirect = Static<typeof ManagedRedirect>

export const listManagedRedirects = defineCall('GET /v1/manage/redirects', {
  ...editors,
  summary: 'Ours: every redirect and who has added it, the newest first',
  data: Type.Array(ManagedRedirect),
})

export const listMissingAddresses = defineCall('GET /v1/manage/redirects/missing', {
  ...editors,
  summary:
    'Ours: addresses without a page that were requested at least three times in 30 days, the most requested first',
  data: Type.Array(Type.Object({ path: Type.String(), times: Type.Integer() })),
})

const hit = Type.Object({
  path: Type.String({ minLength: 1, maxLength: REDIRECT_PATH_MAX, examples: ['/wenti.html'] }),
  times: Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [1] }),
})

/** Only the BFF makes this call, so that visitors cannot report addresses. */
export const reportAddressHits = defineCall('POST /v1/site/addressHits', {
  access: 'public',
  reachedBy: 'site',
  summary: 'Ours: the BFF reports requests without a page and those that it has redirected, by path alone',
  body: Type.Object({
    missing: Type.Array(hit, { maxItems: MISSING_PENDING_MAX, examples: [[{ path: '/wenti.html', times: 1 }]] }),
    /** Sources of redirects. */
    moved: Type.Array(hit, { maxItems: REDIRECTS_MAX, examples: [[]] }),
  }),
  data: Type.Null(),
})

export const addRedirects = defineCall('POST /v1/manage/redirects', {
  ...editors,
  summary: 'Ours: adds redirects, all or none; chains are collapsed. 400 names the row that is wrong',
  body: Type.Object({
    rows: Type.Array(Type.Object(redirect), {
      minItems: 1,
      maxItems: REDIRECTS_MAX,
      examples: [[{ from: '/wenti.html', to: '/question' }]],
    }),
  }),
  data: Type.Object({ added: Type.Integer() }),
  audit: 'redirect.add',
  invalidates: SHOWN_BY,
})

export const removeRedirect = defineCall('DELETE /v1/manage/redirects', {
  ...editors,
  summary: 'Ours: removes a redirect; its source is an address without a page again',
  query: Type.Object({ from: Type.String({ minLength: 1, maxLength: REDIRECT_PATH_MAX, examples: ['/wenti.html'] }) }),
  data: Type.Object({ removed: Type.Integer() }),
  audit: 'redirect.remove',
  invalidates: SHOWN_BY,
})

export const redirectCalls = [
  listRedirects,
  listManagedRedirects,
  listMissingAddresses,
  reportAddressHits,
  addRedirects,
  removeRedirect,
] as const
