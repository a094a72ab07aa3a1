import type { Statistics } from '@portal/contract/site/figures.ts'
import { CSV_START, toCsvLine } from '#platform/text/csv.ts'

const LOOKUPS: Readonly<Record<keyof Statistics['lookups'], string>> = {
  found: '查到',
  mistyped: '编号打错',
  unknown: '未查到',
  withdrawn: '已作废',
}

const PARTS: Readonly<Record<keyof Statistics['parts'], string>> = {
  reissued: '查到：已换发',
  examination: '查到：检测中',
  wrongCode: '未查到：核对码不符',
  unpublished: '未查到：未发布',
}

/** Writes the figures of the overview as a CSV file with one line for each number. */
export function makeStatisticsCsv({ days, views, lookups, parts, ...lists }: Statistics): string {
  const formatSeries = (group: string, name: string, numbers: readonly number[]) =>
    days.map((day, at) => toCsvLine([group, name, day, numbers[at] ?? 0]))
  const list = (group: string, entries: Statistics['pages']) =>
    entries.map(({ name, times }) => toCsvLine([group, name, null, times]))
  return [
    CSV_START + toCsvLine(['类别', '项目', '日期', '次数']),
    ...formatSeries('浏览', '全站', views),
    ...Object.entries(LOOKUPS).flatMap(([key, name]) =>
      formatSeries('证书查询', name, lookups[key as keyof typeof LOOKUPS]),
    ),
    ...Object.entries(PARTS).map(([key, name]) =>
      toCsvLine(['证书查询', name, null, parts[key as keyof typeof PARTS]]),
    ),
    ...list('最忙的页面', lists.pages),
    ...list('查无的编号（前 10 位）', lists.unknownNumbers),
    ...list('无结果的搜索', lists.missedSearches),
  ].join('')
}
