import { readSessionItem, writeSessionItem } from '#lib/browser-storage.ts'
import { type ConversationNames, toConversationRef } from './conversation-action.ts'

const ITEM = 'conversation'

/** Stores the names of the conversation in this tab, for a reload. They are deleted with the tab. */
export function storeNames(names: ConversationNames): void {
  writeSessionItem(ITEM, `${names.key} ${names.ticket}`)
}

/** Names of the conversation that this tab has shown; `null` when there is none. */
export function readNames(): ConversationNames | null {
  const [key = '', ticket = ''] = readSessionItem(ITEM)?.split(' ') ?? []
  const names = { key, ticket }
  return toConversationRef(names) && names
}
