import { useEffect } from 'react'
import { create } from 'zustand'
import type { ApiClient } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useSession } from '#lib/session.ts'

interface Blocks {
  /** Whose they are. */
  userId: string | null
  /** `null` before they are known, and where upstream has no blocks. */
  blocked: ReadonlySet<string> | null
}

/** Kept for this browser tab. */
const useBlocks = create<Blocks>()(() => ({ userId: null, blocked: null }))

/** Whether the member has blocked this person; `null` where that cannot be known, so that nothing is offered. */
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
    // Not offered until the next page is opened: this upstream has none, or did not answer.
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
