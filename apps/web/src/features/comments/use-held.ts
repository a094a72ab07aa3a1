import { useCallback, useEffect, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useSession } from '#lib/session.ts'
import { type CommentView, toHeldComment } from './comment-view.ts'

/** The user's own comments on an article that wait for approval or were rejected, and a function that reloads them. */
export function useHeld(articleId: number): [rows: readonly CommentView[], reload: () => Promise<void>] {
  const api = useApi()
  const userId = useSession(({ user }) => user?.id)
  const [rows, setRows] = useState<readonly CommentView[]>([])
  const reload = useCallback(async () => {
    const query = { articleId }
    // Other upstreams hold no comment back, and lack the call.
    const held = userId ? await api.call('GET /v1/comment/waiting', { query, quiet: true }).catch(() => []) : []
    setRows(held.map(toHeldComment))
  }, [api, articleId, userId])
  useEffect(() => void reload(), [reload])
  return [rows, reload]
}
