import {
  VIEW_DAYS,
  VIEW_HOST_FROM,
  VIEW_HOSTS_MAX,
  VIEW_SOURCES,
} from '@portal/contract/articles/article-view-rules.ts'
import type { ArticleViews } from '@portal/contract/articles/article-views.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { Db } from '#platform/db/open.ts'
import { READ_TO_END } from '#platform/figures/daily-counts.ts'

/** Reads the views of an article in the last days, today included. */
export async function readArticleViews(db: Db, articleId: number, nowMs: number): Promise<ArticleViews> {
  const days = Array.from({ length: VIEW_DAYS }, (_none, at) => toWireDate(nowMs - (VIEW_DAYS - 1 - at) * DAY_MS))
  const rows = await db
    .selectFrom('daily_counts')
    .select(['day', 'key', 'times'])
    .where('kind', '=', `read.${articleId}`)
    .where('day', '>=', days[0] ?? '')
    .execute()
  const views = rows.filter(({ key }) => key !== READ_TO_END)
  const ends = rows.filter(({ key }) => key === READ_TO_END)
  const sumByDay = (counted: typeof rows) =>
    days.map((name) => counted.reduce((sum, { day, times }) => sum + (day === name ? times : 0), 0))
  return { days, views: sumByDay(views), ends: sumByDay(ends), sources: sumSources(views) }
}

/** Adds up the sources; hosts with few views on a day, and those beyond the shown ones, are others. */
function sumSources(views: readonly { key: string; times: number }[]): ArticleViews['sources'] {
  const sums = new Map<string, number>()
  const add = (name: string, times: number) => sums.set(name, (sums.get(name) ?? 0) + times)
  for (const { key, times } of views) add(key in VIEW_SOURCES || times >= VIEW_HOST_FROM ? key : 'other', times)
  const byTimes = ([one, most]: [string, number], [other, less]: [string, number]) =>
    less - most || (one < other ? -1 : 1)
  const hosts = [...sums].filter(([name]) => !(name in VIEW_SOURCES)).sort(byTimes)
  for (const [name, times] of hosts.slice(VIEW_HOSTS_MAX)) {
    sums.delete(name)
    add('other', times)
  }
  return [...sums].sort(byTimes).map(([name, times]) => ({ name, times }))
}
