import { readLocalItem } from '#lib/browser-storage.ts'

/** Storage key of the checkpoint that the browser verified last. */
export const SEEN_KEY = 'log-seen'

/**
 * Whether this browser has checked the log of this site before. This file is separate, because pages need it before the
 * code of the checks is loaded.
 */
export const hasSeenLog = (): boolean => readLocalItem(SEEN_KEY) !== null
