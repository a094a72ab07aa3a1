import type { ArticleSummary } from '#domain/articles/article-summary.ts'
import { Credentials } from './credentials.tsx'
import { GemTray } from './gem-tray.tsx'
import { Goods } from './goods.tsx'

export interface HomeRestProps {
  gems: ArticleSummary[] | null
  goods: ArticleSummary[] | null
}

/** The home page below the fold. */
export function HomeRest({ gems, goods }: HomeRestProps) {
  return (
    <>
      <GemTray gems={gems} />
      <Goods goods={goods} />
      <Credentials />
    </>
  )
}
