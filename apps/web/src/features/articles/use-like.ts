import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import type { ArticleView } from './article-view.ts'

export interface Like {
  isLiked: boolean
  count: number
  /** Adds or removes the like. On 401 the client's `onError` opens the login dialog. */
  toggle: () => void
}

/**
 * Like state of an article. The call toggles without answering the new state, so it is toggled here until the article
 * is loaded again.
 */
export function useLike(article: ArticleView): Like {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [turned, setTurned] = useState<{ of: ArticleView; isLiked: boolean; count: number } | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { isLiked, count } = turned?.of === article ? turned : { isLiked: article.isLiked, count: article.likes }

  const turn = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await api.call('GET /v1/article/like', { query: { articleId: article.id } })
      setTurned({ of: article, isLiked: !isLiked, count: Math.max(0, count + (isLiked ? -1 : 1)) })
      // The like may unlock the rest of the text.
      if (article.gate === 'like') await revalidate()
    } catch (reason) {
      if (!(reason instanceof ApiError)) showToast('error', '网络不通，请稍后重试')
    } finally {
      setIsBusy(false)
    }
  }
  return { isLiked, count, toggle: () => void turn() }
}
