import type { ChatMessage } from '../../packages/contract/src/frames.ts'
import type { Message } from '../../packages/contract/src/messages.ts'

export interface LogEntry {
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
      const withdrawn = new Set(entries.filter(({ isWithdrawn }) => isWithdrawn).map(({ id }) => id))
      const known = rows.map((row) => (withdrawn.has(row.id) ? { ...row, isWithdrawn: true } : row))
      arrange([...older, ...known, ...newer])
    },
  }
}

function toEntry({ id, fromUserId, content, isWithdraw, ext }: Message): LogEntry {
  return {
    id: id ?? '',
    fromUserId: fromUserId ?? '',
    content: content ?? '',
    isWithdrawn: isWithdraw === 1,
    seq: ext?.seq ?? null,
  }
}
