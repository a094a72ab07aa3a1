import type { CalendarDay, CalendarEntry } from '@portal/contract/articles/article-calendar.ts'
import { DAY_MS, PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import { DEFAULT_HOURS, type OpeningHours } from '@portal/contract/site/working-time.ts'
import { toInstantMs, toWireDate, toWireMinute } from '@portal/contract/time.ts'
import type { Db } from '#platform/db/open.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'

/** Maximum articles of each kind in one month. */
const ENTRIES_MAX = 300
const DAYS_A_WEEK = 7

/** Lists the days of the weeks (Monday to Sunday) that contain a month. @param month `2026-12` */
export function listMonthDays(month: string): string[] {
  const first = Date.parse(`${month}-01`)
  // Sunday is 0.
  const daysBefore = (new Date(first).getUTCDay() + 6) % DAYS_A_WEEK
  const days: string[] = []
  for (let day = first - daysBefore * DAY_MS; ; day += DAY_MS) {
    const name = new Date(day).toISOString().slice(0, 10)
    if (name.slice(0, 7) > month && days.length % DAYS_A_WEEK === 0) return days
    days.push(name)
  }
}

/** Reads the calendar of a month. */
export async function readCalendar({ db, site }: { db: Db; site: SiteRepository }, month: string, nowMs: number) {
  const days = listMonthDays(month)
  const from = toInstantMs(days[0]) ?? 0
  const until = from + days.length * DAY_MS
  const scheduled = await readScheduled(db, from, until)
  const published = await readPublished(db, from, until)
  const entries = [...scheduled.slice(0, ENTRIES_MAX), ...published.slice(0, ENTRIES_MAX)]
  return {
    month,
    today: toWireDate(nowMs),
    days: describeDays(days, await site.readSettings()),
    entries: entries.sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : one.id - other.id)),
    hasMore: scheduled.length > ENTRIES_MAX || published.length > ENTRIES_MAX,
  }
}

/** Adds the opening hours to the days, which begin with a Monday. */
function describeDays(days: readonly string[], settings: Record<string, unknown>): CalendarDay[] {
  const { weekHours, specialDays } = settings as Partial<{ weekHours: OpeningHours['weekHours'] | null }> & {
    specialDays?: readonly { name: string; from: string; until: string; spans: readonly unknown[] }[] | null
  }
  return days.map((day, at) => {
    const special = specialDays?.find(({ from, until }) => from <= day && day <= until)
    const spans = special?.spans ?? (weekHours ?? DEFAULT_HOURS.weekHours)[at % DAYS_A_WEEK] ?? []
    return { day, special: special?.name ?? null, isClosed: spans.length === 0 }
  })
}

const queryArticles = (db: Db) =>
  db
    .selectFrom('articles')
    .where('articles.category_id', '!=', PAGE_CATEGORY)
    .limit(ENTRIES_MAX + 1)

async function readScheduled(db: Db, from: number, until: number): Promise<CalendarEntry[]> {
  const rows = await queryArticles(db)
    .innerJoin('article_schedules', 'article_schedules.article_id', 'articles.id')
    .select(['articles.id', 'articles.title', 'articles.version', 'articles.is_publish', 'publish_at', 'form'])
    .where('publish_at', '>=', from)
    .where('publish_at', '<', until)
    .orderBy('publish_at')
    .execute()
  return rows.map(({ id, title, version, is_publish, publish_at, form }) => ({
    id,
    title: (JSON.parse(form) as { title?: string }).title ?? title,
    state: 'scheduled',
    isUpdate: is_publish === PUBLISH_STATE.published,
    time: toWireMinute(publish_at),
    version,
  }))
}

async function readPublished(db: Db, from: number, until: number): Promise<CalendarEntry[]> {
  const rows = await queryArticles(db)
    .select(['articles.id', 'articles.title', 'articles.version', 'articles.created_at'])
    .where('articles.is_publish', '=', PUBLISH_STATE.published)
    // Both values, so that the index of the newest articles is used.
    .where('articles.is_stick', 'in', [0, 1])
    .where('articles.created_at', '>=', from)
    .where('articles.created_at', '<', until)
    .orderBy('articles.created_at')
    .execute()
  return rows.map(({ id, title, version, created_at }) => ({
    id,
    title,
    state: 'published',
    isUpdate: false,
    time: toWireMinute(created_at),
    version,
  }))
}
