import type { ArticleListItem } from '@portal/contract/articles.ts'
import type { TagCount } from '@portal/contract/site.ts'

export interface CategoryTag {
  id: number
  name: string
  /** Articles with it: among the category's sample, and on the whole site. */
  inSample: number
  inAll: number
}

/**
 * Tags to narrow a category by, the most frequent first. Upstream counts a tag's articles over all categories, so the
 * tags of a sample of this one say which of them lead to anything; without a sample, all count.
 */
export function tagsOfCategory(
  tags: readonly TagCount[],
  sample: readonly Pick<ArticleListItem, 'tagList'>[],
): CategoryTag[] {
  const found = new Map<number, number>()
  for (const { id } of sample.flatMap(({ tagList }) => tagList ?? [])) found.set(id, (found.get(id) ?? 0) + 1)
  return tags
    .map(({ id, name, articleNum }) => ({ id, name, inSample: found.get(id) ?? 0, inAll: articleNum ?? 0 }))
    .filter(({ inSample, inAll }) => (found.size > 0 ? inSample > 0 : inAll > 0))
    .sort((a, b) => b.inSample - a.inSample || b.inAll - a.inAll || a.id - b.id)
}

/** The first few, and with them the one that is chosen; and the others. */
export function splitTags<T extends { id: number }>(
  tags: readonly T[],
  chosenId: number | null,
  size: number,
): { first: T[]; rest: T[] } {
  const first = tags.filter(({ id }, index) => index < size || id === chosenId)
  return { first, rest: tags.filter((tag) => !first.includes(tag)) }
}
