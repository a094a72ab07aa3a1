import type { CertificateRules } from '@portal/contract/certificates/rules/certificate-rules.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { Insertable } from 'kysely'
import { shownStaffName } from '#accounts/people/staff-names.ts'
import { queryEntriesWithText } from '#log/entry-texts.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import { judge, parseForm, toShownState } from './desk-form.ts'
import { type ChangeRow, findChange } from './pending-changes.ts'
import { readCertificateRules } from './read-certificate-rules.ts'

/** Rows per transaction, for certificates of an import. */
const CHUNK = 500

type ListRow = Insertable<Tables['certificate_desk']>
type Body = {
  category?: string
  conclusion?: string
  totalMassG?: number
  issuedOn?: string
  inspector?: string
  reviewer?: string
  approver?: string
}

const queryEntries = (db: Db) =>
  queryEntriesWithText(db).select([
    'entry.certificate_no',
    'entry.state',
    'entry.version',
    'entry.category',
    'entry.imported_at',
    'text.body',
  ])
type EntryWithText = Awaited<ReturnType<ReturnType<typeof queryEntries>['execute']>>[number]

/**
 * Writes the row of a number after a step.
 * @param trx the transaction of the step
 * @param rules read already by a caller that lists many
 */
export async function listNumber(
  trx: Db,
  certificateNo: string,
  nowMs: number,
  rules?: CertificateRules,
): Promise<void> {
  const entry = await queryEntries(trx).where('entry.certificate_no', '=', certificateNo).executeTakeFirstOrThrow()
  const row = await toListRow(trx, entry, await findChange(trx, certificateNo), nowMs, rules)
  await upsertRows(trx, [{ ...row, prepared_name: row.prepared_name ?? (await findSubmitter(trx, entry)) }])
}

/** Finds the submitter of a text without an inspector, which its writer approved with four eyes off. */
async function findSubmitter(trx: Db, { certificate_no, version }: EntryWithText): Promise<string | null> {
  const submission = await trx
    .selectFrom('certificate_events')
    .select('by_name')
    .where('certificate_no', '=', certificate_no)
    .where('version', '=', version)
    .where('step', '=', 'submit')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return submission?.by_name ?? null
}

/** @param lastMs time of the last step or import */
async function toListRow(
  db: Db,
  entry: EntryWithText,
  change: ChangeRow | undefined,
  lastMs: number,
  rules?: CertificateRules,
): Promise<ListRow> {
  const body = JSON.parse(entry.body ?? '{}') as Body
  const found = change && judge(change, lastMs, rules ?? (await readCertificateRules(db)))
  const written = found ? (found.body as Body) : body
  const name = change ? await findPreparer(db, change) : body.inspector
  return {
    certificate_no: entry.certificate_no,
    shown_state: toShownState(entry, entry.body !== null, change),
    change_state: change?.state ?? null,
    change_kind: change?.kind ?? null,
    version: change?.version ?? entry.version,
    category: change ? parseForm(change).category : (body.category ?? entry.category),
    conclusion_id: written.conclusion === undefined ? null : await findConclusionId(db, written.conclusion),
    mass_g: written.totalMassG ?? null,
    warnings: found?.warnings.length ?? 0,
    unanswered: found?.unanswered.length ?? 0,
    prepared_name: name ?? null,
    reviewed_name: (change ? change.reviewed_name : body.reviewer) ?? null,
    approved_name: change ? null : (body.approver ?? null),
    day: change ? toWireDate(change.changed_at) : (body.issuedOn ?? toWireDate(entry.imported_at)),
    changed_at: change ? (change.reviewed_at ?? change.changed_at) : lastMs,
  }
}

async function findPreparer(db: Db, { prepared_by }: ChangeRow): Promise<string | undefined> {
  const person = db.selectFrom('users').select(shownStaffName.as('name')).where('id', '=', prepared_by)
  return (await person.executeTakeFirst())?.name
}

async function findConclusionId(db: Db, name: string): Promise<number> {
  const idQuery = db.selectFrom('certificate_conclusions').select('id').where('name', '=', name)
  const found = await idQuery.executeTakeFirst()
  if (found) return found.id
  await db
    .insertInto('certificate_conclusions')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await idQuery.executeTakeFirstOrThrow()).id
}

async function upsertRows(db: Db, rows: readonly ListRow[]): Promise<void> {
  await db
    .insertInto('certificate_desk')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('certificate_no')
        .doUpdateSet((eb) => Object.fromEntries(COLUMNS.map((column) => [column, eb.ref(`excluded.${column}`)]))),
    )
    .execute()
}

const COLUMNS = [
  'shown_state',
  'change_state',
  'change_kind',
  'version',
  'category',
  'conclusion_id',
  'mass_g',
  'warnings',
  'unanswered',
  'prepared_name',
  'reviewed_name',
  'approved_name',
  'day',
  'changed_at',
] as const

export type DeskListing = ReturnType<typeof createDeskListing>

/**
 * Adds certificates that imports have published to the list, in small transactions, so that a million rows block no
 * other request. Continues where an earlier run was interrupted; two processes that do the same write the same rows.
 */
export function createDeskListing({ db }: { db: Db }) {
  let running: Promise<void> | null = null

  async function listAll(): Promise<void> {
    const unlistedImports = await db
      .selectFrom('certificate_imports')
      .select(['id', 'listed_to'])
      .where('state', '=', 'done')
      .where('is_listed', '=', 0)
      .orderBy('id')
      .execute()
    for (const { id, listed_to } of unlistedImports) {
      for (let after: string | undefined = listed_to ?? ''; after !== undefined; ) {
        after = await listChunk(db, id, after)
      }
      await db.updateTable('certificate_imports').set({ is_listed: 1 }).where('id', '=', id).execute()
    }
  }

  return {
    async sweep(): Promise<void> {
      running ??= listAll().finally(() => {
        running = null
      })
      await running
    },
  }
}

/** Adds the next rows. @returns the last number that was added; `undefined` when there was none */
async function listChunk(db: Db, importId: number, after: string): Promise<string | undefined> {
  return await db.transaction().execute(async (trx) => {
    const entries = await queryEntries(trx)
      .where('entry.import_id', '=', importId)
      .where('entry.certificate_no', '>', after)
      .orderBy('entry.certificate_no')
      .limit(CHUNK)
      .execute()
    if (entries.length === 0) return undefined
    const rows: ListRow[] = []
    for (const entry of entries) rows.push(await toListRow(trx, entry, undefined, entry.imported_at))
    await upsertRows(trx, rows)
    const last = entries.at(-1)?.certificate_no
    await trx
      .updateTable('certificate_imports')
      .set({ listed_to: last ?? null })
      .where('id', '=', importId)
      .execute()
    return last
  })
}
