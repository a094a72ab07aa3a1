const DAY_MS = 86_400_000

/**
 * First day of the first lunar month, from published calendars (rule: GB/T 33661-2017). `Intl` is a day late in 2027, whose new
 * moon is four minutes before midnight.
 */
const SPRING_FESTIVALS = [
  ...['2027-02-06', '2028-01-26', '2029-02-13', '2030-02-03', '2031-01-23', '2032-02-11', '2033-01-31'],
  ...['2034-02-19', '2035-02-08', '2036-01-28', '2037-02-15', '2038-02-04', '2039-01-24', '2040-02-12'],
]

/**
 * Computes start and end of the lanterns around the next Spring Festival: from seven days before it to the end of its fifteenth
 * day, the Lantern Festival. UTC+8; `null` after the last known festival.
 */
export function findSpringFestivalSpan(nowMs: number): { from: string; until: string } | null {
  for (const day of SPRING_FESTIVALS) {
    const firstMs = Date.parse(day)
    if (firstMs + 15 * DAY_MS <= nowMs) continue
    return { from: `${formatDay(firstMs - 7 * DAY_MS)} 00:00`, until: `${formatDay(firstMs + 15 * DAY_MS)} 00:00` }
  }
  return null
}

function formatDay(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10)
}
