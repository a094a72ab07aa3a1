import { MINUTE_MS } from '@portal/contract/constants.ts'
import { useEffect, useState } from 'react'
import type { PostView } from './post-view.ts'

/** Returns the posts with their ages as they are now. Those of the server hold for a minute; only then is the code loaded. */
export function usePresentAges(posts: readonly PostView[]): readonly PostView[] {
  const [update, setUpdate] = useState<((post: PostView) => PostView) | null>(null)
  useEffect(() => {
    const refresh = async () => {
      const { updateAge } = await import('./present-age.ts')
      const nowMs = Date.now()
      setUpdate(() => (post: PostView) => updateAge(post, nowMs))
    }
    // A lost connection leaves the ages as they are.
    const timer = setInterval(() => void refresh().catch(() => {}), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return update ? posts.map(update) : posts
}
