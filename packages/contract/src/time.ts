/** China Standard Time has no daylight saving, so a fixed offset is exact. */
const UTC8_MS = 8 * 60 * 60 * 1000
const WALL_CLOCK = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/

/**
 * Parses any date form of the wire to an instant in epoch ms: epoch ms, wall clock in UTC+8 (`yyyy-MM-dd`, with `HH:mm` or
 * `HH:mm:ss`), or ISO 8601 with an offset. `null` for anything else.
 */
export function toInstantMs(wire: string | number | null | undefined): number | null {
  if (typeof wire === 'number') return Number.isFinite(wire) ? wire : null
  if (!wire) return null
  const wall = WALL_CLOCK.exec(wire)
  if (wall) {
    const [, year, month, day, hour = '0', minute = '0', second = '0'] = wall
    return (
      Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) - UTC8_MS
    )
  }
  const instantMs = Date.parse(wire)
  return Number.isNaN(instantMs) ? null : instantMs
}

function formatWallClock(instantMs: number): string {
  return new Date(instantMs + UTC8_MS).toISOString()
}

/** Formats an instant as `yyyy-MM-dd HH:mm:ss` in UTC+8. */
export function toWireDateTime(instantMs: number): string {
  return formatWallClock(instantMs).slice(0, 19).replace('T', ' ')
}

/** Formats an instant that may be missing. */
export const toNullableTime = (at: number | null): string | null => (at === null ? null : toWireDateTime(at))

/** Formats an instant as `yyyy-MM-dd HH:mm` in UTC+8, the form of messages and notices. */
export function toWireMinute(instantMs: number): string {
  return toWireDateTime(instantMs).slice(0, 16)
}

/** Formats an instant as `yyyy-MM-dd` in UTC+8. */
export function toWireDate(instantMs: number): string {
  return formatWallClock(instantMs).slice(0, 10)
}
