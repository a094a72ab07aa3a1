import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate, migrationsOf } from '#db/migrate.ts'
import { type Db, type OpenDatabase, openDatabase } from '#db/open.ts'
import { certificateRow } from '#testing/certificate-files.ts'
import { importRows } from '#testing/certificate-site.ts'
import { describeDatabases, type TestDatabase } from '#testing/databases.ts'
import { logFaults } from '#testing/log/log-agrees.ts'
import { makeUpstream } from '#testing/make-upstream.ts'
import { deskPeople } from '#testing/staff/desk-people.ts'
import { BACKLOG_NOTE, createLogBacklog, enterBacklog } from './backlog.ts'
import { TEST_DIGEST } from './testing/log-entries.ts'

const noOf = (serial: number) => makeCertificateNo('20261103', serial)
const CERTIFICATES = 1203
const OLDEST = 700

/** Stores certificates as a site without a log has them: published one a second, the last serial number first. */
async function addOld(db: Db): Promise<void> {
  for (const first of Array.from({ length: Math.ceil(CERTIFICATES / 200) }, (_none, at) => at * 200)) {
    const serials = Array.from({ length: Math.min(200, CERTIFICATES - first) }, (_none, at) => first + at)
    const rows = serials.map((serial) => {
      const { certificateNo, checkCode: _code, ...body } = certificateRow(serial)
      return { certificate_no: certificateNo as string, body, publishedAt: publishedAt(serial) }
    })
    await db
      .insertInto('certificate_versions')
      .values(
        rows.map(({ certificate_no, body, publishedAt }) => ({
          ...{ certificate_no, version: 1, import_id: 0, body: JSON.stringify(body), imported_at: publishedAt },
        })) as never,
      )
      .execute()
    await db
      .insertInto('certificates')
      .values(
        rows.map(({ certificate_no, publishedAt }, at) => ({
          ...{ certificate_no, check_code_hash: '-', version: 1, body_import_id: 0, import_id: 0 },
          ...{ imported_at: publishedAt, category: 'turquoise', state: stateOf(first + at) },
        })) as never,
      )
      .execute()
  }
}

const publishedAt = (serial: number) => (serial === OLDEST ? 1 : 1_000_000 - serial)
const stateOf = (serial: number) => (serial % 400 === 5 ? 'withdrawn' : serial % 400 === 6 ? 'draft' : 'published')

describeDatabases('certificates that are older than the log', (make) => {
  let database: TestDatabase
  let folder: string
  let opened: OpenDatabase

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-backlog-'))
    database = await make('empty')
    if (database.url.startsWith('sqlite:')) database.url = `sqlite:${join(folder, 'portal.db')}`
    opened = openDatabase(database.url)
    const migrator = new Migrator({
      db: opened.db,
      provider: { getMigrations: async () => migrationsOf(opened.kind) },
    })
    const { error } = await migrator.migrateTo('0039-hidden-works')
    expect(error).toBeUndefined()
    await addOld(opened.db)
    await migrate(opened)
  })
  afterEach(async () => {
    await opened.close()
    await database.drop()
    rmSync(folder, { recursive: true })
  })

  const noFile = async () => undefined
  const logged = () =>
    opened.db
      .selectFrom('log_entries as entry')
      .innerJoin('log_records as record', 'record.id', 'entry.record_id')
      .select(['record.certificate_no', 'record.kind', 'record.note', 'record.prev', 'entry.idx'])
      .orderBy('entry.idx')
      .execute()
  const inOrder = Array.from({ length: CERTIFICATES }, (_none, serial) => serial)
    .filter((serial) => stateOf(serial) !== 'draft')
    .sort((one, other) => publishedAt(one) - publishedAt(other))
    .map(noOf)
  const inBacklog = async () => (await opened.db.selectFrom('log_backlog').selectAll().execute()).length

  it('enter it once, oldest first, with a note', async () => {
    expect(await inBacklog()).toBe(inOrder.length)
    await enterBacklog({ db: opened.db, now: () => 7, digest: TEST_DIGEST, fileDigest: noFile })
    const rows = await logged()
    expect(rows.map(({ certificate_no }) => certificate_no)).toEqual(inOrder)
    expect(new Set(rows.map(({ note }) => note))).toEqual(new Set([BACKLOG_NOTE]))
    expect(rows.find(({ certificate_no }) => certificate_no === noOf(405))?.kind).toBe('withdraw')
    expect(await inBacklog()).toBe(0)
    expect(await logFaults(opened.db)).toEqual([])
  })

  it('enter it once with two instances at work', async () => {
    // Two connections of one process to a SQLite file would wait for each other.
    const other = opened.kind === 'sqlite' ? opened : openDatabase(database.url)
    const options = { now: () => 7, digest: TEST_DIGEST, fileDigest: noFile }
    const backlogs = [opened.db, other.db].map((db) => createLogBacklog({ db, ...options }))
    await Promise.all(backlogs.map((one) => one.sweep()))
    if (other !== opened) await other.close()
    expect((await logged()).map(({ certificate_no }) => certificate_no)).toEqual(inOrder)
    expect(await logFaults(opened.db)).toEqual([])
  })

  it('enter it before the desk or an import changes them, the old state first', async () => {
    const backlog = await opened.db.deleteFrom('log_backlog').returningAll().execute()
    const upstream = await makeUpstream({ content: 'none', databaseUrl: database.url }, true)
    // After the pass that a server starts with.
    await upstream.app.inject('/healthz')
    await opened.db.insertInto('log_backlog').values(backlog).execute()
    const desk = deskPeople(upstream)
    const chen = await desk.person('陈景行', ['approve'])
    await desk.step(chen, noOf(3), 'withdrawNow', { reason: '样品调换' })
    expect(await logged()).toMatchObject([
      { certificate_no: noOf(3), kind: 'publish', note: BACKLOG_NOTE, prev: null },
      { certificate_no: noOf(3), kind: 'withdraw', note: null, prev: 0 },
    ])
    await importRows(upstream, [certificateRow(9, { color: '蓝绿色' })])
    const rows = await logged()
    const others = inOrder.filter((certificateNo) => certificateNo !== noOf(3))
    expect(rows.slice(2, -1).map(({ certificate_no }) => certificate_no)).toEqual(others)
    expect(rows.at(-1)).toMatchObject({
      ...{ certificate_no: noOf(9), kind: 'publish', note: null },
      prev: rows.find(({ certificate_no }) => certificate_no === noOf(9))?.idx,
    })
    expect(await logFaults(opened.db)).toEqual([])
    await upstream.close()
  })

  it('wait while the log is stopped', async () => {
    await sql`update log_state set stopped = 'restored below the mark'`.execute(opened.db)
    await createLogBacklog({ db: opened.db, now: () => 7, digest: TEST_DIGEST, fileDigest: noFile }).sweep()
    expect(await inBacklog()).toBe(inOrder.length)
    expect(await logged()).toEqual([])
  })
})
