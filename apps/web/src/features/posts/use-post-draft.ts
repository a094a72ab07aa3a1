import { useState } from 'react'
import { readSessionItem, writeSessionItem } from '#lib/browser-storage.ts'

/** A short post that is being written. */
export interface PostDraft {
  content: string
  place: string
  isPublic: boolean
  /** Addresses of the uploaded pictures, in order. */
  pictures: readonly string[]
}

const EMPTY_POST: PostDraft = { content: '', place: '', isPublic: true, pictures: [] }
const STORAGE_KEY = 'say-draft'

/** Keeps the draft of a post in session storage. Only the owner of the site gets this form, so never on the server. */
export function usePostDraft() {
  const [draft, setDraft] = useState(readDraft)
  const change = (changes: Partial<PostDraft>) =>
    setDraft((before) => {
      const next = { ...before, ...changes }
      writeSessionItem(STORAGE_KEY, JSON.stringify(next))
      return next
    })
  return { draft, change, drop: () => writeSessionItem(STORAGE_KEY, null) }
}

function readDraft(): PostDraft {
  try {
    const stored = JSON.parse(readSessionItem(STORAGE_KEY) ?? '{}') as Partial<PostDraft>
    const pictures = Array.isArray(stored.pictures) ? stored.pictures.filter((one) => typeof one === 'string') : []
    return { ...EMPTY_POST, ...stored, pictures }
  } catch {
    return EMPTY_POST
  }
}
