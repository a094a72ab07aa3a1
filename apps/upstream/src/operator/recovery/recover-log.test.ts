import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import type { Bytes } from '@portal/contract/tlog/hashing.ts'
import { isConsistent } from '@portal/contract/tlog/proofs.ts'
import { readNote } from '@portal/contract/tlog/signed-notes.ts'
import { formatTilePath, listNewTiles } from '@portal/contract/tlog/tile-paths.ts'
import { createTree } from '@portal/contract/tlog/tree.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readWaiting } from '#log/backlog.ts'
import { createLogFiles } from '#log/log-files.ts'
import { computeSha256 } from '#log/log-hashing.ts'
import { hasMark } from '#log/log-mark.ts'
import { createLogSigner, readLogState } from '#log/log-signer.ts'
import { addEntry, addPlainEntries, TEST_DIGEST } from '#log/testing/log-entries.ts'
import { migrate } from '#platform/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/open.ts'
import { describeDatabases, type TestDatabase } from '#testing/databases.ts'
import { findMarkFile, openMarks } from '#testing/marks.ts'
import { openCopy } from './log-copy.ts'
import { recoverLog } from './recover-log.ts'

const hash = (bytes: Bytes) => new Uint8Array(computeSha256(bytes))
const NOW = Date.parse('2026-11-23T02:00:00Z')
const BACKED_UP = 260
const PUBLISHED = 600

describeDatabases('recovery of the public log', (make) => {
  let database: TestDatabase
  let opened: OpenDatabase
  let folder: string
  const getDb = () => opened.db
  const dataDir = () => join(folder, 'data')
  const makeOptions = () => ({
    db: getDb(),
    dataDir: dataDir(),
    markStore: openMarks(dataDir()),
    logSeed: Buffer.alloc(32, 1),
    siteUrl: 'https://lab.example',
    digest: TEST_DIGEST,
    now: () => NOW,
  })
  const sign = () => createLogSigner({ ...makeOptions(), onStop: () => {} }).sign()
  const recover = (from?: string, trustsDatabase = false) =>
    recoverLog({ ...makeOptions(), copy: from === undefined ? undefined : openCopy(from, folder), trustsDatabase })
  const tables = ['log_entries', 'log_records', 'log_tiles'] as const

  beforeEach(async () => {
    database = await make('migrated')
    opened = openDatabase(database.url)
    await migrate(opened)
    folder = mkdtempSync(join(tmpdir(), 'log-'))
    await publishMore()
    await copyLog('copy')
    await restore()
  })
  afterEach(async () => {
    await opened.close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  let backup: Record<string, unknown>[][] = []
  let backedUpState = {}

  /** Makes a backup, and publishes further certificates. */
  async function publishMore(): Promise<void> {
    await addPlainEntries(makeOptions(), BACKED_UP)
    await sign()
    backup = await Promise.all(tables.map((table) => getDb().selectFrom(table).selectAll().execute()))
    backedUpState = await readLogState(getDb())
    await addEntry(makeOptions(), '{"certificateNo":"SH20261103001285","version":1}')
    await addPlainEntries(makeOptions(), PUBLISHED - BACKED_UP - 1)
    await sign()
  }

  /** Copies the log, as an auditor does. */
  async function copyLog(name: string): Promise<void> {
    const files = createLogFiles(makeOptions())
    const write = (path: string, content: string | Buffer) => {
      mkdirSync(dirname(join(folder, name, path)), { recursive: true })
      writeFileSync(join(folder, name, path), content)
    }
    write('checkpoint', (await files.readCheckpoint()) ?? '')
    for (const tile of listNewTiles(0, PUBLISHED)) write(formatTilePath(tile), (await files.readTile(tile)) ?? '')
  }

  async function restore(): Promise<void> {
    for (const [at, table] of tables.entries()) {
      await getDb().deleteFrom(table).execute()
      const rows = backup[at] ?? []
      for (const row of rows)
        await getDb()
          .insertInto(table)
          .values(row as never)
          .execute()
    }
    await getDb().updateTable('log_state').set(backedUpState).execute()
  }

  const readStoppedText = async () => (await readLogState(getDb())).stopped
  /** Returns whether the log continues the one that the auditor has copied. */
  async function isContinued(): Promise<boolean> {
    const { checkpoint } = await readLogState(getDb())
    const newer = readCheckpoint(readNote(checkpoint ?? '')?.text ?? '')
    const older = readCheckpoint(readNote((await openCopy('copy', folder).readCheckpoint()) ?? '')?.text ?? '')
    if (!newer || !older) return false
    const files = createLogFiles(makeOptions())
    const tree = createTree(hash, newer.size, async (tile) => new Uint8Array((await files.readTile(tile)) ?? []))
    return await isConsistent(hash, older, newer, await tree.consistencyProof(older.size))
  }

  it('appends the entries of a copy without their content, and continues what others have seen', async () => {
    await sign()
    expect(await readStoppedText()).toBe(`mark ${PUBLISHED}`)
    await expect(recover()).rejects.toThrow(/give --from/)
    const lost = { from: BACKED_UP, count: PUBLISHED - BACKED_UP }
    expect(await recover('copy')).toEqual({
      size: PUBLISHED,
      folder: undefined,
      lost,
      returned: [],
      unknown: [lost],
      reentered: [],
    })
    await addEntry(makeOptions(), '{"version":2}')
    await sign()
    const { size, signed_size, stopped: reason } = await readLogState(getDb())
    expect([size, signed_size, reason, await isContinued()]).toEqual([PUBLISHED + 1, PUBLISHED + 1, null, true])
    const [first] = await getDb()
      .selectFrom('log_entries')
      .select(['record_id', 'note'])
      .where('idx', '=', BACKED_UP)
      .execute()
    expect(first).toEqual({ record_id: null, note: '内容在 2026-11-23 恢复备份时丢失' })
    const [audit] = await getDb().selectFrom('audit_log').selectAll().execute()
    expect(audit).toMatchObject({ action: 'log.recover', actor_name: '运维命令' })
    expect(audit?.target_name).toMatch(/^补回 \d+ 条，找回证书 0 份，另有 0 份重新入册$/)
  })

  it('enters certificates anew whose entries were made after the restore and never published', async () => {
    const idx = await addEntry(makeOptions(), '{"certificateNo":"SH20261103001285","version":9}')
    const published = {
      certificate_no: 'SH20261103001285',
      check_code_hash: '',
      state: 'published',
      version: 9,
    } as const
    await getDb()
      .insertInto('certificates')
      .values({ ...published, body_import_id: 0, import_id: 0, imported_at: 0, log_index: idx, revision: 4 })
      .execute()
    expect(await recover('copy')).toMatchObject({
      lost: { count: PUBLISHED - BACKED_UP },
      reentered: ['SH20261103001285'],
    })
    expect(await readWaiting(getDb(), TEST_DIGEST, 'SH20261103001285')).toMatchObject({ version: 9, prev: null })
    // An import that was staged before compares the revision, and is refused.
    const rows = await getDb().selectFrom('certificates').select(['log_index', 'revision']).execute()
    expect(rows).toEqual([{ log_index: null, revision: 5 }])
    expect(await getDb().selectFrom('log_records').select('id').execute()).toEqual([])
    await addPlainEntries(makeOptions(), 1)
    await sign()
    expect([await readStoppedText(), await isContinued()]).toEqual([null, true])
  })

  it('enters nothing anew that this installation did not make', async () => {
    const idx = await addEntry(makeOptions(), '{"certificateNo":"SH20261103001285","version":9}')
    await getDb().updateTable('log_entries').set({ seal: '' }).where('idx', '=', idx).execute()
    expect(await recover('copy')).toMatchObject({ lost: { count: PUBLISHED - BACKED_UP }, reentered: [] })
    expect(await getDb().selectFrom('log_backlog').selectAll().execute()).toEqual([])
  })

  it('refuses a copy that is short, cut, altered or of another log, and changes nothing', async () => {
    await sign()
    const before = await readLogState(getDb())
    const copies: [string, (copy: string) => void, RegExp][] = [
      ['short', (copy) => rmSync(join(copy, 'tile/entries/002.p/88')), /does not have tile\/entries\/002\.p\/88/],
      ['cut', (copy) => writeFileSync(join(copy, 'tile/entries/001'), 'cut'), /cut tile\/entries\/001/],
      ['altered', (copy) => cpSync(join(copy, 'tile/entries/000'), join(copy, 'tile/entries/001')), /do not lead/],
      ['signed by others', (copy) => writeFileSync(join(copy, 'checkpoint'), 'lab.example/log\n1\n'), /not signed/],
    ]
    for (const [name, harm, reason] of copies) {
      cpSync(join(folder, 'copy'), join(folder, name), { recursive: true })
      harm(join(folder, name))
      await expect(recover(name)).rejects.toThrow(reason)
    }
    expect(await readLogState(getDb())).toEqual(before)
    expect(await getDb().selectFrom('audit_log').selectAll().execute()).toEqual([])
  })

  it('takes the newest checkpoint from a copy when the mark is lost too', async () => {
    rmSync(findMarkFile(dataDir(), 'log.mark'))
    await sign()
    expect(await readStoppedText()).toBe('noMark')
    const nextCommands = new RegExp(`database has ${BACKED_UP} entries.*--trust-database\n.*--from URL\\|FOLDER\n`, 's')
    await expect(recover()).rejects.toThrow(nextCommands)
    expect(await recover('copy')).toMatchObject({ size: PUBLISHED })
    expect([await readStoppedText(), await hasMark(openMarks(dataDir())), await isContinued()]).toEqual([
      null,
      true,
      true,
    ])
  })

  it('continues from the database alone when its operator vouches for it', async () => {
    rmSync(findMarkFile(dataDir(), 'log.mark'))
    await sign()
    expect(await recover(undefined, true)).toMatchObject({ size: BACKED_UP, lost: { count: 0 }, reentered: [] })
    await addPlainEntries(makeOptions(), 1)
    await sign()
    expect((await readLogState(getDb())).signed_size).toBe(BACKED_UP + 1)
  })

  it('stops the log under another key, so that machines start without it, until the key is back', async () => {
    const other = { ...makeOptions(), logSeed: Buffer.alloc(32, 2), copy: undefined, trustsDatabase: false }
    await expect(recoverLog(other)).rejects.toThrow('put LOG_KEY or DATA_DIR/log.key back')
    expect((await readLogState(getDb())).stopped).toBe('key')
    await recover('copy')
    expect((await readLogState(getDb())).stopped).toBeNull()
  })
})
