import { useEffect, useState } from 'react'
import { readSessionItem, writeSessionItem } from '#lib/session-storage.ts'

/** A short post that is being written. */
export interface SayDraft {
  content: string
  place: string
  isPublic: boolean
  /** Addresses of the pictures that are stored already, in order. */
  pictures: readonly string[]
}

const EMPTY_SAY: SayDraft = { content: '', place: '', isPublic: true, pictures: [] }
const STORAGE_KEY = 'say-draft'

/** The post as it is being written, kept in this tab with each change. `isRead`: what was kept stands in `draft`. */
export function useSayDraft() {
  const [{ draft, isRead }, setState] = useState({ draft: EMPTY_SAY, isRead: false })
  useEffect(() => setState({ draft: readDraft(), isRead: true }), [])
  const change = (changes: Partial<SayDraft>) =>
    setState((before) => {
      const next = { ...before.draft, ...changes }
      writeSessionItem(STORAGE_KEY, JSON.stringify(next))
      return { ...before, draft: next }
    })
  return { draft, isRead, change, drop: () => writeSessionItem(STORAGE_KEY, null) }
}

function readDraft(): SayDraft {
  try {
    const kept = JSON.parse(readSessionItem(STORAGE_KEY) ?? '{}') as Partial<SayDraft>
    const pictures = Array.isArray(kept.pictures) ? kept.pictures.filter((one) => typeof one === 'string') : []
    return { ...EMPTY_SAY, ...kept, pictures }
  } catch {
    return EMPTY_SAY
  }
}
