import type { CallKey } from '@portal/contract/calls.ts'
import type { ApiFetch } from '#lib/api/api-client.ts'
import { forgetWarm } from '#lib/api/prefetched-pages.ts'

/**
 * The only calls that are made for a page which nobody has opened yet: public ones that read, and that the BFF keeps.
 * A page that needs any other call gets its code ahead and its data when it is opened.
 */
export const WARMABLE_CALLS: readonly CallKey[] = [
  'GET /v1/',
  'GET /v1/webSiteInfo',
  'GET /v1/article/',
  'GET /v1/article/category',
  'GET /v1/article/info',
  'GET /v1/article/archive',
  'GET /v1/comment/',
  'GET /v1/category/',
  'GET /v1/tag/',
  'GET /v1/link/',
  'GET /v1/site/getNavigations',
]

/** Calls that are never made ahead, and after which every page shows what it showed before. */
const CALLS_WITHOUT_EFFECT: readonly CallKey[] = ['GET /v1/report', 'POST /v1/hot', 'GET /v1/im/getNewSystemNotice']

export function isWarmable(address: string, init: RequestInit): boolean {
  return WARMABLE_CALLS.includes(callOf(address, init))
}

function callOf(address: string, { method = 'GET' }: RequestInit): CallKey {
  return `${method} ${new URL(address, location.href).pathname}` as CallKey
}

/**
 * The `fetch` of everything that a visitor does. Any other call than these may change what a page shows (several GETs do,
 * a like for instance): what was asked ahead is forgotten then.
 */
export function forgettingFetch(fetch: ApiFetch): ApiFetch {
  return (address, init) => {
    if (!isWarmable(address, init) && !CALLS_WITHOUT_EFFECT.includes(callOf(address, init))) forgetWarm()
    return fetch(address, init)
  }
}

let codeOnTheWay = 0

/** Whether code is being fetched that nobody has asked for yet: that it cannot be had concerns nobody. */
export function isFetchingAhead(): boolean {
  return codeOnTheWay > 0
}

/** Fetches code that nobody waits for. @throws when it cannot be had */
export async function fetchAhead<T>(load: () => Promise<T>): Promise<T> {
  codeOnTheWay += 1
  try {
    return await load()
  } finally {
    codeOnTheWay -= 1
  }
}
