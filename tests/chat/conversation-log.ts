import type { Message } from '../../packages/contract/src/community/messages.ts'
import type { ChatMessage } from '../../packages/contract/src/frames.ts'

interface LogEntry {
  id: string
  fromUserId: string
  content: string
  isWithdrawn: boolean
  /** Sequence number of the reference upstream. */
  seq: number | null
}

/** The messages of one conversation as a page shows them. */
export interface ConversationLog {
  /** Entries, oldest first, each once. */
  readonly entries: readonly LogEntry[]
  /** Adds a message from a socket. `false`: it was known. */
  receive(message: ChatMessage): boolean
  withdraw(id: string): void
  /** Adds pages of the history, newest first, back to a known message. */
  fill(records: readonly Message[]): void
}

export function createConversationLog(): ConversationLog {
  let entries: LogEntry[] = []
  /** Also applies to messages from a history request that is still pending. */
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

  /** Sorted by the numbers of upstream where they exist. */
  function arrange(next: LogEntry[]): void {
    const isNumbered = next.every(({ seq }) => seq !== null)
    entries = isNumbered ? next.sort((one, other) => Number(one.seq) - Number(other.seq)) : next
  }

  return {
    get entries() {
      return entries
    },
    receive(message) {
      if (entries.some(({ id }) => id === message.id)) return false
      arrange([...entries, toEntry(message)])
      return true
    },
    withdraw(id) {
      withdrawn.add(id)
      entries = entries.map((entry) => (entry.id === id ? { ...entry, isWithdrawn: true } : entry))
    },
    fill(records) {
      // Rows shift to the next page when new messages arrive between requests.
      const byId = new Map(records.map((record) => [record.id, toEntry(record)]))
      const rows = [...byId.values()].reverse()
      const filled = new Set(rows.map(({ id }) => id))
      const lastCommon = entries.findLastIndex(({ id }) => filled.has(id))
      const older = entries.filter(({ id }, at) => !filled.has(id) && at < lastCommon)
      // These messages arrived by a socket after the history request.
      const newer = entries.filter(({ id }, at) => !filled.has(id) && at > lastCommon)
      arrange([...older, ...rows, ...newer])
    },
  }
}
