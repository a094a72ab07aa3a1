/** `extra` of the lists of categories and of tags. */
export interface Merges {
  merged?: readonly { from: number; into: number }[]
}

/** The category or tag that an id leads to: itself, or what it was merged into. */
export function mergedInto<Id extends number | null>(id: Id, { merged = [] }: Merges): Id {
  return (merged.find(({ from }) => from === id)?.into as Id | undefined) ?? id
}

/** Instead of categories or tags that could not be loaded. */
export const NO_TOPICS = { data: [], extra: {} }
