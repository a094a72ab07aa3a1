/** Rules of the audit log for pages too: no schemas here. */

/** Counts above it are not exact: pages show `1000+`. */
export const AUDIT_COUNTED_MAX = 1000
/** Most days of the counts by day. */
export const AUDIT_DAYS_MAX = 92
/** Days counted without a first day. */
export const AUDIT_DAYS = 30
export const AUDIT_SEARCH_MAX = 60
