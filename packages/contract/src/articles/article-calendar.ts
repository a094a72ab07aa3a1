import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nullableString } from '../shapes.ts'

/** Ours: when the articles of all writers were and will be published. */

export const CalendarEntry = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  /** `scheduled`: this text is published at the time, also when readers see an earlier version already. */
  state: Type.Unsafe<'scheduled' | 'published'>({ type: 'string', enum: ['scheduled', 'published'] }),
  /** Readers see an earlier version. */
  isUpdate: Type.Boolean(),
  /** `yyyy-MM-dd HH:mm` in UTC+8. */
  time: Type.String(),
  version: Type.Integer(),
})
export type CalendarEntry = Static<typeof CalendarEntry>

export const CalendarDay = Type.Object({
  /** `yyyy-MM-dd`. */
  day: Type.String(),
  /** Name of the special day of the opening hours, e.g. 春节. */
  special: nullableString,
  /** The laboratory is closed. */
  isClosed: Type.Boolean(),
})
export type CalendarDay = Static<typeof CalendarDay>

export const getArticleCalendar = defineCall('GET /v1/manage/articles/calendar', {
  access: 'staff',
  duties: ['edit'],
  summary: 'Ours: scheduled and published articles of the weeks (Monday to Sunday) that contain a month',
  query: Type.Object({
    /** Default: the present month. */
    month: Type.Optional(Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])$', examples: ['2026-12'] })),
  }),
  data: Type.Object({
    month: Type.String(),
    today: Type.String(),
    days: Type.Array(CalendarDay),
    /** In the order of time. */
    entries: Type.Array(CalendarEntry),
    /** There are more articles than the answer holds. */
    hasMore: Type.Boolean(),
  }),
})

export const articleCalendarCalls = [getArticleCalendar] as const
