import { BUSY, BUSY_NAME, FEW_NAME, makeTime, makeUserId, RARE, ROWS } from './manage-data.ts'
import { makeOrderNo } from './order-data.ts'

/** A list of the management pages with one combination of its filters. */
export interface Listing {
  list: string
  name: string
  /** Path and query. */
  path: string
}

/** A page in the middle of the oldest half. */
const LATER = ROWS / 4
const MISSING = '钻石王'

function makeListings(
  list: string,
  path: string,
  filters: Readonly<Record<string, Record<string, string | number>>>,
): Listing[] {
  return Object.entries(filters).map(([name, query]) => {
    const text = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()
    return { list, name, path: `/v1/manage/${path}${text ? `?${text}` : ''}` }
  })
}

const articlesAfter = `${makeTime(LATER)}_${LATER}`
const ticketsAfter = `${makeTime(LATER)}.${LATER}`
const writingsAfter = `${makeTime(LATER)}.${LATER}`

export const LISTINGS: readonly Listing[] = [
  ...makeListings('people', 'users', {
    'first page': {},
    'later page': { after: makeUserId(LATER) },
    staff: { view: 'staff' },
    disabled: { view: 'disabled' },
    'of a duty': { duty: 'support' },
    'of a duty, disabled': { duty: 'support', view: 'disabled' },
    'part of a nickname': { search: '知' },
    'rare nickname': { search: RARE },
    'no such nickname': { search: MISSING },
    'no such nickname, Latin': { search: 'Zoe' },
    'no such nickname, disabled': { search: MISSING, view: 'disabled' },
    'rare nickname, later page': { search: RARE, after: makeUserId(LATER) },
    'an address': { search: `m${LATER}@example.test` },
    'no such address': { search: 'nobody@example.test' },
    'an id': { search: makeUserId(LATER) },
  }),
  ...makeListings('people', 'users/counts', { counts: {} }),
  ...makeListings('one of them', `users/${makeUserId(BUSY)}`, { 'the busiest': {} }),
  ...['articles', 'comments', 'posts', 'feedback', 'reportsAbout', 'reportsMade'].flatMap((kind) =>
    makeListings('writings', `users/${makeUserId(BUSY)}/writings`, {
      [kind]: { kind },
      [`${kind}, later page`]: {
        kind,
        after: kind === 'posts' || kind === 'feedback' ? `${makeTime(LATER)}.${makeUserId(LATER)}` : writingsAfter,
      },
    }),
  ),
  ...makeListings('invitations', 'invitations', { 'first page': {}, 'later page': { after: 1000 } }),
  ...makeListings('articles', 'articles', {
    'first page': {},
    'later page': { after: articlesAfter },
    waiting: { view: 'waiting' },
    drafts: { view: 'draft' },
    'drafts, later page': { view: 'draft', after: articlesAfter },
    scheduled: { view: 'scheduled' },
    published: { view: 'published' },
    'off the shelf': { view: 'offShelf' },
    'of a category': { categoryId: 33 },
    'of a category, drafts': { categoryId: 33, view: 'draft' },
    'of a frequent tag': { tagId: 1 },
    'of a rare tag': { tagId: 1001 },
    'of a rare tag, drafts': { tagId: 1001, view: 'draft' },
    'of the busiest writer': { author: BUSY_NAME },
    'of the busiest writer, later page': { author: BUSY_NAME, after: articlesAfter },
    'of the busiest writer, waiting': { author: BUSY_NAME, view: 'waiting' },
    'of a writer of few': { author: FEW_NAME },
    'of nobody': { author: MISSING },
    'since a day': { from: '2026-10-31' },
    'word in the title': { keyword: '翡翠' },
    'rare word': { keyword: RARE },
    'rare word, later page': { keyword: RARE, after: articlesAfter },
    'no such word': { keyword: MISSING },
    'no such word of one character': { keyword: '囍' },
    'no such word, Latin': { keyword: 'Zircon' },
    'no such word, published': { keyword: MISSING, view: 'published' },
    'no such word, of a category': { keyword: MISSING, categoryId: 33 },
    'no such word, of a frequent tag': { keyword: MISSING, tagId: 1 },
    'a number': { keyword: LATER },
  }),
  ...makeListings('articles', 'articles/counts', { counts: {} }),
  ...makeListings('versions', 'articles/1/versions', { 'first page': {}, 'later page': { after: 50 } }),
  ...makeListings('faults', 'checks', { 'first page': {}, 'later page': { after: 1000 } }),
  ...makeListings('standing pages', 'pages', { all: {} }),
  ...['new', 'mine', 'open', 'waiting', 'closed', 'all'].flatMap((view) =>
    makeListings('tickets', 'tickets', { [view]: { view }, [`${view}, later page`]: { view, after: ticketsAfter } }),
  ),
  ...makeListings('tickets', 'tickets', {
    forgeries: { view: 'new', kind: 'forgery' },
    'words of the title': { view: 'all', q: '翡翠' },
    'rare word': { view: 'all', q: RARE },
    'no such word': { view: 'all', q: MISSING },
    'no such word, Latin': { view: 'all', q: 'Zircon' },
    'no such word, closed': { view: 'closed', q: MISSING },
    'a number': { view: 'all', q: `T-${LATER}` },
  }),
  ...makeListings('tickets', 'tickets/counts', { counts: {} }),
  ...makeListings('tickets', 'tickets/times', { 'answer times': {} }),
  ...makeListings('audit log', 'audit', {
    'first page': {},
    'later page': { after: LATER },
    'of a person': { actor: makeUserId(50) },
    'of a person, later page': { actor: makeUserId(50), after: LATER },
    'of nobody': { actor: makeUserId(ROWS) },
    'of an action': { action: 'article.save' },
    'of a rare action': { action: 'user' },
    'of no action': { action: 'mark.save' },
    'of a thing': { targetKind: 'article', targetId: '29999' },
    'of no thing': { targetKind: 'article', targetId: '99999999' },
    refusals: { outcome: 'refused' },
    failures: { outcome: 'failed' },
    'refusals of a person and action': { outcome: 'refused', actor: makeUserId(2), action: 'ticket' },
    'of a day': { from: '2026-03-01', to: '2026-03-01' },
    'before a day': { to: '2026-01-20' },
    words: { search: '翡翠' },
    'a value that was changed': { search: `旧题 ${LATER}` },
    'a changed member': { search: '标题' },
    'no such words': { search: MISSING },
    'no such words, Latin': { search: 'Zircon' },
    'of a person before a day': { actor: makeUserId(50), to: '2026-01-20' },
  }),
  ...makeListings('audit log', 'audit/counts', {
    counts: {},
    'counts of a changed member': { search: '标题' },
    'counts of no such words': { search: MISSING },
  }),
  ...makeListings('settings', 'site/versions', { 'first page': {}, 'later page': { after: 1000 } }),
  ...makeListings('tags', 'tags', {
    'first page': {},
    'later page': { after: 1000 },
    'part of a name': { keyword: '翡翠' },
    'no such name': { keyword: MISSING },
  }),
  ...makeListings('orders', 'orders', {
    'first page': {},
    'later page': { after: makeOrderNo(LATER, makeTime) },
    ...Object.fromEntries(
      ['announced', 'received', 'ready', 'closed'].flatMap((state) => [
        [state, { state }],
        [`${state}, later page`, { state, after: makeOrderNo(LATER, makeTime) }],
      ]),
    ),
    'received today': { mark: 'today' },
    late: { mark: 'late' },
    'waits for an answer': { mark: 'held' },
    'part of a name': { q: '知' },
    'rare name': { q: RARE },
    'no such name': { q: MISSING },
    'no such name, Latin': { q: 'Zoe' },
    'no such name, ready': { q: MISSING, state: 'ready' },
    'a number': { q: makeOrderNo(LATER, makeTime) },
  }),
  ...makeListings('one of them', `orders/${makeOrderNo(LATER, makeTime)}`, { whole: {} }),
  ...makeListings('bench', 'bench', {
    'what is due first': {},
    'of a category': { category: 'metal' },
    mine: { isMine: 'true' },
  }),
  ...makeListings('trays', 'trays', { all: {} }),
  ...makeListings('statistics of orders', 'order-statistics', {
    'three months': { from: '2026-08-01', to: '2026-10-31' },
  }),
  ...makeListings('overview', 'overview', { counts: {} }),
]
