import { createHash } from 'node:crypto'
import {
  constants,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { hashCheckCode } from '../../apps/upstream/src/certificates/lookup/check-code.ts'
import { makeAnswer } from '../../apps/upstream/src/log/certificate-answer.ts'
import { sealEntry } from '../../apps/upstream/src/log/entry-seal.ts'
import { makeRecord, makeText } from '../../apps/upstream/src/log/log-record.ts'
import { createLogSigner } from '../../apps/upstream/src/log/log-signer.ts'
import { runWithDatabase } from '../../apps/upstream/src/platform/db/migrate.ts'
import type { Db } from '../../apps/upstream/src/platform/db/open.ts'
import { openFiles } from '../../apps/upstream/src/platform/files/open-files.ts'
import {
  type Digest,
  digestWith,
  loadInstanceSecret,
} from '../../apps/upstream/src/platform/secrets/instance-secret.ts'
import { getRepositoryPath } from '../../scripts/repository.ts'
import { generateCertificates, type MadeCertificate, makeCode, makeNumber } from './made-certificates.ts'

const VERSIONS = 3
const FILE = 'portal.db'
const CACHE = 'portal-bench-certificates-'

/**
 * Copies a data folder with this many certificates of three versions each, in the tables that an import and the desk
 * write. It is generated once for a schema and cached in the system's temporary folder, as this takes minutes.
 * @param folder receives the copy
 */
export async function copyCertificates(folder: string, count: number): Promise<void> {
  const kept = join(tmpdir(), CACHE + count)
  const made = join(kept, fingerprint())
  if (!existsSync(made)) {
    rmSync(kept, { recursive: true, force: true })
    const half = join(kept, 'half')
    mkdirSync(half, { recursive: true })
    await runWithDatabase(`sqlite:${join(half, FILE)}`, async () => undefined)
    fill(half, count)
    await runWithDatabase(`sqlite:${join(half, FILE)}`, ({ db }) => sign(db, half))
    renameSync(half, made)
  }
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(made)) copyFileSync(join(made, name), join(folder, name), constants.COPYFILE_FICLONE)
}

/** Digest of everything that the data depends on. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const migrations = getRepositoryPath('apps/upstream/src/platform/db/migrations')
  const files = globSync('**/*.{ts,sql}', { cwd: migrations }).sort()
  for (const name of files) hash.update(readFileSync(join(migrations, name)))
  for (const name of ['desk-data.ts', 'made-certificates.ts'])
    hash.update(readFileSync(join(import.meta.dirname, name)))
  return hash.digest('hex').slice(0, 16)
}

function fill(folder: string, count: number): void {
  const database = new DatabaseSync(join(folder, FILE))
  const digest = digestWith(loadInstanceSecret(folder))
  database.exec(
    'pragma journal_mode = delete; pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -400000',
  )
  // Dropping the indexes drops these statistics too.
  const figures = database.prepare('select tbl, idx, stat from sqlite_stat1').all()
  const indexes = dropIndexes(database)
  database.exec('begin')
  const insert = createInsert(database)
  insert('certificate_imports', {
    id: 1,
    file_hash: 'f',
    file_name: 'made.jsonl',
    state: 'done',
    rows_done: count,
    added: count,
    corrected: 0,
    unchanged: 0,
    started_at: 0,
    finished_at: 0,
    is_listed: 1,
  })
  const ids = new Map<string, number>()
  const getConclusionId = (name: string) => {
    const known = ids.get(name) ?? ids.size + 1
    if (!ids.has(name)) insert('certificate_conclusions', { id: known, name })
    ids.set(name, known)
    return known
  }
  let index = 0
  let logged = 0
  for (const one of generateCertificates(count)) {
    const codeHash = hashCheckCode(digest, one.certificateNo, makeCode(index))
    const changedAt = Date.parse(`${one.day}T08:00:00Z`)
    const entry = makeEntry(one, codeHash, changedAt, makeNumber(index + 1, count))
    insert('certificates', { ...entry, log_index: one.changeState ? null : logged })
    if (!one.changeState) {
      log(insert, digest, { idx: logged, certificate: one, entry, body: makeBody(one, index, VERSIONS) })
      logged += 1
    }
    insert('certificate_desk', makeListRow(one, getConclusionId(one.conclusion), index, changedAt))
    for (let version = 1; version <= (one.changeState ? 0 : VERSIONS); version += 1) {
      insert('certificate_versions', {
        certificate_no: one.certificateNo,
        version,
        import_id: 1,
        body: makeBody(one, index, version),
        imported_at: changedAt,
        reason: version === 1 ? null : '颜色描述有误',
      })
    }
    index += 1
  }
  database.prepare('update log_state set size = ?').run(logged)
  database.exec('commit')
  for (const sql of indexes) database.exec(sql)
  database.exec('delete from sqlite_stat1')
  for (const row of figures) insert('sqlite_stat1', row)
  database.close()
}

interface Logged {
  idx: number
  certificate: MadeCertificate
  entry: ReturnType<typeof makeEntry>
  body: string
}

/** Enters the public fields of a certificate into the public log. */
function log(insert: Insert, digest: Digest, { idx, certificate: { certificateNo }, entry, body }: Logged): void {
  const { state, version, newer_no: newerNo, reason, changed_on: changedOn } = entry
  const shown = { certificateNo, state, version, newerNo, reason, changedOn } as const
  const made = makeRecord(makeText(makeAnswer(shown, JSON.parse(body)), { pictures: [] }))
  insert('log_records', { ...made.record, id: idx, note: null, import_id: 1, made_at: 0 })
  const row = { entry: made.entry, certificate_no: certificateNo, record_id: idx }
  insert('log_entries', { ...row, idx, seal: sealEntry(digest, row) })
}

async function sign(db: Db, dataDir: string): Promise<void> {
  const onStop = (fault: Error) => {
    throw fault
  }
  const digest = digestWith(loadInstanceSecret(dataDir))
  const { markStore } = await openFiles({ dataDir, s3: null })
  await createLogSigner({ db, digest, dataDir, markStore, logSeed: null, siteUrl: null, now: Date.now, onStop }).sign()
}

/**
 * Drops the indexes of the large tables: creating them afterwards is faster.
 * @returns the statements that create them
 */
function dropIndexes(database: DatabaseSync): string[] {
  const found = database
    .prepare(
      `select name, sql from sqlite_master where type = 'index' and sql is not null
       and tbl_name in ('certificates', 'certificate_versions', 'certificate_desk', 'log_entries', 'log_records')`,
    )
    .all() as { name: string; sql: string }[]
  for (const { name } of found) database.exec(`drop index "${name}"`)
  return found.map(({ sql }) => sql)
}

type Insert = (table: string, row: Record<string, SQLInputValue>) => void

function createInsert(database: DatabaseSync): Insert {
  const statements = new Map<string, StatementSync>()
  return (table, row) => {
    const columns = Object.keys(row)
    const sql = `insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    statement.run(...Object.values(row))
  }
}

/** Makes the row that a lookup reads. */
function makeEntry(
  { certificateNo, category, shown, day, changeState }: MadeCertificate,
  codeHash: string,
  at: number,
  newerNo: string,
) {
  const isEnded = shown === 'withdrawn' || shown === 'reissued'
  return {
    certificate_no: certificateNo,
    check_code_hash: codeHash,
    version: changeState ? 1 : VERSIONS,
    category,
    state: changeState ? ('draft' as const) : isEnded ? shown : ('published' as const),
    body_import_id: changeState ? 0 : 1,
    import_id: changeState ? 0 : 1,
    imported_at: at,
    received_on: day,
    newer_no: shown === 'reissued' ? newerNo : null,
    reason: isEnded ? '误签' : null,
    changed_on: isEnded ? day : null,
  }
}

function makeListRow(one: MadeCertificate, conclusionId: number, index: number, at: number) {
  return {
    certificate_no: one.certificateNo,
    shown_state: one.shown,
    change_state: one.changeState,
    change_kind: one.changeState && 'first',
    version: one.changeState ? 1 : VERSIONS,
    category: one.category,
    conclusion_id: conclusionId,
    mass_g: 2 + (index % 1000) / 100,
    warnings: one.warnings,
    unanswered: one.unanswered,
    prepared_name: one.preparedBy,
    approved_name: one.changeState ? null : '顾怀瑾',
    day: one.day,
    changed_at: at,
  }
}

/** Makes a text as long as a real one. */
function makeBody({ category, conclusion, day, preparedBy }: MadeCertificate, index: number, version: number): string {
  return JSON.stringify({
    category,
    conclusion,
    conclusionEn: 'Turquoise',
    shape: '椭圆弧面型',
    totalMassG: 2 + (index % 1000) / 100,
    lengthMm: 22.4,
    widthMm: 16.58,
    heightMm: 11.2,
    color: version === 1 ? '蓝色' : '蓝绿色',
    transparency: '不透明',
    lustre: '蜡状光泽',
    refractiveIndex: '1.61（点测）',
    specificGravity: 2.76,
    fluorescence: '长波弱，短波惰性',
    magnification: '细粒结构，可见褐色铁线',
    spectrum: '432 nm 吸收线',
    remarks: '样品未见充填、染色迹象',
    standards: ['GB/T 16552', 'GB/T 16553'],
    receivedOn: day,
    testedOn: day,
    issuedOn: day,
    inspector: preparedBy,
    reviewer: '沈砚秋',
    approver: '顾怀瑾',
    拉曼光谱: '1042 cm⁻¹ 强峰',
  })
}
