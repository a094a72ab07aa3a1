import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { DESK_PAGE_SIZE } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listDesk } from '#certificates/desk/desk-list.ts'
import type { Tables } from '#platform/db/tables.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { streamDeskChunks } from './desk-chunks.ts'
import type { DeskFilter } from './desk-paths.ts'

const ROWS = 360
const CONCLUSIONS = ['绿松石', '绿松石手串', '翡翠', '翡翠手镯', '红宝石', '塔菲石']
const NAMES = ['周观澜', '许怀远', '林知微']

type Row = Insertable<Tables['certificate_desk']>

/** Makes a row whose day and number are in different orders, as after corrections. */
function makeRow(nth: number): Row {
  const month = String(1 + (nth % 12)).padStart(2, '0')
  const changeState = nth % 17 === 0 ? ('submitted' as const) : null
  return {
    certificate_no: makeCertificateNo(`2026${month}0${1 + (nth % 3)}`, nth),
    change_state: changeState,
    change_kind: null,
    shown_state: nth % 7 === 0 ? 'withdrawn' : 'published',
    version: 1,
    category: ['turquoise', 'jade', 'gemstone'][nth % 3] ?? '',
    conclusion_id: 1 + ((nth * 7) % 6),
    mass_g: null,
    warnings: changeState ? nth % 2 : 0,
    unanswered: changeState && nth % 4 === 1 ? 1 : 0,
    prepared_name: NAMES[(nth * 5) % 4] ?? null,
    approved_name: null,
    changed_at: 0,
    day: `2026-${String(Math.max(1 + (nth % 12), (nth * 5) % 13)).padStart(2, '0')}-1${nth % 5}`,
  }
}
const rows = Array.from({ length: ROWS }, (_none, nth) => makeRow(nth))

/** Applies the filter to one row, as a second statement of its meaning. */
function isIn(row: Row, filter: DeskFilter): boolean {
  const {
    category = row.category,
    shown = row.shown_state,
    changeState = row.change_state,
    by = row.prepared_name,
  } = filter
  const { search = '', from = '', to = '9', warned, numbers } = filter
  const number = /^\d/.test(search) ? `SH${search}` : undefined
  const conclusion = CONCLUSIONS[(row.conclusion_id ?? 1) - 1] ?? ''
  return (
    (number ? row.certificate_no.startsWith(number) : conclusion.includes(search)) &&
    row.category === category &&
    row.shown_state === shown &&
    row.change_state === changeState &&
    row.prepared_name === by &&
    row.day >= from &&
    row.day <= to &&
    (!warned || row.warnings > 0) &&
    (warned !== 'open' || row.unanswered > 0) &&
    (!numbers || numbers.includes(row.certificate_no))
  )
}

const CHOICES: { [name in keyof DeskFilter]: DeskFilter[name][] } = {
  search: [undefined, '石', '手', '2026', '20260301'],
  category: [undefined, 'jade'],
  shown: [undefined, 'published', 'withdrawn'],
  by: [undefined, '许怀远'],
  from: [undefined, '2026-04-12'],
  to: [undefined, '2026-10-13'],
}
/** Every combination of the filters' values. */
const combinations = Object.entries(CHOICES).reduce<DeskFilter[]>(
  (all, [name, values]) =>
    all.flatMap((one) => values.map((value) => (value === undefined ? one : { ...one, [name]: value }))),
  [{}],
)
const FILTERS: DeskFilter[] = [
  ...combinations,
  ...(['石', '手', '2026'].flatMap((search) => [
    { search, changeState: 'submitted' },
    { search, warned: 'any' },
    { search, warned: 'open', by: '林知微' },
  ]) as DeskFilter[]),
  { numbers: `${rows[3]?.certificate_no},${rows[5]?.certificate_no}` },
]

describeDatabases('filters of the list of certificates', (make) => {
  let upstream: TestUpstream

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make)
    for (const name of CONCLUSIONS) await upstream.db.insertInto('certificate_conclusions').values({ name }).execute()
    await upstream.db.insertInto('certificate_desk').values(rows).execute()
  })
  afterAll(() => upstream.close())

  async function readPages(filter: DeskFilter): Promise<string[]> {
    const found: string[] = []
    for (let after: string | undefined; ; ) {
      const { records, next } = await listDesk(upstream.db, { ...filter, ...(after !== undefined && { after }) })
      found.push(...records.map(({ certificateNo }) => certificateNo))
      if (next === null) return found
      after = next
    }
  }

  /** Reads the pages from the last one back to the first, and compares them with those of the way forward. */
  async function checkWayBack(filter: DeskFilter) {
    const pages = [await listDesk(upstream.db, filter)]
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
      pages.push(await listDesk(upstream.db, { ...filter, after: next }))
    }
    for (let at = pages.length - 1; at > 0; at -= 1) {
      const { records, next } = await listDesk(upstream.db, { ...filter, before: pages[at]?.previous ?? '' })
      expect({ filter, records, hasMore: next !== null }).toEqual({
        filter,
        records: pages[at - 1]?.records,
        hasMore: true,
      })
    }
    expect(pages[0]?.previous).toBeNull()
  }

  it(`find what each of ${FILTERS.length} combinations means, each once, in order, there and back`, async () => {
    for (const filter of FILTERS) {
      const isNumber = /^\d/.test(filter.search ?? '')
      const order = (row: Row) => (isNumber ? row.certificate_no : `${row.day}_${row.certificate_no}`)
      const wanted = rows
        .filter((row) => isIn(row, filter))
        .sort((one, other) => (order(one) < order(other) ? 1 : -1))
        .map(({ certificate_no }) => certificate_no)
      expect({ filter, found: await readPages(filter) }).toEqual({ filter, found: wanted })
      if (wanted.length > DESK_PAGE_SIZE) await checkWayBack(filter)
    }
  })

  it('mean the same in an export', async () => {
    for (const filter of FILTERS) {
      const found: string[] = []
      for await (const chunk of streamDeskChunks(upstream.db, filter)) {
        found.push(...chunk.map(({ certificateNo }) => certificateNo))
      }
      const wanted = rows.filter((row) => isIn(row, filter)).map(({ certificate_no }) => certificate_no)
      expect({ filter, found: found.toSorted() }).toEqual({ filter, found: wanted.toSorted() })
    }
  })
})
