const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/

/**
 * Formats `2026-11-03` as `3 Nov 2026`; returns any other text unchanged. It is apart from the printed rows, because few pages
 * need their English words.
 */
export function formatEnglishDay(day: string): string {
  return day.replace(DAY, (_day, year, month, date) => `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`)
}
