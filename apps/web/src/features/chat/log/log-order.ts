import type { ChatEntry } from '../chat-message.ts'

type Placed = Pick<ChatEntry, 'id' | 'seq'>

/**
 * Two stretches of a conversation as one, both oldest first. What both hold stands once, as `join` says. The order is that
 * of the numbers where there are numbers, else that of `incoming`, which is upstream's; what only `known` holds stays where
 * it was. Without anything in common `incoming` is put at the end, or with `isOlder` at the front.
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
  const ordered = inOrderOf(joined, [...byId.keys()])
  return inNumberOrder(withNew(ordered, [...byId.values()], isOlder))
}

/** Items of these ids in that order, on the places that they held. */
function inOrderOf<T extends Placed>(items: readonly T[], ids: readonly string[]): T[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const wanted = ids.map((id) => byId.get(id)).filter((item) => item !== undefined)
  const moved = new Set(wanted.map(({ id }) => id))
  return items.map((item) => (moved.has(item.id) ? (wanted.shift() ?? item) : item))
}

/** Each new one after the one before it in `incoming`; those before the first known one in front of that. */
function withNew<T extends Placed>(known: readonly T[], incoming: readonly T[], isOlder: boolean): T[] {
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

/** Numbered items in the order of their numbers, on the places that numbered items held. */
function inNumberOrder<T extends Placed>(items: readonly T[]): T[] {
  const numbered = items.filter(({ seq }) => seq !== null).sort((one, other) => Number(one.seq) - Number(other.seq))
  let at = 0
  return items.map((item) => (item.seq === null ? item : (numbered[at++] ?? item)))
}
