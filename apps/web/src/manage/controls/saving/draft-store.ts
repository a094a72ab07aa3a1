import { readLocalItem, writeLocalItem } from '#lib/browser-storage.ts'

/** What somebody has typed and not saved, in this browser. */
export interface StoredDraft<T> {
  /** Version that it began from, and its values then. */
  version: number
  base: T
  values: T
  /** When it was stored, epoch ms. */
  atMs: number
}

const PREFIX = 'manage-draft:'

/** @param key of the thing and its writer; a draft of another form is dropped */
export function readDraft<T extends object>(key: string, like: T): StoredDraft<T> | null {
  const json = readLocalItem(PREFIX + key)
  if (!json) return null
  try {
    const draft = JSON.parse(json) as StoredDraft<T>
    const names = Object.keys(like)
    return names.every((name) => name in draft.values && name in draft.base) ? draft : null
  } catch {
    return null
  }
}

/** `null` removes it. */
export function writeDraft<T>(key: string, draft: StoredDraft<T> | null): void {
  writeLocalItem(PREFIX + key, draft && JSON.stringify(draft))
}
