import type { DataFor, QueryFor } from '@portal/contract/calls.ts'
import { CODE } from '@portal/contract/errors.ts'
import { type ApiClient, ApiError } from '#lib/api/api-client.ts'

export type HotType = QueryFor<'GET /v1/hot'>['type']

export interface HotItem {
  text: string
  to: string
  /** Whether the target is on another site and opens in a new tab. */
  isExternal: boolean
}

/** Result of a source. `notConnected`: upstream does not support it. */
export type HotSource =
  | { state: 'loaded'; items: readonly HotItem[] }
  | { state: 'notConnected' | 'failed'; items: readonly [] }

export const HOT_SOURCES: readonly { type: Exclude<HotType, 'site'>; name: string }[] = [
  { type: 'baidu', name: '百度热搜' },
  { type: 'weibo', name: '微博热搜' },
  { type: 'zhihu', name: '知乎热榜' },
  { type: 'csdn', name: 'CSDN 热榜' },
  { type: 'toutiao', name: '头条热榜' },
]

/** Maximum number of rows per source. */
const ITEMS_MAX = 10
/** Time limit of each source, which then fails alone. */
const SOURCE_TIMEOUT_MS = 1_500

/** Loads one source; rejects only after an abort. */
export async function loadHotSource(api: ApiClient, type: HotType, signal: AbortSignal): Promise<HotSource> {
  try {
    const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, SOURCE_TIMEOUT_MS))
    const answer = await Promise.race([api.call('GET /v1/hot', { query: { type }, quiet: true }), timeout])
    return answer ? { state: 'loaded', items: toItems(answer, type) } : { state: 'failed', items: [] }
  } catch (reason) {
    if (signal.aborted) throw reason
    // A plain refusal means that upstream does not have this source. All other failures may be temporary.
    const isRefused = reason instanceof ApiError && reason.code === CODE.rule
    return { state: isRefused ? 'notConnected' : 'failed', items: [] }
  }
}

function toItems({ data }: DataFor<'GET /v1/hot'>, type: HotType): HotItem[] {
  return data
    .map(({ keyword, title, url }) =>
      toItem(((type === 'site' ? keyword || title : title || keyword) ?? '').trim(), url, type),
    )
    .filter((item) => item !== null)
    .slice(0, ITEMS_MAX)
}

/**
 * Keywords of this site link to its search; those of other sources link to a web address only, because other addresses
 * could be scripts.
 */
function toItem(text: string, url: string | null | undefined, type: HotType): HotItem | null {
  if (text === '') return null
  if (type === 'site') return { text, to: `/search?keyword=${encodeURIComponent(text)}`, isExternal: false }
  return url && /^https?:\/\//i.test(url) ? { text, to: url, isExternal: true } : null
}
