import { CODE } from '@portal/contract/errors.ts'
import { data, type LoaderFunctionArgs, type Params, type RouterContextProvider } from 'react-router-dom'
import { type ApiClient, ApiError } from './api-client.ts'
import { apiRouterContext } from './api-context.ts'
import { takePrefetched } from './prefetched-pages.ts'

export interface LoaderInput {
  /** Client whose calls abort with the navigation. */
  api: ApiClient
  params: Params<string>
  query: URLSearchParams
  request: Request
}

/** Value of `error.data` on the error page. */
export interface LoaderFailure {
  code: number
  message: string
  /** Request id; only server errors have one. */
  reportId?: string
  /** Id of the user who is not allowed to see the page, `null` for a visitor; left out when no user is allowed. */
  readAs?: string | null
}

/** Codes that become the status of the page; other codes become 500. */
const STATUS_CODES: readonly number[] = [
  CODE.malformed,
  CODE.unauthenticated,
  CODE.refused,
  CODE.noSuchCall,
  CODE.tooMany,
  CODE.upstreamUnreachable,
  CODE.overloaded,
  CODE.upstreamTimeout,
]

/**
 * Defines a loader that receives the API client. An `ApiError` is thrown as `data({ code, message }, { status })`: a plain
 * error would become a 500 without its code on the server. Prefetched data is used once; if the prefetch failed, the
 * loader runs.
 */
export function defineLoader<T>(load: (input: LoaderInput) => Promise<T>) {
  return async function loader({
    request,
    params,
    context,
  }: LoaderFunctionArgs<Readonly<RouterContextProvider>>): Promise<T> {
    const prefetched = takePrefetched(loader, request.url)?.then((result) => ({ result: result as T }))
    const found = await prefetched?.catch(() => undefined)
    if (found) return found.result
    const api = context.get(apiRouterContext).bindTo(request.signal)
    return withRouteErrors(() => load({ api, params, query: new URL(request.url).searchParams, request }))
  }
}

/** Type of the data of a loader made by `defineLoader`. */
export type LoaderData<L extends (args: LoaderFunctionArgs) => Promise<unknown>> = Awaited<ReturnType<L>>

/**
 * Creates an error for a loader to throw.
 * @param readAs id of the current user when another user may see the page, which then reloads after a login
 */
export function notFound(message: string, readAs?: string | null) {
  const failure: LoaderFailure = { code: CODE.noSuchCall, message, ...(readAs !== undefined && { readAs }) }
  return data(failure, { status: CODE.noSuchCall })
}

/**
 * Loads optional data of a page: returns `fallback` when it cannot be loaded. Logs failures other than an error answer.
 * @throws the reason when the page was left
 */
export async function optional<T, F>(
  answer: Promise<T>,
  fallback: F,
  { signal }: Pick<Request, 'signal'>,
): Promise<T | F> {
  try {
    return await answer
  } catch (reason) {
    if (signal.aborted) throw reason
    if (!(reason instanceof ApiError)) console.error('optional data of the page could not be loaded', reason)
    return fallback
  }
}

/** Converts an `ApiError` of `work` to an error for the error page. */
export async function withRouteErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (reason) {
    if (!(reason instanceof ApiError)) throw reason
    const { code, message, reportId } = reason
    const failure: LoaderFailure = reportId === undefined ? { code, message } : { code, message, reportId }
    throw data(failure, { status: STATUS_CODES.includes(code) ? code : CODE.rule })
  }
}
