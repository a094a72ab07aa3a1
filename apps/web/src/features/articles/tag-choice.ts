export interface CountedTag {
  id: number
  name: string
  articleNum: number
}

/** Tags with the most articles first; the one that is chosen is always among `first`. */
export function splitTags(
  tags: readonly CountedTag[],
  chosenId: number | null,
  size: number,
): { first: CountedTag[]; rest: CountedTag[] } {
  const sorted = [...tags].sort((a, b) => b.articleNum - a.articleNum || a.id - b.id)
  const first = sorted.filter(({ id }, index) => index < size || id === chosenId)
  return { first, rest: sorted.filter((tag) => !first.includes(tag)) }
}
