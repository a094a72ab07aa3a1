import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import { toBase64 } from '@portal/contract/tlog/hashing.ts'
import { readNote } from '@portal/contract/tlog/signed-notes.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/open.ts'
import { describeDatabases, type TestDatabase } from '#testing/databases.ts'
import { makeFailingDb } from '#testing/failing-db.ts'
import { findMarkFile, openMarks } from '#testing/marks.ts'
import type { LogFault } from './log-fault.ts'
import { toLogEntry } from './log-record.ts'
import { createLogSigner, type LogSigner, readLogState, type SignerOptions } from './log-signer.ts'
import { addEntry, addPlainEntries, TEST_DIGEST } from './testing/log-entries.ts'

/** Seed of section 4.3 of the research note. */
const SEED = Buffer.from(Array.from({ length: 32 }, (_, at) => at))
const SITE = 'https://lab.example'
const ROOTS: Readonly<Record<number, string>> = {
  1: 'ToDa1Fo9NDPZFc2qjM4ZAA11RIHNQCnuS8P+G1J2EIc=',
  2: 'DNxeVMpYoazxsTRdSgb/kXx7vxR7GQoHNYPjqKSi0A4=',
  3: 'PIOgfFIK8iW853Z0YtqaEfNdlDCpTWMWgcrGOSljpKg=',
  255: 'D6FJpW8rGEOB1EX0C5R6m6LcaK7QrHvQpbWHuZnHIDQ=',
  256: '3KoPDQdXRToACLIxSobdWgwqqhGUfHdBetQ7Qvj9wGk=',
  257: '7m4R51lgRXH/bMOQI5dHUVndxS1ni2H6qNbLWkhYBT0=',
}
const OTHER_NO = 'SH20261103000002'
const EMPTY_ROOT = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

describeDatabases('the signer of the public log', (make) => {
  let database: TestDatabase
  let opened: OpenDatabase
  let dataDir: string
  let faults: LogFault[]
  let nowMs: number
  const db = () => opened.db
  const getInstallation = () => ({ db: db(), digest: TEST_DIGEST })

  beforeEach(async () => {
    database = await make('migrated')
    opened = openDatabase(database.url)
    await migrate(opened)
    dataDir = mkdtempSync(join(tmpdir(), 'log-'))
    faults = []
    nowMs = Date.parse('2026-11-23T02:00:00Z')
  })
  afterEach(async () => {
    await opened.close()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const createSigner = (more: Partial<SignerOptions> = {}): LogSigner =>
    createLogSigner({
      ...getInstallation(),
      dataDir,
      markStore: openMarks(dataDir),
      logSeed: SEED,
      siteUrl: SITE,
      now: () => nowMs,
      onStop: (fault) => faults.push(fault),
      ...more,
    })
  const readHead = async () => {
    const { checkpoint, signed_size: size } = await readLogState(db())

    const read = readCheckpoint(readNote(checkpoint ?? '')?.text ?? '')
    expect(read?.size).toBe(size)
    return { size, root: toBase64(read?.root ?? new Uint8Array()), origin: read?.origin, note: checkpoint }
  }
  const readStoppedText = async () => (await readLogState(db())).stopped
  const markFile = () => findMarkFile(dataDir, 'log.mark')
  const mark = () => readFileSync(markFile(), 'utf8')

  it('signs the empty log, and then every size with the published roots', async () => {
    const { sign } = createSigner()
    await sign()
    expect(await readHead()).toMatchObject({ size: 0, root: EMPTY_ROOT, origin: 'lab.example/log' })
    for (const [text, root] of Object.entries(ROOTS)) {
      await addPlainEntries(getInstallation(), Number(text) - (await readHead()).size)
      await sign()
      const found = await readHead()
      expect([found.size, found.root, found.note]).toEqual([Number(text), root, mark()])
    }
    expect(faults).toEqual([])
  })

  it('signs many entries in steps, and continues after a restart', async () => {
    await addPlainEntries(getInstallation(), 1200)
    await createSigner({ stepMs: 0 }).sign()
    expect((await readHead()).size).toBe(1200)
    expect(await db().selectFrom('log_tiles').select(['level', 'idx']).orderBy('idx').execute()).toEqual(
      [0, 1, 2, 3].map((idx) => ({ level: 0, idx })),
    )
    await addEntry(getInstallation(), '{"kind":"publish"}')
    await createSigner().sign()
    expect([(await readHead()).size, await readStoppedText()]).toEqual([1201, null])
  })

  it('lets two instances sign concurrently, with one checkpoint for each size', async () => {
    const signers = [createSigner(), createSigner()]
    const notes = new Map<number, string | null>()
    let isAppending = true
    const watched = signers.map(async ({ sign }) => {
      while (isAppending) {
        await sign()
        const { size, note } = await readHead()
        expect(notes.get(size) ?? note).toBe(note)
        notes.set(size, note)
      }
    })
    for (let count = 0; count < 40; count += 1) await addEntry(getInstallation(), `{"count":${count}}`)
    isAppending = false
    await Promise.all(watched)
    await createSigner().sign()
    expect([(await readHead()).size, await readStoppedText(), faults]).toEqual([40, null, []])
  })

  it('makes at most one checkpoint a second, and none later for a clock that went back', async () => {
    const { signDue } = createSigner()
    await signDue()
    nowMs += 400
    // The second check counts even when nothing is to be signed, because an entry may arrive between the check and the
    // lock.
    expect(await signDue()).toBe(600)
    await addEntry(getInstallation(), '1')
    await signDue()
    expect((await readHead()).size).toBe(0)
    nowMs -= 60_000
    await signDue()
    expect((await readHead()).size).toBe(1)
  })

  describe('stops for good', () => {
    const expectStop = async (more: Partial<SignerOptions>, kind: string) => {
      const before = await readHead()
      await createSigner(more).sign()
      expect(faults.map((fault) => fault.kind)).toEqual([kind])
      expect((await readStoppedText())?.split(' ')[0]).toBe(kind)
      expect(await readHead()).toEqual(before)
    }

    it('at an entry that is not that of its record', async () => {
      await createSigner().sign()
      await addEntry(getInstallation(), '{"conclusion":"绿松石"}')
      await db().updateTable('log_records').set({ text: '{"conclusion":"翡翠"}' }).execute()
      await expectStop({}, 'entry')
      const { sign } = createSigner()
      await sign()
      await addEntry(getInstallation(), '{}')
      await sign()
      expect((await readHead()).size).toBe(0)
    })

    const setNewest = async (values: object) =>
      await db().updateTable('log_entries').set(values).where('idx', '=', 1).execute()
    const queryNewestRecord = () =>
      db().selectFrom('log_records').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

    it.each<[string, () => Promise<unknown>]>([
      ['its text was made anew', forgeText],
      ['it stands under another number', () => setNewest({ certificate_no: OTHER_NO })],
      ['entry and record stand under another number', moveToOther],
      ['it is said to be lost', () => setNewest({ record_id: null })],
      ['it is a copy of an earlier one', copyEarlier],
      ['it is a copy of an earlier one with its record', copyEarlierWithRecord],
    ])('at an entry that this installation did not make: %s', async (_title, alter) => {
      await addEntry(getInstallation(), '{"a":1}')
      await createSigner().sign()
      await addEntry(getInstallation(), '{"a":2}')
      await alter()
      await expectStop({}, 'entry')
    })

    async function forgeText() {
      const { id, salt } = await queryNewestRecord()
      await db().updateTable('log_records').set({ text: '{"a":3}' }).where('id', '=', id).execute()
      await setNewest({ entry: toLogEntry(salt, '{"a":3}') })
    }

    async function moveToOther() {
      const { id } = await queryNewestRecord()
      await db().updateTable('log_records').set({ certificate_no: OTHER_NO }).where('id', '=', id).execute()
      await setNewest({ certificate_no: OTHER_NO })
    }

    async function copyEarlier() {
      const { idx: _at, ...earlier } = await db()
        .selectFrom('log_entries')
        .selectAll()
        .orderBy('idx')
        .executeTakeFirstOrThrow()
      await setNewest(earlier)
    }

    async function copyEarlierWithRecord() {
      const { id: _id, ...earlier } = await db()
        .selectFrom('log_records')
        .selectAll()
        .orderBy('id')
        .executeTakeFirstOrThrow()
      const { id } = await queryNewestRecord()
      await db().updateTable('log_records').set(earlier).where('id', '=', id).execute()
      await copyEarlier()
      await setNewest({ record_id: id })
    }

    it('at a missing record, and at a missing entry', async () => {
      await createSigner().sign()
      await addEntry(getInstallation(), '{"a":1}')
      await db().deleteFrom('log_records').execute()
      await expectStop({}, 'entry')
      faults.length = 0
      await db().deleteFrom('log_entries').execute()
      await expectStop({}, 'entry')
    })

    it('at a changed entry under the newest checkpoint, and continues after a restart when it was repaired', async () => {
      await addPlainEntries(getInstallation(), 300)
      await createSigner().sign()
      await addPlainEntries(getInstallation(), 1)
      const at = () => db().updateTable('log_entries').where('idx', '=', 299)
      const { entry } = await db()
        .selectFrom('log_entries')
        .select('entry')
        .where('idx', '=', 299)
        .executeTakeFirstOrThrow()
      await at().set({ entry: EMPTY_ROOT }).execute()
      await expectStop({}, 'root')
      await at().set({ entry }).execute()
      await createSigner().sign()
      expect([(await readHead()).size, await readStoppedText()]).toEqual([301, null])
    })

    it('without its mark file, with another key, and under another host', async () => {
      await addPlainEntries(getInstallation(), 3)
      await createSigner().sign()
      await expectStop({ siteUrl: 'https://other.example' }, 'origin')
      faults.length = 0
      await expectStop({ logSeed: Buffer.alloc(32, 7) }, 'key')
      faults.length = 0
      await expectStop({ logSeed: null }, 'key')
      faults.length = 0
      const [kept, file] = [mark(), markFile()]
      rmSync(file)
      await expectStop({}, 'noMark')
      faults.length = 0
      writeFileSync(file, kept.slice(0, 20))
      await expectStop({}, 'noMark')
      writeFileSync(file, kept)
      await createSigner().sign()
      expect(await readStoppedText()).toBeNull()
    })

    it('when the database is older than the mark, or leads to another root of its size', async () => {
      await addPlainEntries(getInstallation(), 2)
      await createSigner().sign()
      const old = await readHead()
      await addPlainEntries(getInstallation(), 2)
      await createSigner().sign()
      await db().deleteFrom('log_entries').where('idx', '>=', 2).execute()
      await db().updateTable('log_state').set({ size: 2, signed_size: 2, checkpoint: old.note }).execute()
      await expectStop({}, 'mark')
      faults.length = 0
      await addEntry(getInstallation(), '{"another":1}')
      await addEntry(getInstallation(), '{"another":2}')
      await expectStop({}, 'mark')
      await addEntry(getInstallation(), '{"another":3}')
      faults.length = 0
      await expectStop({}, 'mark')
    })
  })

  it('repeats the checkpoint of a process that was killed between mark and database', async () => {
    await addPlainEntries(getInstallation(), 2)
    await createSigner().sign()
    const before = await readLogState(db())
    await addPlainEntries(getInstallation(), 300)
    await createSigner().sign()
    const lost = await readHead()
    const { size: _size, ...older } = before
    await db().updateTable('log_state').set(older).execute()
    await db().deleteFrom('log_tiles').execute()
    await addPlainEntries(getInstallation(), 1)
    await createSigner().sign()
    expect([(await readHead()).size, faults]).toEqual([303, []])
    await db()
      .updateTable('log_state')
      .set({ ...older, size: 302 })
      .execute()
    await openMarks(dataDir).replace('log.mark', 302, lost.note ?? '')
    await createSigner().sign()
    expect(await readHead()).toEqual(lost)
  })

  it('never signs two roots of one size, whichever statement is its last', async () => {
    const notes = new Map<number | undefined, string>()
    const remember = (note: string | null) => {
      if (note === null) return
      const size = readCheckpoint(readNote(note)?.text ?? '')?.size
      expect(notes.get(size) ?? note).toBe(note)
      notes.set(size, note)
    }
    await createSigner().sign()
    let hasEnded = false
    for (let statements = 0; !hasEnded; statements += 1) {
      await addPlainEntries(getInstallation(), 150)
      hasEnded = await createSigner({ db: makeFailingDb(db(), statements) })
        .sign()
        .then(
          () => true,
          () => false,
        )
      remember(mark())
      remember((await readLogState(db())).checkpoint)
      // Every second death is followed by the publication of another entry.
      if (statements % 2 === 0) await addPlainEntries(getInstallation(), 1)
    }
    await createSigner().sign()
    const { size, signed_size } = await readLogState(db())
    expect([signed_size, faults, notes.size]).toEqual([size, [], 4])
  })

  it('turns a trial into the log of the site’s host, and never back', async () => {
    await addPlainEntries(getInstallation(), 2)
    await createSigner({ siteUrl: 'http://127.0.0.1:8080' }).sign()
    expect(await readHead()).toMatchObject({ origin: 'localhost/log', size: 2 })
    await createSigner().sign()
    expect(await readHead()).toMatchObject({ origin: 'lab.example/log', size: 2, root: ROOTS[2] })
    await createSigner({ siteUrl: null }).sign()
    expect(await readStoppedText()).toBe('origin lab.example/log')
  })

  it('begins a trial anew whose database was deleted', async () => {
    await createSigner({ siteUrl: null }).sign()
    await openMarks(dataDir).replace('log.mark', 5, mark().replace('\n0\n', '\n5\n'))
    await db().updateTable('log_state').set({ origin: null, checkpoint: null }).execute()
    await createSigner({ siteUrl: null }).sign()
    expect([await readHead(), await readStoppedText()]).toEqual([expect.objectContaining({ size: 0 }), null])
  })
})
