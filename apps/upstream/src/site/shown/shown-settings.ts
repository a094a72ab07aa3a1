import { DAY_MS } from '@portal/contract/constants.ts'
import { readFlag } from '@portal/contract/lists.ts'
import { formatOpeningHours, formatSpecialDay } from '@portal/contract/site/opening-hours.ts'
import type { SiteInfo } from '@portal/contract/site/site.ts'
import type { OpenSpan, SpecialDays } from '@portal/contract/site/site-settings.ts'
import { toInstantMs, toWireDate } from '@portal/contract/time.ts'

/** How long before their beginning holidays are shown. */
const HOLIDAYS_AHEAD_MS = 45 * DAY_MS

type StoredSettings = Record<string, unknown>

const toTextOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

/** Returns the public settings at an instant: bulletin and lantern only within their time. */
export function toShownSettings(stored: StoredSettings, nowMs: number): SiteInfo {
  const { bulletin, bulletinFrom, bulletinUntil, lantern, lanternFrom, lanternUntil } = stored
  return {
    ...(stored as SiteInfo),
    openingHours: writeOpeningHours(stored),
    holidays: formatHolidays(stored, nowMs),
    bulletin: isWithin(bulletinFrom, bulletinUntil, nowMs) ? toTextOrNull(bulletin) : null,
    lantern: readFlag(lantern as boolean | null) && isWithin(lanternFrom, lanternUntil, nowMs),
  }
}

function isWithin(from: unknown, until: unknown, nowMs: number): boolean {
  const [begin, end] = [toInstantMs(toTextOrNull(from)), toInstantMs(toTextOrNull(until))]
  return (begin === null || nowMs >= begin) && (end === null || nowMs < end)
}

/** Returns in how many ms the answer of `toShownSettings` changes without a save; `null`: it does not. */
export function computeChangeMs(stored: StoredSettings, nowMs: number): number | null {
  const { bulletinFrom, bulletinUntil, lanternFrom, lanternUntil, specialDays } = stored
  const instants = [bulletinFrom, bulletinUntil, lanternFrom, lanternUntil].map((one) => toInstantMs(toTextOrNull(one)))
  // A holiday ends at midnight, and the next one may come near enough to be shown.
  if (Array.isArray(specialDays)) instants.push((toInstantMs(toWireDate(nowMs)) ?? nowMs) + DAY_MS)
  const futureInstants = instants.filter((instant) => instant !== null && instant > nowMs) as number[]
  return futureInstants.length > 0 ? Math.min(...futureInstants) - nowMs : null
}

/** Writes the hours as a text. An older text is used until hours are set. */
export function writeOpeningHours({ weekHours, openingHours }: StoredSettings): string | null {
  return Array.isArray(weekHours) ? formatOpeningHours(weekHours as OpenSpan[][]) : toTextOrNull(openingHours)
}

/** Returns `LOGIN_TYPE` of the logins that staff have switched off. */
export function loginTypesOff({ loginTypesOff }: StoredSettings): readonly number[] {
  return Array.isArray(loginTypesOff) ? loginTypesOff : []
}

function formatHolidays({ specialDays }: StoredSettings, nowMs: number): string | null {
  if (!Array.isArray(specialDays)) return null
  const [today, horizon] = [toWireDate(nowMs), toWireDate(nowMs + HOLIDAYS_AHEAD_MS)]
  const nextHolidays = (specialDays as SpecialDays[])
    .filter(({ from, until }) => until >= today && from <= horizon)
    .sort((one, other) => one.from.localeCompare(other.from))
  return nextHolidays.map((days) => formatSpecialDay(days, today)).join('；') || null
}
