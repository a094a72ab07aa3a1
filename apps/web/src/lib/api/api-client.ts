import type { BodyFor, CallKey, DataFor, ExtraFor, ParamsFor, QueryFor } from '@portal/contract/calls.ts'
import { MINUTE_MS, ownCallHeaders, REQUEST_TIMEOUT_MS } from '@portal/contract/constants.ts'
import type { Envelope } from '@portal/contract/envelope.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { ProofChallenge } from '@portal/contract/proof-of-work.ts'
import { withQuery } from '../address.ts'
import { limitSignal } from './abort.ts'
import type { BffAnswers, BffKey } from './bff-endpoints.ts'

/** An answer whose code is not 200. `message` is Chinese, for display. */
export class ApiError extends Error {
  declare readonly code: number
  /** Id in the BFF's log, if known. */
  declare readonly requestId: string | undefined
  /** The request id of a server error, for display; refusals have none. */
  declare readonly reportId: string | undefined
  /** Further members of the answer, for example the `challenge` of a 429. */
  declare readonly extra: Readonly<Record<string, unknown>>
  /** Value of the `Retry-After` header, seconds. */
  declare readonly retryAfterS: number | undefined

  constructor(
    code: number,
    message: string,
    details: Partial<Pick<ApiError, 'requestId' | 'reportId' | 'extra' | 'retryAfterS'>> = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.requestId = details.requestId
    this.reportId = details.reportId
    this.extra = details.extra ?? {}
    this.retryAfterS = details.retryAfterS
  }
}

/** The challenge that a refused call requires (`with-proof.ts`); `null` for any other failure. */
export function getChallenge(reason: unknown): ProofChallenge | null {
  if (!(reason instanceof ApiError) || reason.code !== CODE.tooMany) return null
  return (reason.extra.challenge as ProofChallenge | undefined) ?? null
}

interface CommonOptions {
  signal?: AbortSignal | undefined
  /** Suppresses `onError`. */
  quiet?: boolean
  /** Sends this call with another `fetch`, see `progress-fetch.ts`. */
  via?: ApiFetch
  /** Timeout in ms for an upload that may take longer than other calls. */
  timeoutMs?: number
}

type Needed<Name extends string, T> = T extends undefined
  ? { [N in Name]?: undefined }
  : Record<string, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }

/** Input of a call; `body` may be a form for uploads. */
type CallOptions<K extends CallKey> = CommonOptions &
  Needed<'query', QueryFor<K>> &
  Needed<'params', ParamsFor<K>> &
  (BodyFor<K> extends undefined ? { body?: FormData } : { body: BodyFor<K> })

/** Makes the options optional when all their members are. */
type OptionsArgument<K extends CallKey> =
  Record<string, never> extends CallOptions<K> ? [options?: CallOptions<K>] : [options: CallOptions<K>]

export interface ApiClient {
  /**
   * Makes a call of the contract and returns its `data`.
   * @throws ApiError when the code is not 200; the rejection of `fetch` when there is no answer
   */
  call<K extends CallKey>(key: K, ...options: OptionsArgument<K>): Promise<DataFor<K>>
  /** Makes a call like `call`, and returns `extra` beside `data`. */
  callWhole<K extends CallKey>(
    key: K,
    ...options: OptionsArgument<K>
  ): Promise<{ data: DataFor<K>; extra: ExtraFor<K> }>
  /**
   * Calls a BFF endpoint outside the contract, without `onError`.
   * @throws the errors of `call`
   */
  callBff<K extends BffKey>(key: K): Promise<BffAnswers[K]>
  /** Returns the same client with a default signal. */
  bindTo(signal: AbortSignal): ApiClient
}

/** The part of `fetch` that the client uses; on the server the BFF passes an in-process one. */
export type ApiFetch = (address: string, init: RequestInit) => Promise<ApiResponse>
type ApiResponse = Pick<Response, 'ok' | 'status' | 'headers' | 'json'>

export interface ApiClientOptions {
  fetch: ApiFetch
  /** Prefix of every path; empty in the browser and in the BFF. */
  baseUrl?: string
  /** Called for error answers of calls that are not quiet; not for network errors and aborts. */
  onError?: (failure: { error: ApiError; call: CallKey }) => void
  /** Resends a member's call that was refused with 401 after another login. */
  guard?: LoginGuard
}

/** Handles 401; `Member` identifies the caller. */
export interface LoginGuard<Member = unknown> {
  /** Returns the caller when a call is sent; `null` for a visitor. */
  caller: () => Member | null
  /**
   * Shows the login dialog.
   * @returns whether to resend the call
   * @throws the reason of `signal`
   */
  logInAgain: (caller: Member, refusal: ApiError, signal?: AbortSignal) => Promise<boolean>
}

/** Sufficient for a picture of 10 MB from a slow phone. */
const UPLOAD_TIMEOUT_MS = 2 * MINUTE_MS

/** All members are optional, because the typed interface has checked them. */
interface LooseOptions extends CommonOptions {
  query?: Record<string, unknown> | undefined
  params?: Record<string, unknown> | undefined
  body?: unknown
}

/** The API client (specification, sections 7 and 8). It has no user interface. */
export function createApiClient({ fetch, baseUrl = '', onError, guard }: ApiClientOptions): ApiClient {
  async function send(
    key: CallKey | BffKey,
    options: LooseOptions,
    signal?: AbortSignal,
  ): Promise<Envelope | ApiError> {
    const [method = 'GET', path = ''] = key.split(' ')
    const isUpload = options.body instanceof FormData
    const { timeoutMs = isUpload ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS } = options
    const limit = limitSignal(timeoutMs, signal)
    try {
      const address = baseUrl + withQuery(fillPath(path, options.params), options.query)
      const init = { method, signal: limit.signal, ...toBodyInit(options.body) }
      const response = await (options.via ?? fetch)(address, init)
      const envelope = await readEnvelope(response)
      return envelope.code === CODE.ok ? envelope : toApiError(envelope, response)
    } finally {
      limit.release()
    }
  }

  async function sendRequest(key: CallKey | BffKey, options: LooseOptions, bound?: AbortSignal): Promise<Envelope> {
    const signal = options.signal ?? bound
    const caller = options.quiet ? null : (guard?.caller() ?? null)
    let answer = await send(key, options, signal)
    if (answer instanceof ApiError && answer.code === CODE.unauthenticated && guard && caller !== null) {
      // The dialog has already shown the refusal.
      if (!(await guard.logInAgain(caller, answer, signal))) throw answer
      answer = await send(key, options, signal)
    }
    if (!(answer instanceof ApiError)) return answer
    if (!options.quiet) onError?.({ error: answer, call: key as CallKey })
    throw answer
  }

  function createClient(bound?: AbortSignal): ApiClient {
    return {
      call: async (key, ...[options]) => (await sendRequest(key, (options ?? {}) as LooseOptions, bound)).data as never,
      callWhole: async (key, ...[options]) => {
        const { data, extra } = await sendRequest(key, (options ?? {}) as LooseOptions, bound)
        return { data: data as never, extra: (extra ?? {}) as never }
      },
      callBff: async (key) => (await sendRequest(key, { quiet: true }, bound)).data as never,
      bindTo: createClient,
    }
  }

  return createClient()
}

function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name])))
}

function toBodyInit(body: unknown): RequestInit {
  if (body === undefined) return { headers: ownCallHeaders }
  if (body instanceof FormData) return { body, headers: ownCallHeaders }
  return { body: JSON.stringify(body), headers: { ...ownCallHeaders, 'content-type': 'application/json' } }
}

function toApiError({ code, message, extra: callOptions }: Envelope, { status, headers }: ApiResponse): ApiError {
  const retryAfterS = Number(headers.get('retry-after') ?? Number.NaN)
  const extra = typeof callOptions === 'object' && callOptions !== null ? (callOptions as Record<string, unknown>) : {}
  const requestId = headers.get('x-request-id') ?? (typeof extra.requestId === 'string' ? extra.requestId : undefined)
  return new ApiError(code, message, {
    requestId,
    // Refusals of upstream have status 200.
    reportId: status >= 500 ? requestId : undefined,
    extra,
    retryAfterS: Number.isFinite(retryAfterS) ? retryAfterS : undefined,
  })
}

/** A proxy may answer with HTML; then only the status is known. */
async function readEnvelope(response: ApiResponse): Promise<Envelope> {
  const body: unknown = await response.json().catch((reason: unknown) => {
    if (reason instanceof SyntaxError) return undefined
    throw reason
  })
  if (isEnvelope(body)) return body
  const code = response.ok ? CODE.upstreamUnreachable : response.status
  return { code, message: '服务暂时不可用，请稍后再试', data: null, extra: {} }
}

function isEnvelope(body: unknown): body is Envelope {
  return typeof body === 'object' && body !== null && typeof (body as Envelope).code === 'number'
}
