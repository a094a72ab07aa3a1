import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { Db } from '#platform/db/open.ts'

export interface Neighbour {
  id: number
  title: string
  categoryId: number
  slug: string | null
}

/** Articles that are read for each tag. An article that shares several tags is among the newest of them. */
const NEWEST_OF_TAG = 50
const RELATED_MAX = 4

type Place = { id: number; categoryId: number; createdAt: number }

export type NeighbourRepository = ReturnType<typeof createNeighbourRepository>

/** Articles beside another one: the previous and next in its category, and related ones. */
export function createNeighbourRepository({ db }: { db: Db }) {
  function queryPublished() {
    return db
      .selectFrom('articles')
      .select(['id', 'title', 'category_id as categoryId', 'slug'])
      .where('is_publish', '=', PUBLISH_STATE.published)
  }

  async function findNeighbour(
    { id, categoryId, createdAt }: Place,
    way: 'older' | 'newer',
  ): Promise<Neighbour | undefined> {
    const [sign, order] = way === 'older' ? (['<', 'desc'] as const) : (['>', 'asc'] as const)
    return await queryPublished()
      .where('category_id', '=', categoryId)
      // Compares one row value instead of two columns, so that the database enters the index at this place instead of
      // reading up to it.
      .where((eb) => eb(eb.refTuple('created_at', 'id'), sign, eb.tuple(createdAt, id)))
      .orderBy('created_at', order)
      .orderBy('id', order)
      .limit(1)
      .executeTakeFirst()
  }

  return {
    /** `previous` is older, `next` is newer; a standing page has neither. */
    async findBesides(place: Place): Promise<{ previous: Neighbour | null; next: Neighbour | null }> {
      if (place.categoryId === PAGE_CATEGORY) return { previous: null, next: null }
      const [previous, next] = await Promise.all([findNeighbour(place, 'older'), findNeighbour(place, 'newer')])
      return { previous: previous ?? null, next: next ?? null }
    },

    /** Lists the articles that share most tags with it, newest first among equals. */
    async listRelated(articleId: number, tagIds: readonly number[]): Promise<Neighbour[]> {
      const shared = new Map<number, number>()
      for (const tagId of tagIds) {
        const rows = await db
          .selectFrom('article_tags')
          .select('article_id')
          .where('tag_id', '=', tagId)
          .orderBy('article_id', 'desc')
          .limit(NEWEST_OF_TAG)
          .execute()
        for (const { article_id: id } of rows) if (id !== articleId) shared.set(id, (shared.get(id) ?? 0) + 1)
      }
      const best = [...shared].sort(([idA, countA], [idB, countB]) => countB - countA || idB - idA).map(([id]) => id)
      if (best.length === 0) return []
      // Some articles may have been unpublished since.
      const candidates = best.slice(0, 2 * RELATED_MAX)
      // Selects by id alone. With the state in the condition, SQLite scans all published articles.
      const rows = await db
        .selectFrom('articles')
        .select(['id', 'title', 'category_id as categoryId', 'slug', 'is_publish as isPublish'])
        .where('id', 'in', candidates)
        .execute()
      const publishedRows = rows.filter(({ isPublish }) => isPublish === PUBLISH_STATE.published)
      const byId = new Map(publishedRows.map(({ isPublish: _published, ...row }) => [row.id, row]))
      return candidates.flatMap((id) => byId.get(id) ?? []).slice(0, RELATED_MAX)
    },
  }
}
