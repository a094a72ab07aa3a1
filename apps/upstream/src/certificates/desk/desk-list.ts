import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { DESK_CHOSEN_MAX, DESK_COUNTED_MAX, DESK_PAGE_SIZE } from '@portal/contract/certificates/desk/desk-rules.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { findPlaces } from '#certificates/list/desk-keys.ts'
import {
  AWAITS_REVIEW,
  applyFilter,
  type DeskFilter,
  formatPlace,
  listPathColumns,
  type Place,
  placeIn,
  queryDeskRows,
} from '#certificates/list/desk-paths.ts'
import type { Db } from '#platform/db/open.ts'

interface Cursors {
  /** Value of `next` on another page. */
  after?: string
  /** Value of `previous` on another page. */
  before?: string
}

/** Reads a page of the list. */
export async function listDesk(db: Db, { after, before, ...filter }: DeskFilter & Cursors) {
  const way = before === undefined ? 'older' : 'newer'
  const place = placeIn(before ?? after)
  const keys = await findPlaces(db, filter, { place, way, limit: DESK_PAGE_SIZE + 1 })
  const hasMore = keys.length > DESK_PAGE_SIZE
  if (way === 'newer' && !hasMore) return await listDesk(db, filter)
  const page = keys.slice(0, DESK_PAGE_SIZE)
  if (way === 'newer') page.reverse()
  const [first, last] = [page.at(0), page.at(-1)]
  return {
    records: await readRowsAt(db, page),
    next: last && (hasMore || way === 'newer') ? formatPlace(last) : null,
    previous: first && place ? formatPlace(first) : null,
  }
}

/** Reads the numbers of the first certificates of a filter. */
export async function listNumbers(db: Db, filter: DeskFilter): Promise<{ numbers: string[]; hasMore: boolean }> {
  const places = await findPlaces(db, filter, { place: undefined, way: 'older', limit: DESK_CHOSEN_MAX + 1 })
  const numbers = places.slice(0, DESK_CHOSEN_MAX).map(({ certificate_no }) => certificate_no)
  return { numbers, hasMore: places.length > DESK_CHOSEN_MAX }
}

export type ListedCertificate = Awaited<ReturnType<typeof readRows>>[number]

/** Reads the rows at these places. */
export async function readRowsAt(db: Db, places: readonly Place[]): Promise<ListedCertificate[]> {
  const numbers = places.map(({ certificate_no }) => certificate_no)
  const found = new Map((await readRows(db, numbers)).map((row) => [row.certificateNo, row]))
  return numbers.flatMap((number) => found.get(number) ?? [])
}

async function readRows(db: Db, numbers: readonly string[]) {
  if (numbers.length === 0) return []
  const rows = await db
    .selectFrom('certificate_desk as row')
    .leftJoin('certificate_conclusions as conclusion', 'conclusion.id', 'row.conclusion_id')
    .leftJoin('certificate_confirmations as waiting', 'waiting.certificate_no', 'row.certificate_no')
    .leftJoin('certificates as entry', 'entry.certificate_no', 'row.certificate_no')
    .leftJoin('certificate_recoveries as recovery', (join) =>
      join
        .onRef('recovery.certificate_no', '=', 'row.certificate_no')
        .on((eb) => eb('recovery.idx', '>=', eb.fn.coalesce('entry.log_index', eb.lit(0)))),
    )
    .selectAll('row')
    .select(AWAITS_REVIEW.as('awaitsReview'))
    .select(['waiting.at as waitingSince', 'recovery.at as recoveredAt'])
    .select('conclusion.name as conclusion')
    .where('row.certificate_no', 'in', [...numbers])
    .execute()
  return rows.map((row) => ({
    certificateNo: row.certificate_no,
    shownState: row.shown_state,
    changeState: row.change_state,
    workKind: row.change_kind,
    version: row.version,
    conclusion: row.conclusion,
    totalMassG: row.mass_g,
    category: row.category as CertificateCategory | null,
    warnings: row.warnings,
    unanswered: row.unanswered,
    preparedBy: row.prepared_name,
    reviewedBy: row.reviewed_name,
    approvedBy: row.approved_name,
    day: row.day,
    changeTime: toWireDateTime(row.changed_at),
    ...(row.awaitsReview && { awaitsReview: true }),
    ...(row.waitingSince !== null && { isUnconfirmed: true }),
    ...(row.recoveredAt !== null && { isRecovered: true }),
  }))
}

const VIEWS = {
  draft: { changeState: 'draft' },
  returned: { changeState: 'returned' },
  review: { stage: 'review' },
  submitted: { stage: 'approval' },
  published: { shown: 'published' },
  withdrawn: { shown: 'withdrawn' },
  reissued: { shown: 'reissued' },
  discarded: { shown: 'discarded' },
} as const satisfies Record<string, DeskFilter>

/** Counts the rows of each view up to one above the largest exact number. */
export async function countDesk(db: Db) {
  const counts = {
    draft: 0,
    returned: 0,
    review: 0,
    submitted: 0,
    published: 0,
    withdrawn: 0,
    reissued: 0,
    discarded: 0,
  }
  for (const [view, filter] of Object.entries(VIEWS)) {
    const rows = applyFilter(queryDeskRows(db), filter, listPathColumns(filter))
      .select('row.certificate_no')
      .limit(DESK_COUNTED_MAX + 1)
    const { n } = await db
      .selectFrom(rows.as('counted'))
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    counts[view as keyof typeof counts] = Number(n)
  }
  return counts
}
