import type { CallData } from '@portal/contract/call.ts'
import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import type { getCertificateHistory, PublishedVersion } from '@portal/contract/certificates/desk/desk-history.ts'
import type { ShownState } from '@portal/contract/certificates/desk/desk-rules.ts'
import { toInstantMs, toWireDateTime } from '@portal/contract/time.ts'
import type { Db } from '#platform/db/open.ts'
import { toWireEvents } from './desk-view.ts'
import { DESK_IMPORT, type EntryRow, readEntry } from './pending-changes.ts'
import { isShownEvent } from './staged-changes.ts'

type History = CallData<typeof getCertificateHistory>
interface EventRow {
  id: number
  version: number
  step: string
  reason: string | null
  at: number
}
/** State that holders of the code see from an instant on, epoch ms. */
interface ShownSince {
  atMs: number
  state: ShownState
  version: number | null
}

/** Reads everything that happened to a number. @throws AppError for an unknown one */
export async function readHistory(db: Db, certificateNo: string, now: () => number): Promise<History> {
  const { entry, change, hidden } = await readEntry(db, certificateNo)
  const all = await db
    .selectFrom('certificate_events')
    .selectAll()
    .where('certificate_no', '=', certificateNo)
    .orderBy('id')
    .execute()
  const rows = all.filter(isShownEvent(hidden))
  const published = await readPublishedVersions(db, certificateNo)
  const hasChange = change !== undefined
  return {
    certificateNo,
    newerNo: entry.newer_no,
    endReason: entry.reason,
    versions: published.map(({ atMs, ...version }) => ({
      ...version,
      time: toWireDateTime(atMs),
      ...findAloneReason(rows, version.version),
    })),
    shown: listShownStates(entry, rows, published, hasChange).map(({ atMs, ...since }) => ({
      ...since,
      from: toWireDateTime(atMs),
    })),
    events: toWireEvents(rows.toReversed()),
    logged: await readLogged(db, entry.log_index),
    now: toWireDateTime(now()),
  }
}

/** Reads the log entries of a number, from its newest back to its first one. */
async function readLogged(db: Db, newest: number | null): Promise<History['logged']> {
  const logged: History['logged'] = []
  for (let index = newest; index !== null; ) {
    const record = await db
      .selectFrom('log_entries as entry')
      .innerJoin('log_records as record', 'record.id', 'entry.record_id')
      .select(['record.kind', 'record.version', 'record.prev'])
      .where('entry.idx', '=', index)
      .executeTakeFirst()
    if (!record || record.kind === 'audit') break
    logged.unshift({ kind: record.kind, version: record.version, index })
    index = record.prev
  }
  return logged
}

/** Reads the versions that holders have seen, oldest first, without those of an unfinished import. */
async function readPublishedVersions(db: Db, certificateNo: string) {
  const rows = await db
    .selectFrom('certificate_versions as text')
    .leftJoin('certificate_imports as import', 'import.id', 'text.import_id')
    .select(['text.version', 'text.body', 'text.reason', 'text.imported_at', 'text.import_id', 'import.finished_at'])
    .where('text.certificate_no', '=', certificateNo)
    .where((eb) => eb.or([eb('text.import_id', '=', DESK_IMPORT), eb('import.state', '=', 'done')]))
    .orderBy('text.version')
    .orderBy('text.import_id')
    .execute()
  // The last import of a version is the published one.
  const byVersion = new Map(rows.map((row) => [row.version, row]))
  return [...byVersion.values()].map(({ version, body, reason, imported_at, finished_at }) => ({
    version,
    reason,
    atMs: finished_at ?? imported_at,
    text: { certificateNo, version, ...JSON.parse(body) } as Certificate,
  }))
}

/** Finds the event `alone`, which follows the approval that it belongs to. */
function findAloneReason(events: readonly EventRow[], version: number): Pick<PublishedVersion, 'aloneReason'> {
  const approved = events.findIndex((one) => one.step === 'approve' && one.version === version)
  const next = approved === -1 ? undefined : events[approved + 1]
  return next?.step === 'alone' ? { aloneReason: next.reason ?? '' } : {}
}

const ENDS: Readonly<Record<string, ShownState>> = { end: 'withdrawn', endNow: 'withdrawn', replaced: 'reissued' }

function listShownStates(
  entry: EntryRow,
  events: readonly EventRow[],
  published: readonly { version: number; atMs: number }[],
  hasChange: boolean,
): ShownSince[] {
  const since: ShownSince[] = published.map(({ version, atMs }) => ({ atMs, state: 'published', version }))
  const [first] = events
  if (first && first.at < (since[0]?.atMs ?? Number.POSITIVE_INFINITY)) {
    since.unshift({ atMs: first.at, state: 'none', version: null })
  }
  const ending = events.find(({ step }) => step in ENDS)
  if (ending) since.push({ atMs: ending.at, state: ENDS[ending.step] ?? 'withdrawn', version: entry.version })
  else if (entry.state === 'withdrawn' || entry.state === 'reissued') {
    since.push({ atMs: computeEndMs(entry), state: entry.state, version: entry.version })
  } else if (entry.state === 'examination') {
    since.push({ atMs: entry.imported_at, state: 'examination', version: null })
  } else if (entry.state === 'draft' && !hasChange && published.length === 0) {
    since.push({ atMs: events.at(-1)?.at ?? entry.imported_at, state: 'discarded', version: null })
  }
  return since.sort((one, other) => one.atMs - other.atMs)
}

/**
 * Day of an end that came with an import, which states only a day; never earlier than its text was stored, epoch ms.
 */
function computeEndMs({ changed_on, imported_at }: EntryRow): number {
  return Math.max(toInstantMs(changed_on) ?? imported_at, imported_at)
}
