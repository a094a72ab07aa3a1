import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashCheckCode } from '#certificates/lookup/check-code.ts'
import { openDatabase } from '#platform/db/open.ts'
import { ask } from '#testing/asking.ts'
import { describeDatabases, describePostgres, type TestDatabase } from '#testing/databases.ts'
import { findLogFaults } from '#testing/log/log-agrees.ts'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'
import type { Member } from '#testing/members.ts'
import { createDeskPeople } from '#testing/staff/desk-people.ts'
import { appendToLog } from './append.ts'
import { createLogBacklog, LATE_NOTE } from './backlog.ts'

const CODE = '7K3M9Q'
const findNoFile = async () => undefined

describeDatabases('the desk and the public log', (make) => {
  let database: TestDatabase
  let upstream: TestUpstream
  let desk: ReturnType<typeof createDeskPeople>
  let zhou: Member
  let chen: Member

  beforeAll(async () => {
    database = await make('migrated')
    upstream = await makeUpstream({ content: 'none', databaseUrl: database.url }, database.url.startsWith('postgres'))
    desk = createDeskPeople(upstream)
    zhou = await desk.person('周观澜', ['certify'])
    chen = await desk.person('陈景行', ['approve'])
  })
  afterAll(async () => {
    await upstream.close()
    await database.drop()
  })

  const readRecords = (certificateNo: string) =>
    upstream.db
      .selectFrom('log_records as record')
      .innerJoin('log_entries as entry', 'entry.record_id', 'record.id')
      .select(['entry.idx', 'record.kind', 'record.version', 'record.prev', 'record.text', 'record.note'])
      .where('entry.certificate_no', '=', certificateNo)
      .orderBy('entry.idx')
      .execute()
  /** Waits for the first pass of the signer: it starts a stopped log again, which the operator may have repaired. */
  const waitForFirstPass = async () => {
    const state = upstream.db.selectFrom('log_state').select('checkpoint')
    await expect.poll(async () => (await state.executeTakeFirstOrThrow()).checkpoint).not.toBeNull()
  }
  const readSize = async () => (await upstream.db.selectFrom('log_state').select('size').executeTakeFirstOrThrow()).size

  it('enters versions and the withdrawal of a number, each after the one before', async () => {
    const certificateNo = await desk.published(zhou, chen)
    await desk.corrected(zhou, certificateNo)
    await desk.approve(chen, certificateNo)
    const reason = '样品信息登记有误'
    await desk.step(zhou, certificateNo, 'withdraw', { reason })
    await desk.approve(chen, certificateNo)
    const records = await readRecords(certificateNo)
    const [first, second, third] = records.map(({ idx }) => idx)
    expect(records.map(({ kind, version, prev }) => ({ kind, version, prev }))).toEqual([
      { kind: 'publish', version: 1, prev: null },
      { kind: 'publish', version: 2, prev: first },
      { kind: 'withdraw', version: 2, prev: second },
    ])
    expect(third).toBe((await readSize()) - 1)
    expect(JSON.parse(records[2]?.text ?? '')).toMatchObject({
      certificateNo,
      kind: 'withdraw',
      reason,
      color: '蓝绿色',
    })
    expect(await findLogFaults(upstream.db)).toEqual([])
  })

  it('enters a reissue as the new number and the end of the old one', async () => {
    const oldNo = await desk.published(zhou, chen)
    const newNo = (await desk.step(zhou, oldNo, 'reissue', { reason: 'lost' })).data.certificateNo as string
    await desk.write(zhou, newNo)
    await desk.submit(zhou, newNo)
    await desk.approve(chen, newNo)
    const [published, ended] = await readRecords(oldNo)
    expect(ended).toMatchObject({ kind: 'reissue', version: 1, prev: published?.idx })
    expect(JSON.parse(ended?.text ?? '')).toMatchObject({ newerNo: newNo })
    expect(await readRecords(newNo)).toMatchObject([{ kind: 'publish', prev: null, idx: Number(ended?.idx) - 1 }])
    expect(await findLogFaults(upstream.db)).toEqual([])
  })

  it('enters an emergency withdrawal at once, and its confirmation never', async () => {
    const certificateNo = await desk.published(zhou, chen)
    await desk.step(chen, certificateNo, 'withdrawNow', { reason: '样品调换' })
    expect((await readRecords(certificateNo)).map(({ kind }) => kind)).toEqual(['publish', 'withdraw'])
    const size = await readSize()
    const other = await desk.person('林知微', ['approve'])
    await desk.step(other, certificateNo, 'confirm')
    expect(await readSize()).toBe(size)
  })

  it('enters nothing for drafts, texts that wait, and refused approvals', async () => {
    const size = await readSize()
    const certificateNo = await desk.submitted(zhou)
    const seen = await desk.seen(chen, certificateNo)
    expect((await desk.step(zhou, certificateNo, 'approve', seen)).code).toBe(403)
    expect(await readSize()).toBe(size)
    expect(await readRecords(certificateNo)).toEqual([])
  })

  it('leaves no gap when a transaction fails after its entry', async () => {
    const certificateNo = await desk.published(zhou, chen)
    const size = await readSize()
    const failing = upstream.db.transaction().execute(async (trx) => {
      await appendToLog(trx, { certificateNo, now: 1, digest: upstream.digest, fileDigest: findNoFile })
      throw new Error('a fault behind it')
    })
    await expect(failing).rejects.toThrow('a fault behind it')
    await desk.published(zhou, chen)
    expect(await readSize()).toBe(size + 1)
    expect(await findLogFaults(upstream.db)).toEqual([])
  })

  it('publishes and corrects nothing while the log is stopped', async () => {
    const [published, waiting] = [await desk.published(zhou, chen), await desk.submitted(zhou)]
    await waitForFirstPass()
    const stop = (stopped: string | null) => upstream.db.updateTable('log_state').set({ stopped }).execute()
    await stop('restored below the mark')
    const refusal = { code: 503, message: '公开日志已停止，暂不能签发、更正或换发证书；撤销请用“紧急撤销”' }
    expect(await desk.approve(chen, waiting)).toMatchObject(refusal)
    await desk.corrected(zhou, published)
    expect(await desk.approve(chen, published)).toMatchObject(refusal)
    await desk.step(zhou, published, 'withdraw', { reason: '样品调换' })
    expect(await desk.approve(chen, published)).toMatchObject(refusal)
    await stop(null)
    const states = await upstream.db
      .selectFrom('certificates')
      .select(['certificate_no', 'state'])
      .where('certificate_no', 'in', [published, waiting])
      .execute()
    expect(Object.fromEntries(states.map((row) => [row.certificate_no, row.state]))).toEqual({
      [published]: 'published',
      [waiting]: 'draft',
    })
    expect((await desk.approve(chen, waiting)).code).toBe(200)
    expect(await findLogFaults(upstream.db)).toEqual([])
  })

  it('lets an emergency withdrawal through while it is stopped, and enters it when it runs again', async () => {
    const certificateNo = await desk.published(zhou, chen)
    const check_code_hash = hashCheckCode(upstream.digest, certificateNo, CODE)
    const { db } = upstream
    await db.updateTable('certificates').set({ check_code_hash }).where('certificate_no', '=', certificateNo).execute()
    const lookUp = async () => {
      const body = { certificateNo, checkCode: CODE }
      return (await ask(upstream, 'POST /v1/certificate/check', { body })).data
    }
    await waitForFirstPass()
    const size = await readSize()
    await db.updateTable('log_state').set({ stopped: 'mark 9' }).execute()
    expect(await desk.step(zhou, certificateNo, 'withdrawNow', { reason: '样品调换' })).toMatchObject({ code: 403 })
    expect(await lookUp()).toMatchObject({ state: 'valid', log: { index: size - 1 } })
    expect(await desk.step(chen, certificateNo, 'withdrawNow', { reason: '样品调换' })).toMatchObject({ code: 200 })
    expect(await readSize()).toBe(size)
    const shown = await lookUp()
    expect(shown).toMatchObject({ state: 'withdrawn', reason: '样品调换', certificate: { conclusion: '绿松石' } })
    expect(shown).not.toHaveProperty('log')

    const backlog = createLogBacklog({ db, now: () => 1, digest: upstream.digest })
    await backlog.sweep()
    expect(await readSize()).toBe(size)
    await db.updateTable('log_state').set({ stopped: null }).execute()
    await backlog.sweep()
    expect(await lookUp()).toMatchObject({ state: 'withdrawn', log: { index: size } })
    expect((await readRecords(certificateNo)).map(({ kind, note }) => [kind, note])).toEqual([
      ['publish', null],
      ['withdraw', LATE_NOTE],
    ])
    expect(await findLogFaults(db)).toEqual([])
  })
})

describePostgres('two instances that publish at once', (make) => {
  it('number their entries in one sequence', async () => {
    const database = await make('migrated')
    const one = await makeUpstream({ content: 'none', databaseUrl: database.url }, true)
    const other = openDatabase(database.url)
    const desk = createDeskPeople(one)
    const [zhou, chen] = [await desk.person('周观澜', ['certify']), await desk.person('陈景行', ['approve'])]
    const numbers = [await desk.published(zhou, chen), await desk.published(zhou, chen)] as const
    const appends = Array.from({ length: 20 }, (_none, at) => {
      const { db } = at % 2 === 0 ? one : other
      const append = { certificateNo: numbers[at % 2] ?? '', now: 1, digest: one.digest, fileDigest: findNoFile }
      return db.transaction().execute((trx) => appendToLog(trx, append))
    })
    await Promise.all(appends)
    expect(await findLogFaults(one.db)).toEqual([])
    await Promise.all([one.close(), other.close()])
    await database.drop()
  })
})
