import { CODE } from '@portal/contract/errors.ts'
import { data, type LoaderFunctionArgs, type Params } from 'react-router-dom'
import { type ApiClient, ApiError } from './api-client.ts'
import { apiRouterContext } from './api-context.ts'
import { takePrefetched } from './prefetched-pages.ts'

export interface LoaderInput {
  /** Ends its calls when the navigation is given up. */
  api: ApiClient
  params: Params<string>
  query: URLSearchParams
  request: Request
}

/** What was asked for ahead has failed; the visit asks again, and tells of its own failure. */
const COLD = Symbol('cold')

/** What the error page finds in `error.data`. */
export interface LoaderFailure {
  code: number
  message: string
  /** What somebody who reports it names; of what broke down only. */
  reportId?: string
  /** Who is not shown it, `null` for a visitor; left out of what is the same for everybody. */
  readAs?: string | null
}

/** Codes that are the page's own status; any other failure of a page is 500. */
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
 * Makes a loader that is handed the API client. An `ApiError` is sent on as `data({ code, message }, { status })`: a
 * plain error would become a 500 and lose its code when the page is rendered on the server. What was asked for ahead,
 * see `warmed-pages.ts`, is taken instead of asked for again.
 */
export function defineLoader<T>(load: (input: LoaderInput) => Promise<T>) {
  return async function loader({ request, params, context }: LoaderFunctionArgs): Promise<T> {
    const warm = takePrefetched(loader, request.url)?.catch(() => COLD)
    const kept = await warm
    if (warm && kept !== COLD) return kept as T
    const api = context.get(apiRouterContext).boundTo(request.signal)
    try {
      return await load({ api, params, query: new URL(request.url).searchParams, request })
    } catch (reason) {
      if (reason instanceof ApiError) throw toRouteError(reason)
      throw reason
    }
  }
}

/** What a loader made by `defineLoader` gives. */
export type LoaderData<L extends (args: LoaderFunctionArgs) => Promise<unknown>> = Awaited<ReturnType<L>>

/**
 * To be thrown by a loader when what the address names is not there.
 * @param readAs for whom it is not, where another reader may be shown it; the page then asks anew for that reader
 */
export function notFound(message: string, readAs?: string | null) {
  const failure: LoaderFailure = { code: CODE.noSuchCall, message, ...(readAs !== undefined && { readAs }) }
  return data(failure, { status: CODE.noSuchCall })
}

/** What the error page is given of a failed call. */
export function toRouteError({ code, message, reportId }: ApiError) {
  const failure: LoaderFailure = reportId === undefined ? { code, message } : { code, message, reportId }
  return data(failure, { status: STATUS_CODES.includes(code) ? code : CODE.rule })
}
