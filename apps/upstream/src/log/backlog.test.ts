import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '#platform/db/open.ts'
import { ask } from '#testing/asking.ts'
import { getTestCode, makeCertificateRow } from '#testing/certificate-files.ts'
import { importRows } from '#testing/certificate-site.ts'
import { describeDatabases } from '#testing/databases.ts'
import { findLogFaults } from '#testing/log/log-agrees.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join } from '#testing/members.ts'
import { createDeskPeople } from '#testing/staff/desk-people.ts'
import { makePresentText } from './append.ts'
import { addToBacklog, createLogBacklog, LATE_NOTE } from './backlog.ts'

const makeNo = (serial: number) => makeCertificateNo('20261103', serial)
const noFile = async () => undefined
/** More than one transaction enters. */
const MANY = 620

describeDatabases('certificates that wait for an entry of the public log', (make) => {
  let upstream: TestUpstream
  const db = () => upstream.db

  beforeEach(async () => {
    upstream = await makeUpstreamOn(make, { content: 'none' })
    // The passes of the server's start are over after this request.
    await upstream.app.inject('/log/checkpoint')
  })
  afterEach(() => upstream.close())

  const publish = (count: number) =>
    importRows(
      upstream,
      Array.from({ length: count }, (_none, serial) => makeCertificateRow(serial)),
    )
  const setStopped = (stopped: string | null) => db().updateTable('log_state').set({ stopped }).execute()
  const backlog = () => db().selectFrom('log_backlog').selectAll().orderBy('pos').execute()
  const logged = (from: number) =>
    db()
      .selectFrom('log_entries as entry')
      .innerJoin('log_records as record', 'record.id', 'entry.record_id')
      .select(['record.certificate_no', 'record.kind', 'record.version', 'record.note', 'record.prev'])
      .where('entry.idx', '>=', from)
      .orderBy('entry.idx')
      .execute()

  async function waitFor(serial: number, state: object) {
    const certificateNo = makeNo(serial)
    await db().updateTable('certificates').set(state).where('certificate_no', '=', certificateNo).execute()
    await addToBacklog(db(), upstream.digest, await makePresentText(db(), certificateNo, noFile))
  }
  const withdraw = (serial: number) =>
    waitFor(serial, { state: 'withdrawn', reason: '样品调换', changed_on: '2026-11-20' })

  /** Publishes a second version, whose entry has yet to come. */
  async function correct(serial: number) {
    const row = { certificate_no: makeNo(serial), version: 2, import_id: 0, imported_at: 0, reason: null }
    const body = JSON.stringify({ category: 'turquoise', conclusion: '绿松石', color: '蓝绿色' })
    await db()
      .insertInto('certificate_versions')
      .values({ ...row, body })
      .execute()
    await waitFor(serial, { version: 2, body_import_id: 0 })
  }

  /** @returns numbers that were not entered */
  async function enter(from = db()): Promise<string[]> {
    const refused: string[] = []
    const onMismatch = (certificateNo: string) => void refused.push(certificateNo)
    await createLogBacklog({ db: from, now: () => 7, digest: upstream.digest, onMismatch }).sweep()
    return refused
  }

  it('enter it once, in their order of arrival, with a note', async () => {
    await publish(MANY)
    const serials = Array.from({ length: MANY }, (_none, at) => MANY - 1 - at)
    for (const serial of serials) await withdraw(serial)
    expect(await enter()).toEqual([])
    expect(await logged(MANY)).toEqual(
      serials.map((serial) => ({
        certificate_no: makeNo(serial),
        kind: 'withdraw',
        version: 1,
        note: LATE_NOTE,
        prev: serial,
      })),
    )
    expect(await backlog()).toEqual([])
    expect(await findLogFaults(db())).toEqual([])
  })

  it('enter it once with two running instances', async () => {
    await publish(MANY)
    for (let serial = 0; serial < MANY; serial += 1) await withdraw(serial)
    // Two connections of one process to a SQLite file would wait for each other.
    const { databaseUrl } = upstream.config
    const other = databaseUrl.startsWith('sqlite:') ? undefined : openDatabase(databaseUrl)
    await Promise.all([enter(), enter(other?.db)])
    await other?.close()
    expect(await logged(MANY)).toHaveLength(MANY)
    expect(await findLogFaults(db())).toEqual([])
  })

  it('enter it before the desk or an import changes them', async () => {
    await publish(3)
    await correct(0)
    await correct(1)
    const chen = await createDeskPeople(upstream).person('陈景行', ['approve'])
    await createDeskPeople(upstream).step(chen, makeNo(0), 'withdrawNow', { reason: '样品调换' })
    await importRows(upstream, [makeCertificateRow(1, { color: '天蓝色' })])
    expect(await logged(3)).toEqual([
      { certificate_no: makeNo(0), kind: 'publish', version: 2, note: LATE_NOTE, prev: 0 },
      { certificate_no: makeNo(0), kind: 'withdraw', version: 2, note: null, prev: 3 },
      { certificate_no: makeNo(1), kind: 'publish', version: 2, note: LATE_NOTE, prev: 1 },
      { certificate_no: makeNo(1), kind: 'publish', version: 3, note: null, prev: 5 },
    ])
    expect(await findLogFaults(db())).toEqual([])
  })

  it('wait for their newest state alone, and while the log is stopped', async () => {
    await publish(2)
    await setStopped('mark 9')
    await correct(0)
    await withdraw(1)
    await withdraw(0)
    expect(await enter()).toEqual([])
    expect(await backlog()).toMatchObject([{ certificate_no: makeNo(0) }, { certificate_no: makeNo(1) }])
    expect(await logged(2)).toEqual([])
    await setStopped(null)
    await enter()
    expect(await logged(2)).toMatchObject([
      { certificate_no: makeNo(0), kind: 'withdraw', version: 2, prev: 0 },
      { certificate_no: makeNo(1), kind: 'withdraw', version: 1, prev: 1 },
    ])
  })

  const lookUp = async (serial: number) => {
    const body = { certificateNo: makeNo(serial), checkCode: getTestCode(serial) }
    return (await ask(upstream, 'POST /v1/certificate/check', { body, isDamaged: true })).data
  }
  const row = (serial: number) => db().updateTable('log_backlog').where('certificate_no', '=', makeNo(serial))
  const readRow = async (serial: number) =>
    await db()
      .selectFrom('log_backlog')
      .selectAll()
      .where('certificate_no', '=', makeNo(serial))
      .executeTakeFirstOrThrow()

  it.each<[string, () => Promise<unknown>]>([
    [
      'another text, there and in the certificate',
      async () => {
        const { text } = await readRow(0)
        await row(0)
          .set({ text: text.replace('蓝绿色', '艳彩') })
          .execute()
        const body = JSON.stringify({ category: 'turquoise', conclusion: '绿松石', color: '艳彩' })
        const versions = db().updateTable('certificate_versions').set({ body })
        await versions.where('certificate_no', '=', makeNo(0)).where('version', '=', 2).execute()
      },
    ],
    [
      'the text of another certificate',
      async () => {
        const { text, seal } = await readRow(1)
        await row(0).set({ text, seal }).execute()
        // The entry that the text follows.
        await db().updateTable('certificates').set({ log_index: 1 }).where('certificate_no', '=', makeNo(0)).execute()
      },
    ],
    [
      'another seal',
      async () =>
        await row(0)
          .set({ seal: (await readRow(1)).seal })
          .execute(),
    ],
    [
      'what it waited for before it was withdrawn',
      async () => {
        const before = await db().deleteFrom('log_backlog').returningAll().execute()
        await withdraw(0)
        await enter()
        const published = { state: 'published', reason: null, changed_on: null } as const
        await db().updateTable('certificates').set(published).where('certificate_no', '=', makeNo(0)).execute()
        await db().insertInto('log_backlog').values(before).execute()
      },
    ],
  ])('neither enter nor show what was altered there: %s', async (_what, alter) => {
    await publish(2)
    await correct(0)
    await correct(1)
    expect(await lookUp(0)).toMatchObject({ state: 'valid', certificate: { version: 2, color: '蓝绿色' } })
    await alter()
    expect(await lookUp(0)).toEqual({ state: 'mismatch', certificateNo: makeNo(0) })
    expect(await enter()).toEqual([makeNo(0)])
    expect((await logged(2)).at(-1)).toMatchObject({ certificate_no: makeNo(1), version: 2 })
    expect(await backlog()).toMatchObject([{ certificate_no: makeNo(0) }])
    expect(await lookUp(0)).toEqual({ state: 'mismatch', certificateNo: makeNo(0) })
    expect(await lookUp(1)).toMatchObject({ state: 'valid', log: {} })
    await expect(importRows(upstream, [makeCertificateRow(0, { color: '天蓝色' })])).rejects.toThrow('未能通过核对')
  })

  it('are reported to the owners when they cannot be entered', async () => {
    await upstream.close()
    upstream = await makeUpstreamOn(make, { content: 'none' })
    await publish(1)
    await correct(0)
    await row(0).set({ seal: '' }).execute()
    await join(upstream, '石衡', 'owner')
    const subjects = async () => (await upstream.mailbox()).map(({ subject }) => subject)
    // Its first answer comes after the start, when it looks at what waits.
    await expect.poll(subjects).toContain(`证书未能通过核对：${makeNo(0)}`)
    expect(upstream.logs.join()).toContain('does not match the public log')
  })
})
