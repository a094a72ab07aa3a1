/** States of a `CertificateAnswer`. The module loads no schemas, because web imports it. */
export const CERTIFICATE_STATES = ['valid', 'reissued', 'withdrawn', 'examination', 'mismatch', 'unknown'] as const
export type CertificateState = (typeof CERTIFICATE_STATES)[number]

/** States of a number in the database; `draft` is invisible to the public. */
export type StoredCertificateState = 'published' | 'reissued' | 'withdrawn' | 'examination' | 'draft'

/** Categories of samples, as printed. */
export const CERTIFICATE_CATEGORIES = {
  gemstone: '宝石',
  jade: '玉石',
  turquoise: '绿松石',
  diamond: '钻石',
  organic: '有机宝石',
  metal: '贵金属饰品',
} as const
export type CertificateCategory = keyof typeof CERTIFICATE_CATEGORIES

/** Grams in a carat, exactly. */
export const GRAMS_PER_CARAT = 0.2

/** Maximum length of each part of a report of a forgery, in characters. */
export const REPORT_MAX = { certificateNo: 60, place: 300, text: 1000, contact: 120 } as const
/** Maximum number of pictures in a report of a forgery. */
export const REPORT_PICTURES_MAX = 6
