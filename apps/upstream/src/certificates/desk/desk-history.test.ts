import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import type { Member } from '#testing/members.ts'
import { createDeskPeople, makeTurquoise } from '#testing/staff/desk-people.ts'

describeDatabases('the history of a certificate', (make) => {
  let upstream: TestUpstream
  let desk: ReturnType<typeof createDeskPeople>
  let clockMs = Date.parse('2026-11-20T02:00:00Z')
  let writer: Member
  let signer: Member

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clockMs })
    desk = createDeskPeople(upstream)
    writer = await desk.person('周观澜', ['certify'])
    signer = await desk.person('陈景行', ['approve'])
  })
  afterAll(() => upstream.close())

  const readHistory = async (certificateNo: string) =>
    (await writer.ask(`GET /v1/manage/certificates/${certificateNo}/history`)).data
  async function advanceClock(minutes: number) {
    clockMs += minutes * 60_000
    await upstream.db.updateTable('sessions').set({ factor_at: clockMs }).execute()
  }

  it('has each version with who, when and why, and what holders of the code saw when', async () => {
    const certificateNo = await desk.submitted(writer, makeTurquoise({ 拉曼光谱: '1040 cm⁻¹' }))
    await advanceClock(10)
    await desk.approve(signer, certificateNo)
    await advanceClock(10)
    await desk.corrected(writer, certificateNo)
    await advanceClock(10)
    await desk.approve(signer, certificateNo)
    await advanceClock(10)
    await desk.step(signer, certificateNo, 'withdrawNow', { reason: '误签' })
    const { versions, shown, events, logged, endReason, now } = await readHistory(certificateNo)
    expect(logged).toMatchObject([
      { kind: 'publish', version: 1 },
      { kind: 'publish', version: 2 },
      { kind: 'withdraw', version: 2 },
    ])
    expect(logged.map(({ index }: { index: number }) => index - logged[0].index)).toEqual([0, 1, 2])
    expect(versions).toMatchObject([
      { version: 1, time: '2026-11-20 10:10:00', reason: null, text: { inspector: '周观澜', approver: '陈景行' } },
      { version: 2, time: '2026-11-20 10:30:00', reason: '颜色描述有误', text: { color: '蓝绿色' } },
    ])
    expect(versions[0].text.拉曼光谱).toBe('1040 cm⁻¹')
    expect(shown).toEqual([
      { from: '2026-11-20 10:00:00', state: 'none', version: null },
      { from: '2026-11-20 10:10:00', state: 'published', version: 1 },
      { from: '2026-11-20 10:30:00', state: 'published', version: 2 },
      { from: '2026-11-20 10:40:00', state: 'withdrawn', version: 2 },
    ])
    expect(events.map(({ step }: { step: string }) => step)).toEqual([
      ...['endNow', 'approve', 'submit', 'correct', 'approve', 'submit', 'create'],
    ])
    expect([endReason, now]).toEqual(['误签', '2026-11-20 10:40:00'])
  })

  it('names each account once that has written of a version without another step', async () => {
    const other = await desk.person('吴思齐', ['certify'])
    const { certificateNo } = (await writer.ask('POST /v1/manage/certificates', { category: 'turquoise' })).data
    await desk.write(writer, certificateNo)
    await desk.write(other, certificateNo, makeTurquoise({ color: '天蓝色' }))
    await desk.write(other, certificateNo, makeTurquoise({ color: '蓝色' }))
    await desk.submit(writer, certificateNo)
    await desk.approve(signer, certificateNo)
    const { events } = await readHistory(certificateNo)
    expect(events.map(({ step, byName }: { step: string; byName: string }) => [step, byName])).toEqual([
      ['approve', '陈景行'],
      ['submit', '周观澜'],
      ['write', '吴思齐'],
      ['create', '周观澜'],
    ])
  })

  it('begins with the import of an imported one, and ends with its day', async () => {
    const certificate_no = 'SH20260801000017'
    const [imported_at, finished_at] = [Date.parse('2026-08-02T00:00:00Z'), Date.parse('2026-08-02T00:05:00Z')]
    const counts = { rows_done: 1, added: 1, corrected: 0, unchanged: 0 }
    const { id } = await upstream.db
      .insertInto('certificate_imports')
      .values({ file_hash: 'a', file_name: 'a.csv', state: 'done', ...counts, started_at: imported_at, finished_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const own = { certificate_no, version: 1, import_id: id, imported_at }
    await upstream.db
      .insertInto('certificates')
      .values({ ...own, check_code_hash: '', state: 'withdrawn', body_import_id: id, changed_on: '2026-09-01' })
      .execute()
    const body = JSON.stringify({ category: 'jade', conclusion: '翡翠', issuedOn: '2026-08-01' })
    const unfinished = { ...own, import_id: id + 1, version: 2 }
    await upstream.db
      .insertInto('certificate_versions')
      .values([
        { ...own, body },
        { ...unfinished, body },
      ])
      .execute()
    const { shown, events } = await readHistory(certificate_no)
    expect(shown).toEqual([
      { from: '2026-08-02 08:05:00', state: 'published', version: 1 },
      { from: '2026-09-01 00:00:00', state: 'withdrawn', version: 1 },
    ])
    expect(events).toEqual([])
  })

  it('shows that a draft was discarded that was never published', async () => {
    const { certificateNo } = (await writer.ask('POST /v1/manage/certificates', { category: 'jade' })).data
    await desk.step(writer, certificateNo, 'discard', { revision: 1 })
    expect((await readHistory(certificateNo)).shown.at(-1)).toMatchObject({ state: 'discarded', version: null })
  })
})
