import { useEffect, useState } from 'react'
import { readSessionItem, writeSessionItem } from '#lib/session-storage.ts'

/** A short post that is being written. */
export interface PostDraft {
  content: string
  place: string
  isPublic: boolean
  /** Addresses of the pictures that are stored already, in order. */
  pictures: readonly string[]
}

const EMPTY_POST: PostDraft = { content: '', place: '', isPublic: true, pictures: [] }
const STORAGE_KEY = 'say-draft'

/** The post as it is being written, kept in this tab with each change. `isRead`: what was kept stands in `draft`. */
export function usePostDraft() {
  const [{ draft, isRead }, setState] = useState({ draft: EMPTY_POST, isRead: false })
  useEffect(() => setState({ draft: readDraft(), isRead: true }), [])
  const change = (changes: Partial<PostDraft>) =>
    setState((before) => {
      const next = { ...before.draft, ...changes }
      writeSessionItem(STORAGE_KEY, JSON.stringify(next))
      return { ...before, draft: next }
    })
  return { draft, isRead, change, drop: () => writeSessionItem(STORAGE_KEY, null) }
}

function readDraft(): PostDraft {
  try {
    const kept = JSON.parse(readSessionItem(STORAGE_KEY) ?? '{}') as Partial<PostDraft>
    const pictures = Array.isArray(kept.pictures) ? kept.pictures.filter((one) => typeof one === 'string') : []
    return { ...EMPTY_POST, ...kept, pictures }
  } catch {
    return EMPTY_POST
  }
}
