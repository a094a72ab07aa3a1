import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/open.ts'
import { createHealthMarks } from '#platform/figures/health-marks.ts'
import { describeDatabases, type TestDatabase } from '#testing/databases.ts'
import { openMarks } from '#testing/marks.ts'
import { createLogCheck, readLatestLogCheck } from './log-check.ts'
import { createLogSigner } from './log-signer.ts'
import { addEntry, addPlainEntries, TEST_DIGEST } from './testing/log-entries.ts'

/** Number of lost entries, more than one chunk. */
const LOST = 1200
/** Indexes of the entries after them. */
const [FIRST, SECOND] = [LOST, LOST + 1]
/** Number of both certificates. */
const NUMBER = 'SH20261103001285'

describeDatabases('the check of the whole public log', (make) => {
  let database: TestDatabase
  let opened: OpenDatabase
  let dataDir: string
  let nowMs: number
  let alarms: string[]
  let lines: string[]
  const getDb = () => opened.db
  const getInstallation = () => ({ db: getDb(), digest: TEST_DIGEST, now: () => nowMs })
  const createMarks = () => createHealthMarks({ ...getInstallation(), onError: (error) => expect.fail(String(error)) })

  beforeEach(async () => {
    database = await make('migrated')
    opened = openDatabase(database.url)
    await migrate(opened)
    dataDir = mkdtempSync(join(tmpdir(), 'log-check-'))
    nowMs = Date.parse('2026-11-23T02:00:00Z')
    alarms = []
    lines = []
    await addPlainEntries(getInstallation(), LOST)
    await addEntry(getInstallation(), '{"version":1}')
    await addEntry(getInstallation(), `{"prev":${FIRST},"version":2}`, FIRST)
    await sign()
  })
  afterEach(async () => {
    await opened.close()
    await database.drop()
    rmSync(dataDir, { recursive: true })
  })

  const sign = () =>
    createLogSigner({
      ...getInstallation(),
      dataDir,
      markStore: openMarks(dataDir),
      logSeed: Buffer.alloc(32, 1),
      siteUrl: 'https://lab.example',
      onStop: ({ message }) => expect.fail(message),
    }).sign()
  /** Creates the check of a new process. */
  const createCheck = () =>
    createLogCheck({
      ...getInstallation(),
      marks: createMarks(),
      alarm: async ({ text }) => void alarms.push(text),
      onError:
        (what) =>
        ({ message }) =>
          void lines.push(`${what}: ${message}`),
    })
  /** Runs a pass after ten minutes. */
  async function passLater(check: ReturnType<typeof createCheck>, pauseMs = 10 * MINUTE_MS) {
    nowMs += pauseMs
    await check.sweep()
    return (await readLatestLogCheck(createMarks()))?.fault
  }
  const updateEntryAt = (idx: number) => getDb().updateTable('log_entries').where('idx', '=', idx)
  const readRowAt = (idx: number) =>
    getDb().selectFrom('log_entries').selectAll().where('idx', '=', idx).executeTakeFirstOrThrow()

  it('finds no fault in an unaltered log, at the start and every day', async () => {
    const check = createCheck()
    await check.sweep()
    expect(await readLatestLogCheck(createMarks())).toEqual({ fault: null, entries: LOST + 2, at: nowMs })
    await addPlainEntries(getInstallation(), 10)
    await sign()
    expect(await passLater(check)).toBeNull()
    expect(await passLater(check, DAY_MS)).toBeNull()
    expect(await readLatestLogCheck(createMarks())).toEqual({ fault: null, entries: LOST + 12, at: nowMs })
    expect([alarms, lines]).toEqual([[], []])
  })

  it.each<[string, number, () => Promise<unknown>]>([
    ['an entry is missing', 7, () => getDb().deleteFrom('log_entries').where('idx', '=', 7).execute()],
    [
      'an entry is another one',
      7,
      async () =>
        updateEntryAt(7)
          .set({ entry: (await readRowAt(8)).entry })
          .execute(),
    ],
    [
      'an entry was taken away from its number',
      SECOND,
      () => updateEntryAt(SECOND).set({ certificate_no: '' }).execute(),
    ],
    ['a lost entry was given to a number', 7, () => updateEntryAt(7).set({ certificate_no: NUMBER }).execute()],
    ['an entry was taken away from its record', SECOND, () => updateEntryAt(SECOND).set({ record_id: null }).execute()],
    [
      'an entry has another seal',
      7,
      async () =>
        updateEntryAt(7)
          .set({ seal: (await readRowAt(8)).seal })
          .execute(),
    ],
    [
      'a record is missing',
      FIRST,
      () => getDb().deleteFrom('log_records').where('version', '=', 1).where('prev', 'is', null).execute(),
    ],
    [
      'a text is another one',
      SECOND,
      () => getDb().updateTable('log_records').set({ text: '{"version":3}' }).where('prev', '=', FIRST).execute(),
    ],
    [
      'a record is of another number',
      FIRST,
      () =>
        getDb()
          .updateTable('log_records')
          .set({ certificate_no: 'SH20261103000002' })
          .where('prev', 'is', null)
          .execute(),
    ],
    [
      'a record follows another entry',
      SECOND,
      () => getDb().updateTable('log_records').set({ prev: 7 }).where('prev', '=', FIRST).execute(),
    ],
    [
      'a record has no entry before it',
      SECOND,
      () => getDb().updateTable('log_records').set({ prev: null }).where('prev', '=', FIRST).execute(),
    ],
    [
      'a record has two entries',
      SECOND,
      async () => {
        const { idx: _idx, ...first } = await readRowAt(FIRST)
        await updateEntryAt(SECOND).set(first).execute()
      },
    ],
  ])('finds that %s, and notifies the owners once', async (_title, index, alter) => {
    const check = createCheck()
    await check.sweep()
    await alter()
    const fault = { kind: 'entry', detail: String(index) }
    expect(await passLater(check, DAY_MS)).toEqual(fault)
    expect(await passLater(check)).toEqual(fault)
    expect(await passLater(createCheck())).toEqual(fault)
    expect(alarms).toEqual([expect.stringMatching(new RegExp(`^公开日志校验未通过：第 ${index} 条.*运维手册`))])
    expect(lines.at(-1)).toBe(`the public log does not fit: entry ${index}`)
  })

  it('finds an entry that was replaced by a sealed one', async () => {
    const { idx: _idx, ...other } = await readRowAt(8)
    await updateEntryAt(7).set(other).execute()
    expect(await passLater(createCheck())).toEqual({ kind: 'root', detail: String(LOST + 2) })
  })

  it('finds what was altered before its first look within ten minutes, and what was restored', async () => {
    const check = createCheck()
    await check.sweep()
    const index = await addEntry(getInstallation(), '{"version":1}')
    await sign()
    const { seal } = await readRowAt(index)
    await updateEntryAt(index).set({ seal: '' }).execute()
    expect(await passLater(check)).toEqual({ kind: 'entry', detail: String(index) })
    await updateEntryAt(index).set({ seal }).execute()
    expect(await passLater(check)).toBeNull()
    await updateEntryAt(index).set({ seal: '' }).execute()
    expect(await passLater(check, DAY_MS)).toEqual({ kind: 'entry', detail: String(index) })
    expect(alarms).toHaveLength(2)
  })

  it('is not overruled by an instance that read the log before', async () => {
    const [one, other] = [createCheck(), createCheck()]
    await one.sweep()
    nowMs += DAY_MS / 2
    await other.sweep()
    await updateEntryAt(7).set({ seal: '' }).execute()
    expect(await passLater(one, DAY_MS / 2)).toEqual({ kind: 'entry', detail: '7' })
    expect(await passLater(other)).toEqual({ kind: 'entry', detail: '7' })
    expect(alarms).toHaveLength(1)
  })

  it('reads on behind a fault, names what it finds there, and tells the owners of each that is new', async () => {
    const check = createCheck()
    await updateEntryAt(7).set({ seal: '' }).execute()
    expect(await passLater(check)).toEqual({ kind: 'entry', detail: '7' })
    expect(check.findLatestRead(NUMBER)).toBe(SECOND)
    await updateEntryAt(SECOND).set({ certificate_no: '' }).execute()
    expect(await passLater(check)).toEqual({ kind: 'entry', detail: `7, ${SECOND}` })
    expect(alarms).toEqual([expect.stringContaining('第 7 条'), expect.stringContaining(`第 7、${SECOND} 条`)])
  })

  it('names twenty of many faulty entries', async () => {
    await getDb().updateTable('log_entries').set({ seal: '' }).execute()
    const detail = `${Array.from({ length: 20 }, (_, index) => index).join(', ')} …`
    expect(await passLater(createCheck())).toEqual({ kind: 'entry', detail })
  })

  it('checks a log whose checkpoint was deleted', async () => {
    await getDb().updateTable('log_state').set({ checkpoint: null, signed_size: 0 }).execute()
    await updateEntryAt(7).set({ seal: '' }).execute()
    expect(await passLater(createCheck())).toEqual({ kind: 'entry', detail: '7' })
  })

  it('knows the newest entry of numbers with more than one, also when it is gone', async () => {
    const check = createCheck()
    await check.sweep()
    expect(check.findLatestRead(NUMBER)).toBe(SECOND)
    await updateEntryAt(SECOND).set({ certificate_no: '' }).execute()
    await passLater(check, DAY_MS)
    expect(check.findLatestRead(NUMBER)).toBe(SECOND)
  })
})
