const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/

/** `3 Nov 2026` of `2026-11-03`; any other text as it is. Apart from the printed rows, whose English words few pages need. */
export function writeEnglishDay(day: string): string {
  return day.replace(DAY, (_day, year, month, date) => `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`)
}
