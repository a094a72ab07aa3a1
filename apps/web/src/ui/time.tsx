import { formatDate, formatDateTime, formatLongDate, toMachineDate, type WireDate } from '#lib/format.ts'

const FORMATS = { date: formatDate, dateTime: formatDateTime, long: formatLongDate }

export interface TimeProps {
  at: WireDate
  /** `2026-11-12`, `2026-11-12 09:30` or `2026年11月12日`, in Shanghai time. */
  format?: keyof typeof FORMATS
  className?: string | undefined
}

export function Time({ at, format = 'date', className }: TimeProps) {
  const machine = toMachineDate(at)
  if (machine === undefined) return null
  return (
    <time className={className} dateTime={machine}>
      {FORMATS[format](at)}
    </time>
  )
}
