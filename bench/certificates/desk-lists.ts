import { BUSY, LEFT, makeNumber, OLD_CONCLUSION, RARE, RARE_CONCLUSION } from './made-certificates.ts'

/**
 * Filters of the list: each alone, and combinations in which each single filter matches many.
 * @param count number of certificates
 */
export function listDeskFilters(count: number): Record<string, Record<string, string>> {
  const middle = makeNumber(Math.floor(count / 2), count)
  const after = (certificateNo: string) =>
    `${certificateNo.slice(2, 6)}-${certificateNo.slice(6, 8)}-${certificateNo.slice(8, 10)}_${certificateNo}`
  const later = { after: after(middle) }
  const year = middle.slice(0, 6)
  return {
    'first page': {},
    'later page': later,
    'last page': { after: after(makeNumber(20, count)) },
    'a number': { search: middle },
    'no such number': { search: 'SH20190101000011' },
    'beginning of a number: a day': { search: middle.slice(0, 10) },
    'beginning of a number: a month': { search: middle.slice(0, 8) },
    'beginning of a number: a year': { search: year },
    'part of many conclusions': { search: '石' },
    'part of many conclusions, later page': { search: '石', ...later },
    'a frequent conclusion': { search: '绿松石' },
    'a rare conclusion': { search: RARE_CONCLUSION },
    'a conclusion of the first years': { search: OLD_CONCLUSION },
    'no such conclusion': { search: '钻石王' },
    'no such conclusion, Latin': { search: 'Zircon' },
    category: { category: 'turquoise' },
    'category, later page': { category: 'metal', ...later },
    published: { shown: 'published' },
    withdrawn: { shown: 'withdrawn' },
    reissued: { shown: 'reissued', ...later },
    drafts: { changeState: 'draft' },
    submitted: { changeState: 'submitted' },
    'unanswered warnings': { warned: 'open' },
    'days of a month': { from: '2025-03-01', to: '2025-03-31' },
    'a name': { by: BUSY },
    'a name of few': { by: RARE },
    'a name of the first years': { by: LEFT },
    nobody: { by: '没有这个人' },
    'name and a category never done': { by: LEFT, category: 'diamond' },
    'name and state': { by: LEFT, shown: 'withdrawn' },
    'name and days after leaving': { by: LEFT, from: '2025-06-01', to: '2026-11-20' },
    'name and conclusion': { by: LEFT, search: '钻石' },
    'name of the first years, part of many conclusions': { by: LEFT, search: '石' },
    'conclusion of another category': { search: '绿松石', category: 'diamond' },
    'part of many conclusions, rare category': { search: '石', category: 'metal' },
    'conclusion and state': { search: '翡翠', shown: 'reissued', ...later },
    'conclusion and change state': { search: '石', changeState: 'returned' },
    'conclusion of the first years, newest days': { search: OLD_CONCLUSION, from: '2026-01-01' },
    'category and state': { category: 'organic', shown: 'withdrawn' },
    'category, state and days': { category: 'organic', shown: 'discarded', from: '2024-01-01', to: '2024-06-30' },
    'beginning of a number and category': { search: year, category: 'metal' },
    'beginning of a number and state': { search: year, shown: 'withdrawn' },
    'beginning of a number and name': { search: makeNumber(count - 1, count).slice(0, 6), by: LEFT },
    'beginning of a number and other days': { search: year, from: '2026-10-01' },
    'name, category, conclusion, published': { by: LEFT, category: 'jade', search: '手镯', shown: 'published' },
    'name, category, conclusion, state, days': {
      by: BUSY,
      category: 'organic',
      search: '珠',
      shown: 'reissued',
      from: '2024-01-01',
      to: '2026-11-20',
    },
  }
}
