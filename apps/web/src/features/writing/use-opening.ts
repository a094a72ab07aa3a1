import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import type { DraftStore } from './drafts/draft-store.ts'
import { type Choice, loadOpening, type Start } from './load-opening.ts'

export type OpeningState =
  | { phase: 'loading' }
  | { phase: 'failed'; message: string }
  | { phase: 'choosing'; choice: Choice; choose: (which: 'here' | 'other') => Promise<void> }
  | { phase: 'ready'; start: Start; store: DraftStore; turn: number; time: number }

/** Loads the local draft and the stored article, again whenever `turn` changes. While `turn` is `null` it waits. */
export function useOpening(userId: string | null, articleId: () => number | null, turn: number | null) {
  const api = useApi()
  const [opening, setOpening] = useState<OpeningState>({ phase: 'loading' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (turn === null) return undefined
    // Identifies this opening: the editor is remounted for each.
    const time = tries + turn
    const controller = new AbortController()
    const open = async () => {
      const { store, start } = await loadOpening(api.boundTo(controller.signal), userId, articleId())
      if (controller.signal.aborted) return
      if (!('takeHere' in start)) return setOpening({ phase: 'ready', start, store, turn, time })
      const choose = async (which: 'here' | 'other') => {
        const chosen = await (which === 'here' ? start.takeHere() : start.takeOther())
        setOpening({ phase: 'ready', start: chosen, store, turn, time })
      }
      setOpening({ phase: 'choosing', choice: start, choose })
    }
    open().catch((reason: unknown) => {
      if (controller.signal.aborted) return
      const message = reason instanceof ApiError ? reason.message : '网络不通，或服务暂时没有响应。请检查网络后重试。'
      setOpening({ phase: 'failed', message })
    })
    return () => controller.abort()
  }, [api, userId, articleId, turn, tries])
  const reopen = useCallback(() => {
    setOpening({ phase: 'loading' })
    setTries((count) => count + 1)
  }, [])
  return { opening, reopen }
}
