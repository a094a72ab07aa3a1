import type { ChatMessage } from '../../packages/contract/src/frames.ts'
import type { Message } from '../../packages/contract/src/messages.ts'

interface LogEntry {
  id: string
  fromUserId: string
  content: string
  isWithdrawn: boolean
  /** Place among all messages, as the reference upstream numbers them. */
  seq: number | null
}

/** What a page shows of one conversation. */
export interface ConversationLog {
  /** Oldest first, each once. */
  readonly entries: readonly LogEntry[]
  /** A message that a socket brought. `false`: it was known. */
  hear(message: ChatMessage): boolean
  withdraw(id: string): void
  /** Pages of upstream's history, newest first, as far back as to what is known. */
  fill(records: readonly Message[]): void
}

export function createConversationLog(): ConversationLog {
  let entries: LogEntry[] = []
  /** Also those that the history, asked before, brings later. */
  const withdrawn = new Set<string>()

  function toEntry(message: Message): LogEntry {
    const { id = '', fromUserId, content, isWithdraw, ext } = message
    if (id && isWithdraw === 1) withdrawn.add(id)
    return {
      id: id ?? '',
      fromUserId: fromUserId ?? '',
      content: content ?? '',
      isWithdrawn: withdrawn.has(id ?? ''),
      seq: ext?.seq ?? null,
    }
  }

  /** Upstream's numbers decide, where there are any. */
  function arrange(next: LogEntry[]): void {
    const isNumbered = next.every(({ seq }) => seq !== null)
    entries = isNumbered ? next.sort((one, other) => Number(one.seq) - Number(other.seq)) : next
  }

  return {
    get entries() {
      return entries
    },
    hear(message) {
      if (entries.some(({ id }) => id === message.id)) return false
      arrange([...entries, toEntry(message)])
      return true
    },
    withdraw(id) {
      withdrawn.add(id)
      entries = entries.map((entry) => (entry.id === id ? { ...entry, isWithdrawn: true } : entry))
    },
    fill(records) {
      // Rows move on to the next page when new ones come in between.
      const byId = new Map(records.map((record) => [record.id, toEntry(record)]))
      const rows = [...byId.values()].reverse()
      const filled = new Set(rows.map(({ id }) => id))
      const lastCommon = entries.findLastIndex(({ id }) => filled.has(id))
      const older = entries.filter(({ id }, at) => !filled.has(id) && at < lastCommon)
      // What a socket brought since the history was asked for.
      const newer = entries.filter(({ id }, at) => !filled.has(id) && at > lastCommon)
      arrange([...older, ...rows, ...newer])
    },
  }
}
