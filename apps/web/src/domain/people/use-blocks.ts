import { useEffect } from 'react'
import { create } from 'zustand'
import type { ApiClient } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useSession } from '#lib/session.ts'

interface Blocks {
  userId: string | null
  /** `null` while unknown, and when upstream does not support blocking. */
  blocked: ReadonlySet<string> | null
}

const useBlocks = create<Blocks>()(() => ({ userId: null, blocked: null }))

/** Whether the current user has blocked this person; `null` when unknown. */
export function useIsBlocked(peerId: string): boolean | null {
  const api = useApi()
  const userId = useSession(({ user }) => user?.id ?? null)
  const known = useBlocks()
  useEffect(() => {
    if (userId !== null && useBlocks.getState().userId !== userId) void loadBlocks(api, userId)
  }, [api, userId])
  if (userId === null || known.userId !== userId || !known.blocked) return null
  return known.blocked.has(peerId)
}

async function loadBlocks(api: ApiClient, userId: string): Promise<void> {
  useBlocks.setState({ userId, blocked: null })
  try {
    const listed = await api.call('GET /v1/im/block', { quiet: true })
    if (useBlocks.getState().userId === userId) useBlocks.setState({ blocked: new Set(listed.map(({ id }) => id)) })
  } catch {
    // When the call is unsupported or fails, the page does not offer blocking.
  }
}

/** @throws ApiError, or a network error */
export async function blockUser(api: ApiClient, userId: string): Promise<void> {
  await api.call('POST /v1/im/block', { query: { userId } })
  useBlocks.setState(({ blocked }) => ({ blocked: blocked && new Set([...blocked, userId]) }))
}

/** @throws ApiError, or a network error */
export async function unblockUser(api: ApiClient, userId: string): Promise<void> {
  await api.call('DELETE /v1/im/block', { query: { userId } })
  useBlocks.setState(({ blocked }) => ({ blocked: blocked && new Set([...blocked].filter((id) => id !== userId)) }))
}
