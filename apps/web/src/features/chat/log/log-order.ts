import type { ChatEntry } from '../chat-message.ts'

type Placed = Pick<ChatEntry, 'id' | 'seq'>

/**
 * Merges two parts of a conversation, both oldest first; `join` merges entries that both have. Sequence numbers decide the
 * order, else the order of `incoming`, which is upstream's. Parts without a common entry are appended, or prepended with
 * `isOlder`.
 */
export function mergeOrdered<T extends Placed>(
  known: readonly T[],
  incoming: readonly T[],
  join: (known: T, incoming: T) => T,
  isOlder = false,
): T[] {
  const byId = new Map(incoming.map((item) => [item.id, item]))
  const joined = known.map((item) => {
    const again = byId.get(item.id)
    return again ? join(item, again) : item
  })
  const ordered = sortByIds(joined, [...byId.keys()])
  return sortByNumber(insertNew(ordered, [...byId.values()], isOlder))
}

/** Sorts the items with these ids into the given order, within the positions that they occupied. */
function sortByIds<T extends Placed>(items: readonly T[], ids: readonly string[]): T[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const wanted = ids.map((id) => byId.get(id)).filter((item) => item !== undefined)
  const moved = new Set(wanted.map(({ id }) => id))
  return items.map((item) => (moved.has(item.id) ? (wanted.shift() ?? item) : item))
}

/** Inserts each new item after its predecessor in `incoming`, or before the first known one. */
function insertNew<T extends Placed>(known: readonly T[], incoming: readonly T[], isOlder: boolean): T[] {
  const knownIds = new Set(known.map(({ id }) => id))
  const firstCommon = incoming.find(({ id }) => knownIds.has(id))
  if (!firstCommon) return isOlder ? [...incoming, ...known] : [...known, ...incoming]
  const before = new Map<string, T[]>()
  const after = new Map<string, T[]>()
  let list: T[] = []
  before.set(firstCommon.id, list)
  for (const item of incoming) {
    if (!knownIds.has(item.id)) list.push(item)
    else {
      list = []
      after.set(item.id, list)
    }
  }
  return known.flatMap((item) => [...(before.get(item.id) ?? []), item, ...(after.get(item.id) ?? [])])
}

/** Sorts the numbered items within the positions that they occupied. */
function sortByNumber<T extends Placed>(items: readonly T[]): T[] {
  const numbered = items.filter(({ seq }) => seq !== null).sort((one, other) => Number(one.seq) - Number(other.seq))
  let at = 0
  return items.map((item) => (item.seq === null ? item : (numbered[at++] ?? item)))
}
