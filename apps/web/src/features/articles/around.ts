import type { ArticleNeighbour } from '@portal/contract/articles.ts'
import type { ExtraFor } from '@portal/contract/calls.ts'
import { articlePath } from '#domain/articles/article-summary.ts'

interface AroundLink {
  id: number
  title: string
  to: string
}

/** Where to read on; an upstream of another make says nothing of it. */
export interface ArticleAround {
  previous: AroundLink | null
  next: AroundLink | null
  related: readonly AroundLink[]
}

/** More would be a list of its own. */
const MOST_RELATED = 4

export function toAround({ previous, next, related }: ExtraFor<'GET /v1/article/info'>): ArticleAround {
  return {
    previous: previous ? toLink(previous) : null,
    next: next ? toLink(next) : null,
    // What stands above already need not be offered again.
    related: (related ?? [])
      .filter(({ id }) => id !== previous?.id && id !== next?.id)
      .slice(0, MOST_RELATED)
      .map(toLink),
  }
}

function toLink(neighbour: ArticleNeighbour): AroundLink {
  const { id, title } = neighbour
  return { id, title, to: articlePath(neighbour) }
}
