import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline, useBusy } from '#lib/api/use-busy.ts'
import type { ArticleView } from './article-view.ts'

/** State and toggle of the reader's like or favourite of an article. */
export type Reaction = ReturnType<typeof useReaction>

export function useLike(article: ArticleView): Reaction {
  const api = useApi()
  const { revalidate } = useRevalidator()
  // The call toggles without returning the new state.
  const send = () => api.call('GET /v1/article/like', { query: { articleId: article.id } })
  return useReaction(article, { isOn: article.isLiked, count: article.likes }, send, async () => {
    // The like may unlock the rest of the text.
    if (article.gate === 'like') await revalidate()
  })
}

export function useFavourite(article: ArticleView): Reaction {
  const api = useApi()
  const options = { query: { articleId: article.id } }
  return useReaction(article, { isOn: article.isFavourite, count: article.favourites }, (isOn) =>
    isOn ? api.call('DELETE /v1/collect/', options) : api.call('GET /v1/collect/collect', options),
  )
}

/** The result of a change is shown until the article is loaded again. */
function useReaction(
  article: ArticleView,
  loaded: { isOn: boolean; count: number },
  send: (isOn: boolean) => Promise<unknown>,
  onSent?: () => Promise<void>,
) {
  const [changed, setChanged] = useState<{ of: ArticleView; isOn: boolean; count: number } | null>(null)
  const { isBusy, run } = useBusy(showOffline)
  const { isOn, count } = changed?.of === article ? changed : loaded

  const change = async () => {
    await send(isOn)
    setChanged({ of: article, isOn: !isOn, count: Math.max(0, count + (isOn ? -1 : 1)) })
    await onSent?.()
  }
  /** Toggles the reaction. On 401 the client's `onError` opens the login dialog. */
  const toggle = () => {
    if (!isBusy) void run(change)
  }
  return { isOn, count, toggle }
}
