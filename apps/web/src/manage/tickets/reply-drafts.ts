import { create } from 'zustand'
import { readDraft, writeDraft } from '#manage/controls/saving/draft-store.ts'

const EMPTY = { text: '' }

interface Draft {
  text: string
  /** When it was stored, epoch ms; `null`: nothing is. */
  atMs: number | null
}

/** Texts that are open in this tab; all are kept in the browser. */
const useDrafts = create<{ drafts: Readonly<Record<string, Draft>> }>()(() => ({ drafts: {} }))

/** Stores what was typed. Empty: removes it. */
export function writeText(key: string, text: string): void {
  const atMs = Date.now()
  writeDraft(key, text === '' ? null : { version: 0, base: EMPTY, values: { text }, atMs })
  useDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: { text, atMs: text === '' ? null : atMs } } }))
}

function readText(key: string): Draft {
  const stored = readDraft(key, EMPTY)
  return stored ? { text: stored.values.text, atMs: stored.atMs } : { text: '', atMs: null }
}

/** What was typed and not sent yet. */
export function useReplyDraft(key: string) {
  const draft = useDrafts(({ drafts }) => drafts[key]) ?? readText(key)
  return { ...draft, write: (text: string) => writeText(key, text) }
}
