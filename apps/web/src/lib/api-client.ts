import type { BodyFor, CallKey, DataFor, ExtraFor, ParamsFor, QueryFor } from '@portal/contract/calls.ts'
import { REQUEST_TIMEOUT_MS } from '@portal/contract/constants.ts'
import type { Envelope } from '@portal/contract/envelope.ts'
import { CODE } from '@portal/contract/errors.ts'
import { limitSignal } from './abort.ts'

/** An answer whose code is not 200. `message` is Chinese and fit to be shown. */
export class ApiError extends Error {
  declare readonly code: number
  /** Of the BFF's log, when the answer names it. */
  declare readonly requestId: string | undefined

  constructor(code: number, message: string, requestId?: string) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.requestId = requestId
  }
}

interface CommonOptions {
  signal?: AbortSignal | undefined
  /** `onError` is not told of a failure: the WeChat poll and logout. */
  quiet?: boolean
}

type Needed<Name extends string, T> = T extends undefined
  ? { [N in Name]?: undefined }
  : Record<string, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }

/** What a call needs beside its name; `body` may be a form where the contract says that the call uploads a file. */
export type CallOptions<K extends CallKey> = CommonOptions &
  Needed<'query', QueryFor<K>> &
  Needed<'params', ParamsFor<K>> &
  (BodyFor<K> extends undefined ? { body?: FormData } : { body: BodyFor<K> })

/** Options may be left out where none of their members is needed. */
type OptionsArgument<K extends CallKey> =
  Record<string, never> extends CallOptions<K> ? [options?: CallOptions<K>] : [options: CallOptions<K>]

export interface ApiClient {
  /**
   * Makes a call of the contract and gives its `data`.
   * @throws ApiError when the answer's code is not 200; what `fetch` rejects with when there is no answer.
   */
  call<K extends CallKey>(key: K, ...options: OptionsArgument<K>): Promise<DataFor<K>>
  /** As `call`, with `extra` beside `data`. */
  callWhole<K extends CallKey>(
    key: K,
    ...options: OptionsArgument<K>
  ): Promise<{ data: DataFor<K>; extra: ExtraFor<K> }>
  /** The same client, whose calls end when `signal` aborts unless they bring a signal of their own. */
  boundTo(signal: AbortSignal): ApiClient
}

/** `fetch`, as far as the client uses it: on the server the BFF gives one that calls its own routes in process. */
export type ApiFetch = (address: string, init: RequestInit) => Promise<Response>

export interface ApiClientOptions {
  fetch: ApiFetch
  /** Put before every path; empty in the browser and in the BFF. */
  baseUrl?: string
  /** Told of each answer that is an error, except those of quiet calls; never of network errors and aborts. */
  onError?: (failure: { error: ApiError; call: CallKey }) => void
}

/** Every field optional: the typed surface has checked them already. */
interface LooseOptions extends CommonOptions {
  query?: Record<string, unknown> | undefined
  params?: Record<string, unknown> | undefined
  body?: unknown
}

/** The one helper through which all calls go (specification, section 7 and 8). Touches no UI. */
export function createApiClient({ fetch, baseUrl = '', onError }: ApiClientOptions): ApiClient {
  async function request(key: CallKey, options: LooseOptions, bound?: AbortSignal): Promise<Envelope> {
    const [method = 'GET', path = ''] = key.split(' ')
    const limit = limitSignal(REQUEST_TIMEOUT_MS, options.signal ?? bound)
    try {
      const address = baseUrl + fillPath(path, options.params) + toSearch(options.query)
      const response = await fetch(address, { method, signal: limit.signal, ...bodyInit(options.body) })
      const envelope = await readEnvelope(response)
      if (envelope.code === CODE.ok) return envelope
      const error = new ApiError(envelope.code, envelope.message, response.headers.get('x-request-id') ?? undefined)
      if (!options.quiet) onError?.({ error, call: key })
      throw error
    } finally {
      limit.release()
    }
  }

  function clientBoundTo(bound?: AbortSignal): ApiClient {
    return {
      call: async (key, ...[options]) => (await request(key, (options ?? {}) as LooseOptions, bound)).data as never,
      callWhole: async (key, ...[options]) => {
        const { data, extra } = await request(key, (options ?? {}) as LooseOptions, bound)
        return { data: data as never, extra: (extra ?? {}) as never }
      },
      boundTo: clientBoundTo,
    }
  }

  return clientBoundTo()
}

function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name])))
}

function toSearch(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const text = search.toString()
  return text && `?${text}`
}

function bodyInit(body: unknown): RequestInit {
  if (body === undefined) return {}
  if (body instanceof FormData) return { body }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** A proxy in between may answer with a page of its own; then the status is all there is. */
async function readEnvelope(response: Response): Promise<Envelope> {
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
