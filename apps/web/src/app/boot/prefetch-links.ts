import type { CallKey } from '@portal/contract/calls.ts'
import type { ApiFetch } from '#lib/api/api-client.ts'
import { clearPrefetched } from '#lib/api/prefetched-pages.ts'

/** Public calls that only read and that the BFF caches. A page with any other call has only its code prefetched. */
export const PREFETCHABLE_CALLS: readonly CallKey[] = [
  'GET /v1/',
  'GET /v1/webSiteInfo',
  'GET /v1/site/home',
  'GET /v1/article/',
  'GET /v1/article/category',
  'GET /v1/article/info',
  'GET /v1/article/archive',
  'GET /v1/comment/',
  'GET /v1/category/',
  'GET /v1/tag/',
  'GET /v1/link/',
  'GET /v1/site/getNavigations',
  'GET /v1/site/licence',
]

/** Calls that are not prefetched and do not change what a page shows. */
const CALLS_WITHOUT_EFFECT: readonly CallKey[] = ['GET /v1/report', 'POST /v1/hot', 'GET /v1/im/getNewSystemNotice']

export function isPrefetchable(address: string, init: RequestInit): boolean {
  return PREFETCHABLE_CALLS.includes(toCallKey(address, init))
}

function toCallKey(address: string, { method = 'GET' }: RequestInit): CallKey {
  return `${method} ${new URL(address, location.href).pathname}` as CallKey
}

/**
 * The `fetch` for all requests that a visitor triggers. It drops prefetched pages at every call that may change what
 * they show, GETs included (a like is a GET).
 */
export function createInvalidatingFetch(fetch: ApiFetch): ApiFetch {
  return (address, init) => {
    if (!isPrefetchable(address, init) && !CALLS_WITHOUT_EFFECT.includes(toCallKey(address, init))) clearPrefetched()
    return fetch(address, init)
  }
}

let prefetchesRunning = 0

/** Whether code is being prefetched: a chunk that then fails to load is not reported. */
export function isPrefetchingCode(): boolean {
  return prefetchesRunning > 0
}

/** @throws when the code cannot be loaded */
export async function prefetchCode<T>(load: () => Promise<T>): Promise<T> {
  prefetchesRunning += 1
  try {
    return await load()
  } finally {
    prefetchesRunning -= 1
  }
}
