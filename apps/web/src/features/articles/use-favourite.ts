import { useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import type { ArticleView } from './article-view.ts'

export interface Favourite {
  isKept: boolean
  count: number
  /** Adds or removes the favourite. On 401 the client's `onError` opens the login dialog. */
  toggle: () => void
}

/** Favourite state of an article; a change holds until the article is loaded again. */
export function useFavourite(article: ArticleView): Favourite {
  const api = useApi()
  const [turned, setTurned] = useState<{ of: ArticleView; isKept: boolean; count: number } | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { isKept, count } = turned?.of === article ? turned : { isKept: article.isKept, count: article.favourites }

  const turn = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      const options = { query: { articleId: article.id } }
      if (isKept) await api.call('DELETE /v1/collect/', options)
      else await api.call('GET /v1/collect/collect', options)
      setTurned({ of: article, isKept: !isKept, count: Math.max(0, count + (isKept ? -1 : 1)) })
    } catch (reason) {
      if (!(reason instanceof ApiError)) showToast('error', '网络不通，请稍后重试')
    } finally {
      setIsBusy(false)
    }
  }
  return { isKept, count, toggle: () => void turn() }
}
