import { formatDate, formatDateTime, formatLongDate, toMachineDate, type WireDate } from '#lib/format.ts'

const FORMATS = { date: formatDate, dateTime: formatDateTime, long: formatLongDate }

/** Shows `2026-11-12`, `2026-11-12 09:30` or `2026年11月12日`, in Shanghai time. */
export function Time({ at, format = 'date' }: { at: WireDate; format?: keyof typeof FORMATS }) {
  const machine = toMachineDate(at)
  return machine === undefined ? null : <time dateTime={machine}>{FORMATS[format](at)}</time>
}
