import { useEffect } from 'react'
import { useRevalidator } from 'react-router-dom'
import type { ArticleView } from './article-view.ts'

/**
 * Reloads an article behind the code gate after server rendering: its HTML is the same for everybody and shows the gate
 * closed, but this reader may have passed it.
 */
export function useFreshAfterCode({ gate }: ArticleView, isFromServer: boolean): void {
  const { revalidate } = useRevalidator()
  const isDoubtful = isFromServer && gate === 'code'
  useEffect(() => {
    if (isDoubtful) void revalidate()
  }, [isDoubtful, revalidate])
}
