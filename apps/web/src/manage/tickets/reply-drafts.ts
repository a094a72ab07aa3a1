import { create } from 'zustand'
import { readDraft, writeDraft } from '#manage/controls/saving/draft-store.ts'

const EMPTY = { text: '' }

interface Draft {
  text: string
  /** Time of storing, epoch ms; `null`: nothing is stored. */
  atMs: number | null
}

/** Drafts that are open in this tab; the browser stores all of them. */
const useDrafts = create<{ drafts: Readonly<Record<string, Draft>> }>()(() => ({ drafts: {} }))

/** Stores a typed text; an empty text removes it. */
export function writeText(key: string, text: string): void {
  const atMs = Date.now()
  writeDraft(key, text === '' ? null : { version: 0, base: EMPTY, values: { text }, atMs })
  useDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: { text, atMs: text === '' ? null : atMs } } }))
}

function readText(key: string): Draft {
  const stored = readDraft(key, EMPTY)
  return stored ? { text: stored.values.text, atMs: stored.atMs } : { text: '', atMs: null }
}

/** The typed text that is not sent yet. */
export function useReplyDraft(key: string) {
  const draft = useDrafts(({ drafts }) => drafts[key]) ?? readText(key)
  return { ...draft, write: (text: string) => writeText(key, text) }
}
