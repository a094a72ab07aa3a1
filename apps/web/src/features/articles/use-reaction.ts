import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import type { ArticleView } from './article-view.ts'

/** The reader's like of an article, or its place among the favourites. */
export interface Reaction {
  isOn: boolean
  count: number
  /** Adds or removes it. On 401 the client's `onError` opens the login dialog. */
  toggle: () => void
}

export function useLike(article: ArticleView): Reaction {
  const api = useApi()
  const { revalidate } = useRevalidator()
  return useReaction(
    article,
    { isOn: article.isLiked, count: article.likes },
    {
      // The call toggles without answering the new state.
      send: () => api.call('GET /v1/article/like', { query: { articleId: article.id } }),
      // The like may unlock the rest of the text.
      onSent: async () => {
        if (article.gate === 'like') await revalidate()
      },
    },
  )
}

export function useFavourite(article: ArticleView): Reaction {
  const api = useApi()
  return useReaction(
    article,
    { isOn: article.isKept, count: article.favourites },
    {
      send: (isOn) => {
        const options = { query: { articleId: article.id } }
        return isOn ? api.call('DELETE /v1/collect/', options) : api.call('GET /v1/collect/collect', options)
      },
    },
  )
}

interface ReactionCalls {
  send: (isOn: boolean) => Promise<unknown>
  onSent?: () => Promise<void>
}

/** A change holds until the article is loaded again. */
function useReaction(
  article: ArticleView,
  loaded: Omit<Reaction, 'toggle'>,
  { send, onSent }: ReactionCalls,
): Reaction {
  const [changed, setChanged] = useState<{ of: ArticleView; isOn: boolean; count: number } | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { isOn, count } = changed?.of === article ? changed : loaded

  const toggle = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await send(isOn)
      setChanged({ of: article, isOn: !isOn, count: Math.max(0, count + (isOn ? -1 : 1)) })
      await onSent?.()
    } catch (reason) {
      if (!(reason instanceof ApiError)) showToast('error', '网络不通，请稍后重试')
    } finally {
      setIsBusy(false)
    }
  }
  return { isOn, count, toggle: () => void toggle() }
}
