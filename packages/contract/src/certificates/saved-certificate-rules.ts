/** Rules for saved certificates and for shares. Pages import them, so there are no schemas here. */

/** Lifetimes of a share that can be chosen, in days. */
export const SHARE_DAYS = [1, 7, 30] as const
export type ShareDays = (typeof SHARE_DAYS)[number]
/** Maximum number of live shares of one certificate and holder. */
export const LIVE_SHARES_MAX = 10
/** Maximum number of saved certificates of a member. */
export const SAVED_CERTIFICATES_MAX = 500
/** Page size of the list of saved certificates. */
export const SAVED_CERTIFICATES_PAGE_SIZE = 20
/** Days for which an ended share shows why it ended. Its row is deleted after that. */
export const ENDED_SHARE_DAYS = 90

/** Pattern of 32 random bytes in base64url: the secret of a share's link, and the key that revokes a share. */
export const SHARE_SECRET_PATTERN = '^[A-Za-z0-9_-]{43}$'

/** Path of the page that shows a share. */
export const SHARE_PATH = '/share/'
/** Path of the page where a visitor revokes a share; the parameter `key` holds the key. */
export const SHARE_REVOKE_PATH = '/share/revoke'
/** Prefix of the paths of both pages in English. */
export const ENGLISH_PREFIX = '/en'

/** State of a saved certificate, as holders of its code see it. */
export type SavedCertificateState = 'valid' | 'reissued' | 'withdrawn'
/** State that the link of a share shows. */
export const SHARE_STATES = ['shown', 'expired', 'revoked', 'reissued', 'withdrawn', 'mismatch'] as const
export type ShareState = (typeof SHARE_STATES)[number]
