import { readLocalItem } from '#lib/browser-storage.ts'

/** Where the browser keeps the checkpoint that it verified last. */
export const SEEN_KEY = 'log-seen'

/** Whether this browser has checked the log of this site before. In a file of its own, as pages need it before the code of checks. */
export const hasSeenLog = (): boolean => readLocalItem(SEEN_KEY) !== null
