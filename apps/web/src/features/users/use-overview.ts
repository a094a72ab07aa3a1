import { CODE } from '@portal/contract/errors.ts'
import { useCallback, useEffect } from 'react'
import { create } from 'zustand'
import { type ApiClient, ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import type { UserInfo } from '#lib/session.ts'
import type { UserCounts } from './profile-head.tsx'
import type { TabName } from './user-address.ts'

interface Overview {
  /** Whose it is. */
  userId: string | null
  profile: UserInfo | null
  counts: UserCounts | null
  /** Tabs whose call upstream does not have. */
  missing: ReadonlySet<TabName>
}

const NOTHING: Overview = { userId: null, profile: null, counts: null, missing: new Set() }

/** What stands above the tabs. Kept for this browser tab, as the page is made anew with each of its tabs. */
const useKept = create<Overview>()(() => NOTHING)

/** Calls of ours, which other upstreams may lack (contract, `listFollowed`, `getAccountSecurity`). */
const OPTIONAL: readonly [TabName, (api: ApiClient) => Promise<unknown>][] = [
  ['follows', (api) => api.call('GET /v1/followed/', { query: { pageNo: 1, pageSize: 1 }, quiet: true })],
  ['security', (api) => api.call('GET /v1/user/security', { quiet: true })],
  ['blocked', (api) => api.call('GET /v1/im/block', { quiet: true })],
]

/** Profile, numbers and what is missing of the own page, and a way to ask again after something has changed. */
export function useOverview(userId: string): Overview & { refresh: () => void } {
  const api = useApi()
  const kept = useKept()
  const refresh = useCallback(() => {
    const keep = (part: Partial<Overview>) => {
      useKept.setState((before) => ({ ...(before.userId === userId ? before : NOTHING), ...part, userId }))
    }
    // Each part by itself: what could not be had is not shown, and the client has said why.
    const left = (reason: unknown) => reason
    api.call('GET /v1/user/info').then((profile) => keep({ profile }), left)
    api.callWhole('GET /v1/user/getUserCount').then(({ extra: counts }) => keep({ counts }), left)
    for (const [tab, ask] of OPTIONAL) {
      ask(api).then(
        () => undefined,
        (reason: unknown) => {
          if (!(reason instanceof ApiError) || reason.code !== CODE.noSuchCall) return
          const { userId: of, missing } = useKept.getState()
          keep({ missing: new Set([...(of === userId ? missing : []), tab]) })
        },
      )
    }
  }, [api, userId])
  useEffect(refresh, [refresh])
  return { ...(kept.userId === userId ? kept : NOTHING), refresh }
}
