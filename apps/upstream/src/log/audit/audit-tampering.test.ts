import { randomBytes } from 'node:crypto'
import { DAY_MS } from '@portal/contract/constants.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runAudit, runAuditAccept } from '#operator/admin/audit-command.ts'
import { appendAudit } from '#platform/audit/audit-log.ts'
import { createHealthMarks } from '#platform/figures/health-marks.ts'
import { claimKey } from '#platform/secrets/claim-key.ts'
import { digestWith } from '#platform/secrets/instance-secret.ts'
import { createAuditCheck } from '#site/figures/audit-check.ts'
import { describeDatabases } from '#testing/databases.ts'
import { findLogFaults } from '#testing/log/log-agrees.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join as joinStaff } from '#testing/members.ts'
import { readAuditMark } from './audit-mark.ts'
import { computePlainHash, streamEntriesAfter } from './chain-base.ts'

const ENTRIES = 57
const CUT = 20

describeDatabases('an audit log that is altered in the database', (make) => {
  let upstream: TestUpstream
  let nowMs: number
  let alarms: string[]
  let faults: string[]
  const makeOptions = () => ({
    db: upstream.db,
    digest: upstream.digest,
    markStore: upstream.files.markStore,
    now: () => nowMs,
  })
  const auditCheck = () =>
    createAuditCheck({
      ...makeOptions(),
      marks: createHealthMarks({ db: upstream.db, now: () => nowMs, onError: (error) => expect.fail(String(error)) }),
      alarm: async ({ text }) => void alarms.push(text),
      onError:
        () =>
        ({ message }) =>
          void faults.push(message),
    })
  /** Runs the check of the next day. */
  async function sweep() {
    nowMs += DAY_MS
    await auditCheck().sweep()
    return (await auditCheck().readLatest())?.fault
  }

  async function append(count: number) {
    for (let nth = 0; nth < count; nth += 1) {
      const fact = { actor: { id: null, name: `人员${nth}` }, action: 'site.save', outcome: 'done' as const }
      const source = { requestId: '1', network: '203.0.113.0/24', device: null }
      await upstream.db.transaction().execute((trx) => appendAudit(trx, makeOptions(), { ...fact, ...source }))
    }
  }

  async function dropTriggers() {
    const names = upstream.config.databaseUrl.startsWith('sqlite:')
      ? ['audit_log_no_update', 'audit_log_no_delete']
      : ['audit_log_no_change on audit_log']
    for (const name of names) await sql.raw(`drop trigger ${name}`).execute(upstream.db)
  }

  /** Reads the number of entries in the mark. */
  const mark = async () => (await readAuditMark(upstream.files.markStore))?.entries
  const listIdsNewestFirst = async () =>
    (await upstream.db.selectFrom('audit_log').select('id').orderBy('id', 'desc').execute()).map(({ id }) => id)
  const setHead = (head: { entries?: number; hash?: string; base?: string | null }) =>
    upstream.db.updateTable('audit_head').set(head).execute()

  /** Deletes the newest entries, and adapts the head to the rest. */
  async function cutEntries(count: number) {
    await upstream.db
      .deleteFrom('audit_log')
      .where('id', 'in', (await listIdsNewestFirst()).slice(0, count))
      .execute()
    const last = await upstream.db.selectFrom('audit_log').select('hash').orderBy('id', 'desc').executeTakeFirst()
    await setHead({ hash: last?.hash ?? '' })
  }

  /** Computes all hashes again, without the key. */
  async function rewriteHashes() {
    let hash = ''
    for await (const row of streamEntriesAfter(upstream.db, 0)) {
      const previous = hash
      hash = computePlainHash(previous, row)
      await upstream.db
        .updateTable('audit_log')
        .set({ previous_hash: previous, hash })
        .where('id', '=', row.id)
        .execute()
    }
    await setHead({ hash })
  }

  beforeEach(async () => {
    nowMs = Date.UTC(2026, 10, 20)
    ;[alarms, faults] = [[], []]
    upstream = await makeUpstreamOn(make, { content: 'none' })
    await append(ENTRIES)
    expect(await sweep()).toBeNull()
    await dropTriggers()
  })
  afterEach(() => upstream.close())

  it.each([
    ['the newest entries deleted, the head set back', () => cutEntries(CUT), { kind: 'head', at: ENTRIES }],
    [
      'the same, with their number',
      async () => {
        await cutEntries(CUT)
        await setHead({ entries: ENTRIES - CUT })
      },
      { kind: 'log', at: ENTRIES },
    ],
    ['everything deleted, the head emptied', () => cutEntries(ENTRIES), { kind: 'head', at: ENTRIES }],
    [
      'the same, with their number',
      async () => {
        await cutEntries(ENTRIES)
        await setHead({ entries: 0 })
      },
      { kind: 'log', at: ENTRIES },
    ],
    ['another head', () => setHead({ hash: 'f'.repeat(64) }), { kind: 'head', at: ENTRIES }],
    ['a base that is no base', () => setHead({ base: 'plain' }), { kind: 'head', at: ENTRIES }],
    ['a forged base', () => setHead({ base: '{"entries":57,"mac":""}' }), { kind: 'head', at: ENTRIES }],
  ])('is found, and alarms the owners once: %s', async (_title, alter, fault) => {
    await alter()
    expect(await sweep()).toEqual(fault)
    expect(await sweep()).toEqual(fault)
    expect([alarms.length, faults.length]).toEqual([1, 1])
    expect(await runAudit(makeOptions())).toMatchObject({ exitCode: 1 })
  })

  it('is found when an actor was renamed, even if all hashes were recomputed', async () => {
    const third = (await listIdsNewestFirst()).at(-3) ?? 0
    await upstream.db.updateTable('audit_log').set({ actor_name: '别人' }).where('id', '=', third).execute()
    expect(await sweep()).toEqual({ kind: 'entry', at: third })
    expect(alarms[0]).toContain(`第 ${third} 条与校验值不符`)
    await rewriteHashes()
    expect(await sweep()).toEqual({ kind: 'entry', at: (await listIdsNewestFirst()).at(-1) })
  })

  it('is found within minutes when entries of today were deleted', async () => {
    await append(5)
    nowMs += 1
    await auditCheck().sweep()
    expect(await mark()).toBe(ENTRIES + 5)
    await cutEntries(3)
    await setHead({ entries: ENTRIES + 2 })
    nowMs += 1
    await auditCheck().sweep()
    expect((await auditCheck().readLatest())?.fault).toEqual({ kind: 'mark', at: ENTRIES + 5 })
  })

  it('is found by a process that runs for a day, regardless of the time of the last check in the database', async () => {
    const setTime = (at: number) =>
      upstream.db.updateTable('health_marks').set({ at }).where('name', '=', 'audit.checked').execute()
    const running = auditCheck()
    await upstream.db.updateTable('audit_log').set({ actor_name: '别人' }).where('id', '=', 5).execute()
    await setTime(nowMs + 365 * DAY_MS)
    await auditCheck().sweep()
    expect((await auditCheck().readLatest())?.fault).toEqual({ kind: 'entry', at: 5 })

    await upstream.db.updateTable('health_marks').set({ detail: '{"entries":57,"fault":null}' }).execute()
    nowMs += DAY_MS
    await setTime(nowMs)
    await running.sweep()
    expect((await auditCheck().readLatest())?.fault).toEqual({ kind: 'entry', at: 5 })
  })

  it('is shown to the owners in the overview and on its page', async () => {
    const owner = await joinStaff(upstream, 'owner', 'owner')
    await cutEntries(CUT)
    await owner.ask('POST /v1/manage/audit/check')
    const { audit } = (await owner.ask('GET /v1/manage/health')).data
    expect(audit.fault).toMatchObject({ kind: 'head' })
    expect((await owner.ask('GET /v1/manage/audit/chain')).data.check.fault).toEqual(audit.fault)
    const notices = await upstream.db.selectFrom('notices').select('content').where('user_id', '=', owner.id).execute()
    expect(notices.map(({ content }) => content).join()).toContain('操作记录校验未通过')
    expect(upstream.logs.join()).toContain('the audit log does not fit')
    expect((await upstream.mailbox()).some(({ subject }) => subject === '操作记录校验未通过')).toBe(true)
  })

  it('has the head of each day in the public log, once', async () => {
    await sweep()
    nowMs += 1
    await auditCheck().check(null)
    const records = await upstream.db.selectFrom('log_records').selectAll().execute()
    expect(records.map(({ kind, text }) => [kind, JSON.parse(text).day])).toEqual([
      ['audit', '2026-11-21'],
      ['audit', '2026-11-22'],
    ])
    expect(await findLogFaults(upstream.db)).toEqual([])
    await upstream.db
      .updateTable('log_records')
      .set({ text: records[0]?.text.replace('57', '56') ?? '' })
      .execute()
    expect(await sweep()).toMatchObject({ kind: 'log' })
  })

  it('is reported as shorter than the mark after a restored backup, and continues once an operator accepts it', async () => {
    const { entries, hash } = await upstream.db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()
    await append(10)
    await sweep()
    // A backup of the day before does not contain this entry.
    await upstream.db.deleteFrom('log_entries').where('idx', '=', 1).execute()
    await upstream.db.deleteFrom('log_records').where('id', '>', 1).execute()
    await upstream.db.updateTable('log_state').set({ size: 1 }).execute()
    await cutEntries(10)
    await setHead({ entries, hash })
    expect(await sweep()).toEqual({ kind: 'mark', at: ENTRIES + 10 })
    expect(alarms[0]).toContain(`只有 ${ENTRIES} 条，短于标记的 ${ENTRIES + 10} 条`)
    expect(await runAuditAccept(makeOptions())).toMatchObject({ exitCode: 0 })
    nowMs += 1
    await auditCheck().sweep()
    expect((await auditCheck().readLatest())?.fault).toBeNull()
    const accepted = await upstream.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirst()
    expect(accepted).toMatchObject({ actor_name: '运维命令', action: 'audit.accept' })
    expect(JSON.parse(accepted?.changes ?? '')).toEqual([
      { member: 'entries', before: String(ENTRIES + 10), after: String(ENTRIES) },
    ])
    await append(3)
    expect(await sweep()).toBeNull()
    expect(await runAuditAccept(makeOptions())).toMatchObject({
      exitCode: 1,
      lines: [expect.stringContaining('Nothing')],
    })
    await upstream.db.updateTable('audit_log').set({ actor_name: '别人' }).where('id', '=', 5).execute()
    expect(await sweep()).toMatchObject({ kind: 'entry' })
  })

  it('continues with another key once an operator accepts it, and then with that key alone', async () => {
    await claimKey(upstream.db, upstream.digest)
    const digest = digestWith(randomBytes(32))
    await expect(claimKey(upstream.db, digest)).rejects.toThrow('INSTANCE_KEY')
    const accepted = await runAuditAccept({ ...makeOptions(), digest })
    expect(accepted).toMatchObject({ exitCode: 0, lines: expect.arrayContaining([expect.stringContaining('key')]) })
    await claimKey(upstream.db, digest)
    expect(await runAudit({ ...makeOptions(), digest })).toMatchObject({ exitCode: 0 })
    await expect(claimKey(upstream.db, upstream.digest)).rejects.toThrow('INSTANCE_KEY')
    expect(await runAuditAccept({ ...makeOptions(), digest })).toMatchObject({ exitCode: 1 })
  })

  it('is not hidden by a mark that cannot be read', async () => {
    await upstream.files.markStore.replace('audit.mark', ENTRIES, '{"entries"')
    expect(await sweep()).toEqual({ kind: 'mark', at: 0 })
    const { lines } = await runAudit(makeOptions())
    expect(lines.join()).toMatch(/^The mark of the audit log .* holds something else than a mark/)
  })

  it('is found when entries were deleted right after a manual check', async () => {
    await append(5)
    expect(await runAudit(makeOptions())).toMatchObject({ exitCode: 0 })
    await cutEntries(3)
    await setHead({ entries: ENTRIES + 2 })
    expect(await sweep()).toEqual({ kind: 'mark', at: ENTRIES + 5 })
    expect(await runAudit(makeOptions())).toMatchObject({ exitCode: 1 })
    expect(await mark()).toBe(ENTRIES + 5)
  })

  it('never has its mark set back by an instance that checked earlier', async () => {
    const [one, other] = [auditCheck(), auditCheck()]
    const early = one.check(null)
    await append(5)
    await Promise.all([early, other.check(null)])
    await one.check(null)
    expect(await mark()).toBe(ENTRIES + 5)
  })
})
