import type { Static, TObject, TSchema } from 'typebox'
import type { Duty } from './accounts/duties.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Callers that a call accepts. `member`: logged in. `editor`: a member whose role is editor or owner; upstream checks roles, the
 * BFF checks the login. `owner`: a member whose role is owner. `staff`: a member with a duty, see `duties`.
 */
export type Access = 'public' | 'member' | 'editor' | 'owner' | 'staff'

/**
 * Markup that HTML may contain. `inline`: marked words in a line; `notice`: bold words and links in a line; `comment`: text and
 * pictures; `article`: everything that articles use.
 */
export type HtmlKind = 'inline' | 'notice' | 'comment' | 'article'

/**
 * One call of the API: the only definition of its path, callers and shapes. Upstream declares its routes from it, the
 * BFF forwards exactly these calls, and the web client is typed by it.
 */
export interface Call {
  method: Method
  /** Path as upstream defines it, trailing slashes included; `{name}` marks a path parameter. */
  path: string
  access: Access
  /** Duties that allow a call for staff or editors; owners always may. Without this member any duty is enough. */
  duties?: readonly Duty[]
  /** False: the call is allowed before the login has proved the second factor. */
  needsFactor?: false
  /** The second factor must have been proved within the last `FRESH_PROOF_MINUTES`. */
  fresh?: true
  /**
   * Name of the action in the audit log, e.g. `article.publish`. Every call for staff that changes something has one. `null`: the
   * call changes nothing worth an entry, e.g. it is the first half of a ceremony.
   */
  audit?: string | null
  /** One sentence for the OpenAPI document. */
  summary: string
  params?: TObject
  query?: TObject
  /** JSON body. */
  body?: TObject
  /** Name of the one file field of a multipart body. The BFF streams such a call and never reads it whole. */
  upload?: string
  /** Maximum size of an uploaded file, in bytes; 10 MB when left out. */
  uploadMaxBytes?: number
  /** Time limit for the body of an upload, ms; the server's own limit when left out. At most `UPLOAD_MAX_MS`. */
  uploadMs?: number
  /** `data` of a successful answer. */
  data: TSchema
  /** `extra` of a successful answer; `{}` when left out. */
  extra?: TObject
  /** The answer holds a login token somewhere in `data`; the BFF moves it into the session cookie. */
  carriesToken?: true
  /**
   * Lifetime of a cached anonymous answer in seconds; without this member nothing is cached. `sameForAll`: the answer does not
   * depend on the caller, so members get the same entry.
   */
  cache?: { freshSeconds: number; sameForAll?: true }
  /** A GET that changes state. Only pages of this site may make it, never a picture or a link (`ownCallHeaders`). */
  changesState?: true
  /** Paths of cached calls whose responses this one invalidates. */
  invalidates?: readonly string[]
  /**
   * Origin of a call that pages do not make. `provider`: a social login redirects the browser here. `platform`: WeChat posts.
   * `site`: the BFF calls it for another answer. `partner`: a program calls it with a key, which the BFF forwards instead of a
   * session.
   */
  html?: Readonly<Record<string, HtmlKind>>
  /**
   * Members of `query` or `body` that identify the caller. The BFF fills them from the session and ignores the
   * browser's. `self`: the caller's id. `token`: the caller's token.
   */
  identity?: Readonly<Record<string, 'self' | 'token'>>
  /** Constant members of `body`. The BFF sets them and ignores what the browser sent. */
  fixed?: Readonly<Record<string, string | number>>
  /** The reference upstream limits the call to 10 in 10 s for each client. */
  rateLimited?: true
  /**
   * A streamed file instead of an envelope. `private`: a picture for authorised callers, never cached; errors are envelopes.
   * `data`: a file for programs, whose cache lifetime upstream sets. `media`: a file of the library, whose content may change.
   */
  file?: true | 'private' | 'data' | 'media'
  /** Name under which the browser saves a file for the caller alone; with `params` the page names it. `bin`: bytes as they were uploaded. */
  fileName?: `${string}.${'zip' | 'csv' | 'xlsx' | 'bin'}`
  /**
   * Origin of a call that pages do not make. `provider`: a social login redirects the browser here. `platform`: WeChat posts.
   * `site`: the BFF calls it and builds another answer from it. `partner`: a program calls it with a key, which the BFF forwards
   * instead of a session.
   */
  reachedBy?: 'provider' | 'platform' | 'site' | 'partner'
}

/**
 * Response header with the time in ms after which a cached answer changes without a call, e.g. when an announcement begins. No
 * cache serves the answer after that.
 */
export const CHANGES_IN_HEADER = 'x-changes-in-ms'

type Part<C, K extends string, Else> = K extends keyof C ? (C[K] extends TSchema ? Static<C[K]> : Else) : Else

export type CallParams<C> = Part<C, 'params', undefined>
export type CallQuery<C> = Part<C, 'query', undefined>
export type CallBody<C> = Part<C, 'body', undefined>
export type CallData<C> = Part<C, 'data', unknown>
export type CallExtra<C> = Part<C, 'extra', Record<string, never>>

/**
 * Keeps the literal types of a call while checking its form.
 * @param name method and path
 */
export function defineCall<
  const M extends Method,
  const P extends string,
  const C extends Omit<Call, 'method' | 'path'>,
>(name: `${M} ${P}`, call: C): { method: M; path: P } & C {
  const [method, path] = name.split(' ') as [M, P]
  return { method, path, ...call }
}
