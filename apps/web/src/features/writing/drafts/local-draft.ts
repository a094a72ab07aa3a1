import { DAY_MS } from '@portal/contract/constants.ts'
import type { Writing } from '../writing.ts'

/** Age after which drafts are deleted. */
export const DRAFT_MAX_AGE_MS = 90 * DAY_MS

/** A picture in the text that is not uploaded yet. */
export interface LocalPicture {
  /** Key of the picture in the text, see `placeholder`. */
  key: string
  name: string
  /** File of the picture; missing when the device could not store it. */
  file?: Blob | undefined
  /** Address on another site, from which it is copied. */
  origin?: string
}

/** A draft stored on this device. */
export interface LocalDraft {
  /** Storage key, see `toDraftKey`. */
  key: string
  writing: Writing
  pictures: readonly LocalPicture[]
  /** Addresses of pictures that need no alternative text. */
  decorative: readonly string[]
  /** Fingerprint of the upstream version on which it is based; `null` for a new article. */
  base: string | null
  /** Instant of saving, ms. Strictly increasing for each key, so that it also identifies the version. */
  savedAt: number
}

/** Storage key of a draft: one for each account and article, and one for visitors. */
export function toDraftKey(userId: string | null, articleId: number | null): string {
  return `${userId === null ? 'visitor' : `user-${userId}`}/${articleId ?? 'new'}`
}
