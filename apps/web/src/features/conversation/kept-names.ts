import { readSessionItem, writeSessionItem } from '#lib/browser-storage.ts'
import { type ConversationNames, whichOf } from './conversation-action.ts'

const ITEM = 'conversation'

/** Stores which conversation this tab shows, for a reload. It ends with the tab. */
export function keepNames(names: ConversationNames): void {
  writeSessionItem(ITEM, `${names.key} ${names.ticket}`)
}

/** Which conversation this tab has shown; `null` when none. */
export function keptNames(): ConversationNames | null {
  const [key = '', ticket = ''] = readSessionItem(ITEM)?.split(' ') ?? []
  const names = { key, ticket }
  return whichOf(names) && names
}
