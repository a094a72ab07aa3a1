/** Rules of kept certificates and of shares, for pages too: no schemas here. */

/** Days that a share may live. */
export const SHARE_DAYS = [1, 7, 30] as const
export type ShareDays = (typeof SHARE_DAYS)[number]
/** Live shares of one certificate and holder. */
export const LIVE_SHARES_MAX = 10
/** Kept certificates of a member. */
export const KEPT_MAX = 500
/** Rows of a page of the list of kept certificates. */
export const KEPT_PAGE_SIZE = 20
/** Days for which an ended share shows why it ended; then its row is deleted. */
export const ENDED_SHARE_DAYS = 90

/** 32 random bytes in base64url: the secret of a share's link, and the key that revokes one. */
export const SHARE_SECRET_PATTERN = '^[A-Za-z0-9_-]{43}$'

/** Page of a share. */
export const SHARE_PATH = '/share/'
/** Page where a visitor revokes a share; its key is the parameter `key`. */
export const SHARE_REVOKE_PATH = '/share/revoke'
/** Before the paths of both pages in English. */
export const ENGLISH_PREFIX = '/en'

/** Of a kept certificate, as holders of its code see it. */
export type KeptState = 'valid' | 'reissued' | 'withdrawn'
/** What the link of a share shows. */
export const SHARE_STATES = ['shown', 'expired', 'revoked', 'reissued', 'withdrawn', 'mismatch'] as const
export type ShareState = (typeof SHARE_STATES)[number]
