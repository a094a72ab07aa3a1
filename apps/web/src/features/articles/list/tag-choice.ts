import type { ArticleListItem } from '@portal/contract/articles/articles.ts'
import type { TagCount } from '@portal/contract/site/site.ts'

export type CategoryTag = ReturnType<typeof listCategoryTags>[number]

/**
 * Tags to filter a category by, most frequent first. Upstream counts a tag over all categories, so only the tags of a
 * sample of this category are listed, with the number of articles in the sample and on the site; without a sample, all
 * tags in use are listed.
 */
export function listCategoryTags(tags: readonly TagCount[], sample: readonly Pick<ArticleListItem, 'tagList'>[]) {
  const found = new Map<number, number>()
  for (const { id } of sample.flatMap(({ tagList }) => tagList ?? [])) found.set(id, (found.get(id) ?? 0) + 1)
  return tags
    .map(({ id, name, articleNum }) => ({ id, name, inSample: found.get(id) ?? 0, inAll: articleNum ?? 0 }))
    .filter(({ inSample, inAll }) => (found.size > 0 ? inSample > 0 : inAll > 0))
    .sort((a, b) => b.inSample - a.inSample || b.inAll - a.inAll || a.id - b.id)
}

/** Splits the tags: the first few with the chosen one, and the rest. */
export function splitTags<T extends { id: number }>(tags: readonly T[], chosenId: number | null, size: number) {
  const first = tags.filter(({ id }, index) => index < size || id === chosenId)
  return { first, rest: tags.filter((tag) => !first.includes(tag)) }
}
