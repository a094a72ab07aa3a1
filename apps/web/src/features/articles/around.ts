import type { ArticleNeighbour } from '@portal/contract/articles.ts'
import type { ExtraFor } from '@portal/contract/calls.ts'
import { articlePath } from '#domain/articles/article-summary.ts'

interface AroundLink {
  id: number
  title: string
  to: string
}

/** Articles to read next; empty with an upstream that does not send them. */
export interface ArticleAround {
  previous: AroundLink | null
  next: AroundLink | null
  related: readonly AroundLink[]
}

const MOST_RELATED = 4

export function toAround({ previous, next, related }: ExtraFor<'GET /v1/article/info'>): ArticleAround {
  return {
    previous: previous ? toLink(previous) : null,
    next: next ? toLink(next) : null,
    // Leave out what is linked above.
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
