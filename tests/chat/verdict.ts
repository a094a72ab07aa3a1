import type { ChatClient } from './chat-client.ts'
import type { StoredMessage } from './chat-world.ts'

interface Case {
  clients: readonly ChatClient[]
  /** All of upstream's messages, in its order. */
  stored: readonly StoredMessage[]
  /** Whether upstream numbers its messages; else pages keep the order in which they heard of them. */
  isNumbered: boolean
}

/** Every promise of the chat that is broken, in words; empty when all are kept. */
export function brokenPromises({ clients, stored, isNumbered }: Case): string[] {
  return [
    ...clients.flatMap((client) => [
      ...client.faults.map((fault) => `${client.name}: ${fault}`),
      ...(client.isSettled ? [] : [`${client.name} is not settled`]),
      ...unanswered(client, stored),
      ...outOfOrder(client, stored),
      ...otherCounters(client, stored),
      ...otherLists(client, stored, isNumbered),
    ]),
    ...doubled(stored),
    ...otherWithdrawals(clients, stored),
    ...fromNowhere(clients, stored),
  ]
}

function unanswered(client: ChatClient, stored: readonly StoredMessage[]): string[] {
  const byId = new Map(stored.map((message) => [message.id, message]))
  return client.said.flatMap(({ content, answer }) => {
    if (!answer) return [`${client.name}: «${content}» was never answered`]
    const kept = byId.get(answer.id)
    if (!kept) return [`${client.name}: «${content}» was answered and is lost`]
    return kept.content === content || kept.isWithdrawn ? [] : [`${client.name}: «${content}» became «${kept.content}»`]
  })
}

function outOfOrder(client: ChatClient, stored: readonly StoredMessage[]): string[] {
  const places = new Map(stored.map(({ id }, place) => [id, place]))
  const last = new Map<string, number>()
  return client.said.flatMap(({ toUserId, content, answer }) => {
    const place = places.get(answer?.id ?? '') ?? Number.NaN
    const isLate = place < (last.get(toUserId) ?? -1)
    last.set(toUserId, place)
    return isLate ? [`${client.name}: «${content}» stands before what was said earlier`] : []
  })
}

function doubled(stored: readonly StoredMessage[]): string[] {
  const contents = stored.filter(({ isWithdrawn }) => !isWithdrawn).map(({ content }) => content)
  return contents
    .filter((content, at) => contents.indexOf(content) !== at)
    .map((content) => `«${content}» is there twice`)
}

function otherWithdrawals(clients: readonly ChatClient[], stored: readonly StoredMessage[]): string[] {
  const wanted = new Set(clients.flatMap(({ withdrawn }) => [...withdrawn]))
  return stored
    .filter(({ id, isWithdrawn }) => wanted.has(id) !== isWithdrawn)
    .map(({ id, content }) => `«${content}» ${wanted.has(id) ? 'was taken back and is there' : 'is gone'}`)
}

function fromNowhere(clients: readonly ChatClient[], stored: readonly StoredMessage[]): string[] {
  const answered = new Set(clients.flatMap(({ said }) => said.map(({ answer }) => answer?.id)))
  return stored.filter(({ id }) => !answered.has(id)).map(({ content }) => `«${content}» is nobody's answer`)
}

function otherCounters({ name, userId, counters }: ChatClient, stored: readonly StoredMessage[]): string[] {
  const unread = stored.filter(({ toUserId, isRead }) => toUserId === userId && !isRead).length
  return counters?.private === unread ? [] : [`${name} counts ${counters?.private} unread where there are ${unread}`]
}

function otherLists(client: ChatClient, stored: readonly StoredMessage[], isNumbered: boolean): string[] {
  return client.peerIds.flatMap((peerId) => {
    const wanted = stored
      .filter(({ fromUserId, toUserId }) => {
        const pair = [fromUserId, toUserId]
        return pair.includes(client.userId) && pair.includes(peerId)
      })
      .map(({ id, content, isWithdrawn }) => `${id} ${isWithdrawn || content}`)
    const shown = client.log(peerId).entries.map(({ id, content, isWithdrawn }) => `${id} ${isWithdrawn || content}`)
    const isSame = isNumbered ? wanted.join('\n') === shown.join('\n') : isSameSet(wanted, shown)
    return isSame ? [] : [`${client.name} shows another list: ${difference(wanted, shown)}`]
  })
}

function isSameSet(wanted: readonly string[], shown: readonly string[]): boolean {
  return wanted.length === shown.length && new Set([...wanted, ...shown]).size === wanted.length
}

function difference(wanted: readonly string[], shown: readonly string[]): string {
  const missing = wanted.filter((one) => !shown.includes(one))
  const extra = shown.filter((one, at) => !wanted.includes(one) || shown.indexOf(one) !== at)
  if (missing.length + extra.length === 0) return 'in another order'
  return `${missing.length} missing ${JSON.stringify(missing.slice(0, 3))}, ${extra.length} too many ${JSON.stringify(extra.slice(0, 3))}`
}
