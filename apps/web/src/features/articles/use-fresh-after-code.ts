import { useEffect } from 'react'
import { useRevalidator } from 'react-router-dom'
import type { ArticleView } from './article-view.ts'

/**
 * Loads an article behind the code gate once more when the server made the page: its HTML is the same for everybody
 * and shows the gate closed, but whoever has passed it, logged in or not, should not have to again.
 */
export function useFreshAfterCode({ gate }: ArticleView, isFromServer: boolean): void {
  const { revalidate } = useRevalidator()
  const isDoubtful = isFromServer && gate === 'code'
  useEffect(() => {
    if (isDoubtful) void revalidate()
  }, [isDoubtful, revalidate])
}
