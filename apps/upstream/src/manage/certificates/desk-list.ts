import type { QueryOf } from '@portal/contract/call.ts'
import { NUMBER_PREFIX } from '@portal/contract/certificates/certificate-number.ts'
import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import type { listDeskCertificates } from '@portal/contract/manage/certificates/desk.ts'
import { DESK_PAGE_SIZE } from '@portal/contract/manage/certificates/desk-rules.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '#db/open.ts'

/** Filters of the list; `numbers` of its exports. */
type Filter = QueryOf<typeof listDeskCertificates> & { numbers?: string }

/** Conclusions that a search finds; their rows are merged. */
const CONCLUSIONS_MAX = 40
const COUNTED_MAX = 1000
/** Rows that an export reads at once. */
const CHUNK = 500
/** After every digit. */
const AFTER_DIGITS = ':'

/** A search that is a number or its beginning. */
function numberIn(search: string): string | undefined {
  const plain = search.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{4,14}$/.test(plain)) return NUMBER_PREFIX + plain
  return plain.startsWith(NUMBER_PREFIX) && /^SH\d{1,14}$/.test(plain) ? plain : undefined
}

function filtered(db: Db, filter: Filter, beginning?: string) {
  const { category, shown, work, from, to, by, warned, numbers, after } = filter
  let query = db.selectFrom('certificate_desk as row')
  if (category) query = query.where('row.category', '=', category)
  if (shown) query = query.where('row.shown_state', '=', shown)
  if (work) query = query.where('row.work_state', '=', work)
  if (by) query = query.where('row.prepared_name', '=', by)
  // As the partial index has it.
  if (warned) query = query.where(sql<boolean>`row.warnings > 0`)
  if (warned === 'open') query = query.where('row.unanswered', '>', 0)
  if (numbers) query = query.where('row.certificate_no', 'in', numbers.split(','))
  if (from) query = query.where('row.day', '>=', from)
  if (to) query = query.where('row.day', '<=', to)
  if (beginning) {
    query = query
      .where('row.certificate_no', '>=', beginning)
      .where('row.certificate_no', '<', beginning + AFTER_DIGITS)
  }
  if (after) {
    const [day = '', certificateNo = ''] = after.split('_')
    query = query
      .where('row.day', '<=', day)
      .where((eb) => eb.or([eb('row.day', '<', day), eb('row.certificate_no', '<', certificateNo)]))
  }
  return query
}

/** Numbers and days of the rows of a page, newest first, with one row beyond it. */
async function keysOf(db: Db, filter: Filter, size: number) {
  const search = filter.search?.trim() ?? ''
  const beginning = numberIn(search)
  const first = (conclusion?: number) => {
    let query = filtered(db, filter, beginning)
    if (conclusion !== undefined) query = query.where('row.conclusion_id', '=', conclusion)
    return query
      .select(['row.day', 'row.certificate_no'])
      .orderBy('row.day', 'desc')
      .orderBy('row.certificate_no', 'desc')
      .limit(size + 1)
      .execute()
  }
  if (search === '' || beginning) return await first()
  // An index has the rows of one conclusion in order: those of several are merged here.
  const found: Awaited<ReturnType<typeof first>> = []
  for (const { id } of await conclusionsWith(db, search)) found.push(...(await first(id)))
  const order = (one: (typeof found)[number]) => `${one.day}_${one.certificate_no}`
  return found.sort((one, other) => (order(one) < order(other) ? 1 : -1)).slice(0, size + 1)
}

async function conclusionsWith(db: Db, part: string) {
  return await db
    .selectFrom('certificate_conclusions')
    .select('id')
    .where('name', 'like', `%${part.replace(/[\\%_]/g, '')}%`)
    .orderBy('id')
    .limit(CONCLUSIONS_MAX)
    .execute()
}

/** A page of the list. */
export async function listDesk(db: Db, filter: Filter, size: number = DESK_PAGE_SIZE) {
  const keys = await keysOf(db, filter, size)
  const page = keys.slice(0, size)
  const last = page.at(-1)
  const next = keys.length > page.length && last ? `${last.day}_${last.certificate_no}` : null
  return {
    records: await rowsOf(
      db,
      page.map(({ certificate_no }) => certificate_no),
    ),
    next,
  }
}

export type ListedCertificate = Awaited<ReturnType<typeof rowsOf>>[number]

/** All rows of a filter in pages, so that no query stays open between them. */
export async function* deskChunks(db: Db, filter: Filter): AsyncGenerator<ListedCertificate[]> {
  for (let after = filter.after; ; ) {
    const { records, next } = await listDesk(db, { ...filter, ...(after !== undefined && { after }) }, CHUNK)
    if (records.length > 0) yield records
    if (next === null) return
    after = next
  }
}

async function rowsOf(db: Db, numbers: readonly string[]) {
  if (numbers.length === 0) return []
  const rows = await db
    .selectFrom('certificate_desk as row')
    .leftJoin('certificate_conclusions as conclusion', 'conclusion.id', 'row.conclusion_id')
    .selectAll('row')
    .select('conclusion.name as conclusion')
    .where('row.certificate_no', 'in', [...numbers])
    .orderBy('row.day', 'desc')
    .orderBy('row.certificate_no', 'desc')
    .execute()
  return rows.map((row) => ({
    ...{ certificateNo: row.certificate_no, shownState: row.shown_state, workState: row.work_state },
    ...{ workKind: row.work_kind, version: row.version, conclusion: row.conclusion, totalMassG: row.mass_g },
    category: row.category as CertificateCategory | null,
    ...{ warnings: row.warnings, unanswered: row.unanswered },
    ...{ preparedBy: row.prepared_name, approvedBy: row.approved_name, day: row.day },
    changeTime: toWireDateTime(row.changed_at),
  }))
}

const VIEWS = {
  draft: ['work_state', 'draft'],
  returned: ['work_state', 'returned'],
  submitted: ['work_state', 'submitted'],
  published: ['shown_state', 'published'],
  withdrawn: ['shown_state', 'withdrawn'],
  reissued: ['shown_state', 'reissued'],
  discarded: ['shown_state', 'discarded'],
} as const

/** Sizes of the views, counted no further than one above the largest exact number. */
export async function countDesk(db: Db) {
  const counts = { draft: 0, returned: 0, submitted: 0, published: 0, withdrawn: 0, reissued: 0, discarded: 0 }
  for (const [view, [column, state]] of Object.entries(VIEWS)) {
    const rows = db
      .selectFrom('certificate_desk')
      .select('certificate_no')
      .where(column, '=', state)
      .limit(COUNTED_MAX + 1)
    const { n } = await db
      .selectFrom(rows.as('counted'))
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    counts[view as keyof typeof counts] = Number(n)
  }
  return counts
}
