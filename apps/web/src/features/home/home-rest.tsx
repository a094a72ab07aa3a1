import type { ArticleSummary } from '#domain/articles/article-summary.ts'
import { Credentials } from './credentials.tsx'
import { GemTray } from './gem-tray.tsx'
import { Goods } from './goods.tsx'

export interface HomeRestProps {
  gems: ArticleSummary[] | null
  goods: ArticleSummary[] | null
}

/** What one scrolls to on the home page. */
export function HomeRest({ gems, goods }: HomeRestProps) {
  return (
    <>
      <GemTray gems={gems} />
      <Goods goods={goods} />
      <Credentials />
    </>
  )
}
