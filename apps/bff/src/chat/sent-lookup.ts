import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { ChatMessage } from '@portal/contract/frames.ts'
import { MESSAGE_TYPE } from '@portal/contract/socket.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import type { IdempotencyStore } from '#shared-state/idempotency-store.ts'
import type { ChatCaller, ChatUpstream, OutgoingMessage } from './chat-upstream.ts'

interface Sent {
  caller: ChatCaller
  message: OutgoingMessage
  /** Key of the send: each stored message belongs to one send. */
  key: string
}

interface Options {
  chatUpstream: ChatUpstream
  idempotency: IdempotencyStore
}

const PAGE_SIZE = 50
const PAGES_MAX = 4
/** Clocks of two machines differ. */
const SKEW_MS = MINUTE_MS

/** Searches upstream's history for a message that was sent but whose id is unknown. */
export function createSentLookup({ chatUpstream, idempotency }: Options) {
  /** Returns own messages to the peer since then, newest first. `isNumbered`: upstream numbers messages. */
  async function fetchOwnSince({ caller, message }: Sent, sinceMs: number) {
    const own: ChatMessage[] = []
    let isNumbered = false
    for (let pageNo = 1; pageNo <= PAGES_MAX; pageNo += 1) {
      const { messages, pages } = await chatUpstream.history(caller, message.toUserId, pageNo, PAGE_SIZE)
      own.push(...messages.filter((row) => row.fromUserId === caller.session.userId && isSince(row, sinceMs)))
      isNumbered ||= messages.some(({ ext }) => ext?.seq !== undefined)
      const oldest = messages.at(-1)
      if (isNumbered || pageNo >= pages || !oldest || !isSince(oldest, sinceMs)) break
    }
    return { own, isNumbered }
  }

  async function claimFirst(messages: readonly ChatMessage[], key: string): Promise<ChatMessage | null> {
    for (const message of messages) {
      if (await idempotency.claim(message.id, key)) return message
    }
    return null
  }

  return {
    /**
     * Finds the message if upstream has it: the oldest that matches and belongs to no other send. `isKeyHonoured`: this
     * upstream supports `Idempotency-Key`, so that no search is needed.
     * @param sinceMs earliest time at which it may have been stored
     * @throws AppError
     */
    async find(sent: Sent, sinceMs: number): Promise<{ message: ChatMessage | null; isKeyHonoured: boolean }> {
      const { own, isNumbered: isKeyHonoured } = await fetchOwnSince(sent, sinceMs)
      // An upstream that numbers messages supports the key too (`ext` of the contract).
      if (isKeyHonoured) return { message: null, isKeyHonoured }
      const fitting = own.filter((row) => isSame(row, sent.message))
      // Two equal messages may be lost: the one that was sent first is searched first.
      return { message: await claimFirst(fitting.toReversed(), sent.key), isKeyHonoured }
    },
    /**
     * Finds a message that upstream has certainly stored: the newest that matches.
     * @throws AppError
     */
    async findStored(sent: Sent, sinceMs: number): Promise<ChatMessage | null> {
      const { own } = await fetchOwnSince(sent, sinceMs)
      const fitting = own.filter((row) => isSame(row, sent.message))
      // Upstreams of the family rewrite addresses in the text; the newest own message is then the right one.
      return (await claimFirst(fitting, sent.key)) ?? claimFirst(own, sent.key)
    },
  }
}

function isSince({ createTime, ext }: ChatMessage, sinceMs: number): boolean {
  const atMs = ext?.at ?? toInstantMs(createTime)
  // `createTime` has lost its seconds.
  return atMs === null || atMs >= Math.floor((sinceMs - SKEW_MS) / MINUTE_MS) * MINUTE_MS
}

function isSame(row: ChatMessage, sent: OutgoingMessage): boolean {
  const isPicture = row.type === MESSAGE_TYPE.picture
  return (
    isPicture === (sent.type === MESSAGE_TYPE.picture) && normalizeText(row.content) === normalizeText(sent.content)
  )
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** Normalises a text: equal for texts that differ in markup alone; a link that upstream added counts as its address. */
function normalizeText(content: string): string {
  return content
    .replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>.*?<\/a>/g, '$1')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}
