import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import type { ArticleView } from './article-view.ts'

export interface Like {
  isLiked: boolean
  count: number
  /** Likes, or takes the like back. A visitor is asked to log in: the client's `onError` opens the dialog on 401. */
  toggle: () => void
}

/**
 * The reader's like of an article. The call turns the like over and does not say which way, so the flag is turned here,
 * and counts until the article is loaded anew.
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
      // The rest of the text may be waiting behind this like.
      if (article.gate === 'like') await revalidate()
    } catch (reason) {
      if (!(reason instanceof ApiError)) showToast('error', '网络不通，请稍后重试')
    } finally {
      setIsBusy(false)
    }
  }
  return { isLiked, count, toggle: () => void turn() }
}
