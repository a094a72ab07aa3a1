import { DAY_MS } from '@portal/contract/constants.ts'
import type { Writing } from '../writing.ts'

/** Older drafts are deleted. */
export const DRAFT_MAX_AGE_MS = 90 * DAY_MS

/** A picture of the text that is not uploaded yet. */
export interface LocalPicture {
  /** Its key in the text, see `placeholder`. */
  key: string
  name: string
  /** Missing where the device could not store it. */
  file?: Blob | undefined
}

/** A draft stored on this device. */
export interface LocalDraft {
  /** See `draftKey`. */
  key: string
  writing: Writing
  pictures: readonly LocalPicture[]
  /** Addresses of pictures that need no alternative text. */
  decorative: readonly string[]
  /** Fingerprint of the upstream version it was based on; `null` for a new article. */
  base: string | null
  /** Instant, ms. Strictly increasing for each key, so that it also identifies the version. */
  savedAt: number
}

/** One draft for each account and article, and one for visitors. */
export function draftKey(userId: string | null, articleId: number | null): string {
  return `${userId === null ? 'visitor' : `user-${userId}`}/${articleId ?? 'new'}`
}
