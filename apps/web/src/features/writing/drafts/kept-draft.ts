import { DAY_MS } from '@portal/contract/constants.ts'
import type { Writing } from '../writing.ts'

/** What nobody has touched for so long is forgotten. */
export const KEPT_FOR_MS = 90 * DAY_MS

/** A picture that stands in the text and is not stored upstream yet. */
export interface KeptPicture {
  /** Its name in the text, see `placeholder`. */
  key: string
  name: string
  /** Left out where the device could not keep it. */
  file?: Blob | undefined
}

/** What is written, as this device keeps it until it is stored upstream. */
export interface KeptDraft {
  /** See `draftKey`. */
  key: string
  writing: Writing
  pictures: readonly KeptPicture[]
  /** Addresses of pictures that need no words. */
  decorative: readonly string[]
  /** Fingerprint of upstream's version that this one was made from; `null` for a new article. */
  base: string | null
  /** Instant, ms. Tells versions of one key apart: each save has a later one. */
  savedAt: number
}

/** One draft for each account and article; a visitor has one too. */
export function draftKey(userId: string | null, articleId: number | null): string {
  return `${userId === null ? 'visitor' : `user-${userId}`}/${articleId ?? 'new'}`
}
