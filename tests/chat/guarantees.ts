import type { ChatClient } from './chat-client.ts'
import type { StoredMessage } from './chat-world.ts'

interface Case {
  clients: readonly ChatClient[]
  /** All messages of upstream, in its order. */
  stored: readonly StoredMessage[]
  /** Whether upstream numbers its messages; otherwise clients keep the order of arrival. */
  isNumbered: boolean
}

/** Descriptions of all violated guarantees of the chat. */
export function findViolatedGuarantees({ clients, stored, isNumbered }: Case): string[] {
  return [
    ...clients.flatMap((client) => [
      ...client.faults.map((fault) => `${client.name}: ${fault}`),
      ...(client.isSettled ? [] : [`${client.name} has pending requests`]),
      ...findUnacknowledged(client, stored),
      ...findOutOfOrder(client, stored),
      ...findWrongCounters(client, stored),
      ...findWrongLists(client, stored, isNumbered),
    ]),
    ...findDuplicated(stored),
    ...findWrongWithdrawals(clients, stored),
    ...findUnexplained(clients, stored),
  ]
}

function findUnacknowledged(client: ChatClient, stored: readonly StoredMessage[]): string[] {
  const byId = new Map(stored.map((message) => [message.id, message]))
  return client.said.flatMap(({ content, answer }) => {
    if (!answer) return [`${client.name}: «${content}» was never acknowledged`]
    const kept = byId.get(answer.id)
    if (!kept) return [`${client.name}: «${content}» was acknowledged and is lost`]
    return kept.content === content || kept.isWithdrawn ? [] : [`${client.name}: «${content}» became «${kept.content}»`]
  })
}

function findOutOfOrder(client: ChatClient, stored: readonly StoredMessage[]): string[] {
  const places = new Map(stored.map(({ id }, place) => [id, place]))
  const last = new Map<string, number>()
  return client.said.flatMap(({ toUserId, content, answer }) => {
    const place = places.get(answer?.id ?? '') ?? Number.NaN
    const isLate = place < (last.get(toUserId) ?? -1)
    last.set(toUserId, place)
    return isLate ? [`${client.name}: «${content}» is stored before an earlier message`] : []
  })
}

function findDuplicated(stored: readonly StoredMessage[]): string[] {
  const contents = stored.filter(({ isWithdrawn }) => !isWithdrawn).map(({ content }) => content)
  return contents
    .filter((content, at) => contents.indexOf(content) !== at)
    .map((content) => `«${content}» is stored twice`)
}

function findWrongWithdrawals(clients: readonly ChatClient[], stored: readonly StoredMessage[]): string[] {
  const wanted = new Set(clients.flatMap(({ withdrawn }) => [...withdrawn]))
  return stored
    .filter(({ id, isWithdrawn }) => wanted.has(id) !== isWithdrawn)
    .map(({ id, content }) => `«${content}» ${wanted.has(id) ? 'was withdrawn and is there' : 'is gone'}`)
}

function findUnexplained(clients: readonly ChatClient[], stored: readonly StoredMessage[]): string[] {
  const answered = new Set(clients.flatMap(({ said }) => said.map(({ answer }) => answer?.id)))
  return stored.filter(({ id }) => !answered.has(id)).map(({ content }) => `«${content}» was acknowledged to no client`)
}

function findWrongCounters({ name, userId, counters }: ChatClient, stored: readonly StoredMessage[]): string[] {
  const unread = stored.filter(({ toUserId, isRead }) => toUserId === userId && !isRead).length
  return counters?.private === unread ? [] : [`${name} counts ${counters?.private} unread where there are ${unread}`]
}

function findWrongLists(client: ChatClient, stored: readonly StoredMessage[], isNumbered: boolean): string[] {
  return client.peerIds.flatMap((peerId) => {
    const wanted = stored
      .filter(({ fromUserId, toUserId }) => {
        const pair = [fromUserId, toUserId]
        return pair.includes(client.userId) && pair.includes(peerId)
      })
      .map(({ id, content, isWithdrawn }) => `${id} ${isWithdrawn || content}`)
    const shown = client.log(peerId).entries.map(({ id, content, isWithdrawn }) => `${id} ${isWithdrawn || content}`)
    const isSame = isNumbered ? wanted.join('\n') === shown.join('\n') : isSameSet(wanted, shown)
    return isSame ? [] : [`${client.name} shows a different list: ${describeDifference(wanted, shown)}`]
  })
}

function isSameSet(wanted: readonly string[], shown: readonly string[]): boolean {
  return wanted.length === shown.length && new Set([...wanted, ...shown]).size === wanted.length
}

function describeDifference(wanted: readonly string[], shown: readonly string[]): string {
  const missing = wanted.filter((one) => !shown.includes(one))
  const extra = shown.filter((one, at) => !wanted.includes(one) || shown.indexOf(one) !== at)
  if (missing.length + extra.length === 0) return 'in another order'
  return `${missing.length} missing ${JSON.stringify(missing.slice(0, 3))}, ${extra.length} too many ${JSON.stringify(extra.slice(0, 3))}`
}
