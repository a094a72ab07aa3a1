import { CODE } from '@portal/contract/errors.ts'
import { useCallback, useEffect } from 'react'
import { create } from 'zustand'
import { type ApiClient, ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import type { UserInfo } from '#lib/session.ts'
import type { UserCounts } from '../profile-head.tsx'
import type { TabName } from '../user-address.ts'

interface Overview {
  userId: string | null
  profile: UserInfo | null
  counts: UserCounts | null
  /** Tabs whose call upstream lacks. */
  missing: ReadonlySet<TabName>
}

const EMPTY_OVERVIEW: Overview = { userId: null, profile: null, counts: null, missing: new Set() }

/** Cached for this browser tab, because the page is remounted for each of its tabs. */
const useCached = create<Overview>()(() => EMPTY_OVERVIEW)

/** Calls that other upstreams may lack (contract, `listFollowed`, `getAccountSecurity`). */
const OPTIONAL: readonly [TabName, (api: ApiClient) => Promise<unknown>][] = [
  ['follows', (api) => api.call('GET /v1/followed/', { query: { pageNo: 1, pageSize: 1 }, quiet: true })],
  ['certificates', (api) => api.call('GET /v1/certificate/saved', { quiet: true })],
  ['security', (api) => api.call('GET /v1/user/security', { quiet: true })],
  ['blocked', (api) => api.call('GET /v1/im/block', { quiet: true })],
]

/** Profile and counts of the member's own page, loaded again by `refresh`. */
export function useOverview(userId: string): Overview & { refresh: () => void } {
  const api = useApi()
  const cached = useCached()
  const refresh = useCallback(() => {
    const store = (part: Partial<Overview>) => {
      useCached.setState((before) => ({ ...(before.userId === userId ? before : EMPTY_OVERVIEW), ...part, userId }))
    }
    // Each part is loaded separately: a failed one is not shown, and the API client has shown the error.
    const ignore = (reason: unknown) => reason
    api.call('GET /v1/user/info').then((profile) => store({ profile }), ignore)
    api.callWhole('GET /v1/user/getUserCount').then(({ extra: counts }) => store({ counts }), ignore)
    for (const [tab, load] of OPTIONAL) {
      load(api).then(
        () => undefined,
        (reason: unknown) => {
          if (!(reason instanceof ApiError) || reason.code !== CODE.noSuchCall) return
          const { userId: cachedFor, missing } = useCached.getState()
          store({ missing: new Set([...(cachedFor === userId ? missing : []), tab]) })
        },
      )
    }
  }, [api, userId])
  useEffect(refresh, [refresh])
  return { ...(cached.userId === userId ? cached : EMPTY_OVERVIEW), refresh }
}
