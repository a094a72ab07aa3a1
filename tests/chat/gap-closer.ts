import { setTimeout as wait } from 'node:timers/promises'
import type { Message } from '../../packages/contract/src/community/messages.ts'
import { WITHDRAW_MS } from '../../packages/contract/src/socket.ts'
import { toInstantMs } from '../../packages/contract/src/time.ts'
import type { BrowserLogin } from './browser-login.ts'
import type { ConversationLog } from './conversation-log.ts'
import { PASSING_CODES } from './outbox.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Fetches messages that a tab may have missed while it had no socket. */
export interface GapCloser {
  readonly isClosed: boolean
  /** Opens a gap: later messages may be missed. */
  open(): void
  /**
   * Fetches the history of every conversation, back to a known message that is too old to have been withdrawn since;
   * retries until it succeeds.
   */
  close(): Promise<void>
  end(): void
}

interface Options {
  /** Conversation logs by peer. */
  logs: ReadonlyMap<string, ConversationLog>
  login: BrowserLogin
  siteUrls: readonly string[]
  random: SeededRandom
  onFault: (fault: string) => void
}

const PAGE_SIZE = 40
const PATIENCE_MS = 10_000

/** `createTime` is cut to the minute. */
const SKEW_MS = 60_000

interface Gap {
  /** Ids that were known when the gap began. */
  known: ReadonlySet<string>
  /** Start of the gap, epoch ms. */
  sinceMs: number
}

interface HistoryPage {
  records: Message[]
  pages: number
}

export function createGapCloser({ logs, login, siteUrls, random, onFault }: Options): GapCloser {
  /** Open gaps by peer. */
  const gaps = new Map<string, Gap>()
  let isClosing = false
  let isEnded = false

  async function ask(toUserId: string, pageNo: number): Promise<HistoryPage> {
    const query = new URLSearchParams({ toUserId, pageNo: String(pageNo), pageSize: String(PAGE_SIZE) })
    const address = `${random.pick(siteUrls)}/v1/im/selectUserImHistory?${query}`
    const answer = await fetch(address, { headers: login.headers, signal: AbortSignal.timeout(PATIENCE_MS) })
    const { code, message, data } = (await answer.json()) as { code: number; message: string; data: HistoryPage }
    if (code === 200) return data
    if (!PASSING_CODES.includes(code)) onFault(`the history was answered with ${code} ${message}`)
    throw new Error(message)
  }

  async function closeOne(peerId: string, log: ConversationLog, gap: Gap): Promise<void> {
    const records: Message[] = []
    for (let pageNo = 1; ; pageNo += 1) {
      const page = await ask(peerId, pageNo)
      records.push(...page.records)
      const oldestAtMs = toInstantMs(page.records.at(-1)?.createTime) ?? 0
      const isFarEnough = oldestAtMs < gap.sinceMs - WITHDRAW_MS - SKEW_MS
      if (pageNo >= page.pages || (isFarEnough && records.some(({ id }) => id && gap.known.has(id)))) break
    }
    log.fill(records)
    // A gap that was opened again meanwhile stays open.
    if (gaps.get(peerId) === gap) gaps.delete(peerId)
  }

  return {
    get isClosed() {
      return gaps.size === 0
    },
    open() {
      for (const [peerId, { entries }] of logs) {
        // An open gap keeps its start.
        const { known, sinceMs } = gaps.get(peerId) ?? {
          known: new Set(entries.map(({ id }) => id)),
          sinceMs: Date.now(),
        }
        gaps.set(peerId, { known, sinceMs })
      }
    },
    async close() {
      if (isClosing) return
      isClosing = true
      while (gaps.size > 0 && !isEnded) {
        const closing = [...gaps].map(async ([peerId, gap]) => {
          const log = logs.get(peerId)
          if (log) await closeOne(peerId, log, gap)
        })
        const results = await Promise.allSettled(closing)
        if (results.some(({ status }) => status === 'rejected')) await wait(random.between(200, 800))
      }
      isClosing = false
    },
    end() {
      isEnded = true
    },
  }
}
