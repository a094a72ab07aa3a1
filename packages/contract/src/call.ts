import type { Static, TObject, TSchema } from 'typebox'
import type { Duty } from './manage/duties.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Callers of a call. `member`: logged in. `editor`: a member whose role is editor or owner; upstream checks roles,
 * the BFF the login. `owner`: a member whose role is owner. `staff`: a member with a duty, see `duties`.
 */
export type Access = 'public' | 'member' | 'editor' | 'owner' | 'staff'

/** Allowed markup of HTML. `inline`: marked words in a line; `comment`: text and pictures; `article`: all of an article. */
export type HtmlKind = 'inline' | 'comment' | 'article'

/**
 * One call of the API: the only definition of its path, callers and shapes. Upstream declares its routes from it, the
 * BFF forwards exactly these calls, and the web client is typed by it.
 */
export interface Call {
  method: Method
  /** As upstream has it, trailing slashes included; `{name}` marks a path parameter. */
  path: string
  access: Access
  /** Duties that may make a call for staff or editors, besides the owner; any duty when left out. */
  duties?: readonly Duty[]
  /** False: made before this login has proved the second factor. */
  needsFactor?: false
  /** The proof must not be older than `FRESH_PROOF_MINUTES`. */
  fresh?: true
  /**
   * Name of the action in the audit log, e.g. `article.publish`. Every call for staff that changes something has one; `null`:
   * nothing worth an entry, e.g. the first half of a ceremony.
   */
  audit?: string | null
  /** One sentence for the OpenAPI document. */
  summary: string
  params?: TObject
  query?: TObject
  /** JSON body. */
  body?: TObject
  /** Multipart body with one file in this field; such a call is streamed, never read whole by the BFF. */
  upload?: string
  /** Largest file of an upload, bytes; 10 MB when left out. */
  uploadMaxBytes?: number
  /** Time for the body of an upload, ms; a server's own limit when left out. No longer than `UPLOAD_MAX_MS`. */
  uploadMs?: number
  /** `data` of a successful answer. */
  data: TSchema
  /** `extra` of a successful answer; by default `{}`. */
  extra?: TObject
  /** The answer holds a login token somewhere in `data`; the BFF moves it into the session cookie. */
  carriesToken?: true
  /**
   * Lifetime of a cached anonymous answer in seconds; omitted: not cached. `sameForAll`: the answer does not depend on the
   * caller, so that members are served from the same entry.
   */
  cache?: { freshSeconds: number; sameForAll?: true }
  /** A GET that changes state. Only our pages may make it, never a picture or link (`ownCallHeaders`). */
  changesState?: true
  /** Paths of cached calls whose responses this one invalidates. */
  invalidates?: readonly string[]
  /**
   * Members of `data` (dotted, `[]` for each element) that hold HTML and are sanitised; of `extra` with `extra.` in
   * front.
   */
  html?: Readonly<Record<string, HtmlKind>>
  /**
   * Members of `query` or `body` that identify the caller. The BFF fills them from the session and ignores the
   * browser's. `self`: the caller's id. `token`: the caller's token.
   */
  identity?: Readonly<Record<string, 'self' | 'token'>>
  /** Constant members of `body`: the BFF sets them, whatever the browser has sent. */
  fixed?: Readonly<Record<string, string | number>>
  /** Limited per client by the reference upstream: 10 calls in 10 s. */
  rateLimited?: true
  /**
   * A streamed file instead of an envelope. `private`: a picture for authorised callers, never cached; errors are
   * envelopes. `data`: a file for programs, whose cache lifetime upstream decides.
   */
  file?: true | 'private' | 'data'
  /** Under which name a file that is made for the caller is saved: a ZIP, CSV or XLSX file. */
  fileName?: `${string}.${'zip' | 'csv' | 'xlsx'}`
  /**
   * Not called by our pages: a social-login `provider` redirects the browser here, the WeChat `platform` posts, or the
   * BFF (`site`) calls and answers something else made of it. Never proxied for a page. `partner`: a program with a key,
   * which is forwarded instead of a session.
   */
  reachedBy?: 'provider' | 'platform' | 'site' | 'partner'
}

/**
 * Header of upstream's answers to cached calls that change by themselves, e.g. when an announcement begins: in how many ms.
 * From then on no cache shows the answer.
 */
export const CHANGES_IN_HEADER = 'x-changes-in-ms'

type Part<C, K extends string, Else> = K extends keyof C ? (C[K] extends TSchema ? Static<C[K]> : Else) : Else

export type ParamsOf<C> = Part<C, 'params', undefined>
export type QueryOf<C> = Part<C, 'query', undefined>
export type BodyOf<C> = Part<C, 'body', undefined>
export type DataOf<C> = Part<C, 'data', unknown>
export type ExtraOf<C> = Part<C, 'extra', Record<string, never>>

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
