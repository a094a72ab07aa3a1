import { readLocalItem, writeLocalItem } from '#lib/browser-storage.ts'

/** Typed and unsaved values, stored in this browser. */
export interface StoredDraft<T> {
  /** Version on which the draft is based, with its values. */
  version: number
  base: T
  values: T
  /** Time of storing, epoch ms. */
  atMs: number
}

const PREFIX = 'manage-draft:'

/**
 * @param key key of the object and the writer
 * @param like sample of the form: a draft of another form is dropped
 */
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

/** Stores a draft; `null` removes it. */
export function writeDraft<T>(key: string, draft: StoredDraft<T> | null): void {
  writeLocalItem(PREFIX + key, draft && JSON.stringify(draft))
}
