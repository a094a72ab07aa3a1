import type { Duty } from '@portal/contract/accounts/duties.ts'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createOwnerAlarm } from '#accounts/people/owner-alarm.ts'
import { describeDatabases } from '#testing/databases.ts'
import type { Member } from '#testing/members.ts'
import { makeTurquoise } from '#testing/staff/desk-people.ts'
import { useDesk } from '#testing/staff/use-desk.ts'
import { createWithdrawalAlarm } from './withdrawal-alarm.ts'

const PATH = '/v1/manage/certificates'

describeDatabases('withdrawals', (make) => {
  const desk = useDesk(make)
  let second: Member
  beforeAll(async () => {
    second = await desk.person('林知微', ['approve'])
  })

  const published = () => desk.published(desk.writer, desk.signer)
  const view = (certificateNo: string) => desk.view(desk.signer, certificateNo)
  const listEvents = async (certificateNo: string) =>
    (await view(certificateNo)).events.map(({ step }: { step: string }) => step) as string[]

  describe('requested while a correction is pending', () => {
    it('discard the correction when they are approved', async () => {
      const certificateNo = await published()
      await desk.corrected(desk.writer, certificateNo)
      expect((await desk.step(desk.writer, certificateNo, 'withdraw', { reason: '样品被调换' })).code).toBe(200)
      expect((await view(certificateNo)).pendingChange).toMatchObject({ kind: 'withdrawal', setsAside: 2 })
      expect((await desk.step(desk.writer, certificateNo, 'withdraw', { reason: '又一次' })).code).toBe(500)
      expect((await desk.approve(desk.signer, certificateNo)).code).toBe(200)
      expect(await view(certificateNo)).toMatchObject({ shownState: 'withdrawn', version: 1, pendingChange: null })
      expect((await listEvents(certificateNo)).slice(0, 3)).toEqual(['end', 'discard', 'withdraw'])
    })

    it('leave the correction as it was when they are refused', async () => {
      const certificateNo = await published()
      await desk.corrected(desk.writer, certificateNo)
      const before = (await view(certificateNo)).pendingChange
      await desk.step(desk.writer, certificateNo, 'withdraw', { reason: '样品被调换' })
      // The approval of the text that was read before must fail.
      const { revision, contentHash } = before
      expect((await desk.step(desk.signer, certificateNo, 'approve', { revision, contentHash })).code).toBe(409)
      const { revision: requestRevision } = (await view(certificateNo)).pendingChange
      await desk.step(desk.signer, certificateNo, 'return', { revision: requestRevision, reason: '不予撤销' })
      expect((await view(certificateNo)).pendingChange).toEqual({ ...before, revision: before.revision + 1 })
      expect((await desk.approve(desk.signer, certificateNo)).code).toBe(200)
      expect(await view(certificateNo)).toMatchObject({ shownState: 'published', version: 2 })
    })
  })

  describe('by one signatory in an emergency', () => {
    const withdraw = (who: Member, certificateNo: string, more: object = {}) =>
      desk.step(who, certificateNo, 'withdrawNow', { reason: '伪造的检验记录', ...more })

    it('end the certificate at once, and wait for a second signatory', async () => {
      const certificateNo = await published()
      await desk.corrected(desk.writer, certificateNo)
      expect((await withdraw(desk.signer, certificateNo, { isNoticed: true })).code).toBe(200)
      expect(await view(certificateNo)).toMatchObject({
        shownState: 'withdrawn',
        pendingChange: null,
        unconfirmed: { byName: '陈景行', isOwn: true },
      })
      const listed = (await desk.writer.ask(`GET ${PATH}?search=${certificateNo}`)).data.records
      expect(listed).toMatchObject([{ shownState: 'withdrawn', isUnconfirmed: true }])
      const notices = desk.upstream.db.selectFrom('notices').select('content').where('user_id', '=', second.id)
      expect((await notices.execute()).map(({ content }) => content).join()).toContain(`${certificateNo} 已由陈景行`)
      expect((await desk.step(desk.signer, certificateNo, 'confirm')).message).toContain('由您撤销')
      expect((await desk.step(second, certificateNo, 'confirm')).code).toBe(200)
      expect((await view(certificateNo)).unconfirmed).toBeUndefined()
      expect((await desk.step(second, certificateNo, 'confirm')).code).toBe(409)
      expect((await listEvents(certificateNo)).slice(0, 3)).toEqual(['confirm', 'endNow', 'discard'])
      expect((await withdraw(second, certificateNo)).code).toBe(500)
    })

    const PEOPLE: readonly [title: string, duties: Duty[], signs: boolean, isAllowed: boolean][] = [
      ['an editor', ['edit'], false, false],
      ['a clerk with an authorisation', ['certify'], true, false],
      ['an approver without an authorisation', ['approve'], false, false],
      ['a signatory', ['approve'], true, true],
      ['an owner without an authorisation', ['owner'], false, false],
      ['an owner with an authorisation', ['owner'], true, true],
    ]
    it.each(PEOPLE)('can be withdrawn and confirmed by the right people only: %s', async (name, duties, signs, may) => {
      const who = await desk.person(name, duties, signs)
      const [fresh, draft, ended] = [await published(), await desk.submitted(desk.writer), await published()]
      await withdraw(desk.signer, ended)
      const codes = [
        (await withdraw(who, fresh)).code,
        (await withdraw(who, draft)).code,
        (await desk.step(who, ended, 'confirm')).code,
        (await desk.step(who, draft, 'confirm')).code,
      ]
      expect(codes.map((code) => code === 200)).toEqual([may, false, may, false])
      expect((await view(fresh)).shownState).toBe(may ? 'withdrawn' : 'published')
      expect((await view(ended)).unconfirmed === undefined).toBe(may)
    })

    it('win against an approval at once, or come after it', async () => {
      const certificateNo = await published()
      await desk.corrected(desk.writer, certificateNo)
      const seen = await desk.seen(desk.signer, certificateNo)
      const [approved, withdrawn] = await Promise.all([
        desk.step(desk.signer, certificateNo, 'approve', seen),
        withdraw(second, certificateNo),
      ])
      expect(withdrawn.code).toBe(200)
      expect([200, 409]).toContain(approved.code)
      expect(await view(certificateNo)).toMatchObject({
        shownState: 'withdrawn',
        pendingChange: null,
        version: approved.code === 200 ? 2 : 1,
      })
    })

    it('wait in the overview of signatories, and in the list of those to be confirmed, for a day', async () => {
      await desk.upstream.db.deleteFrom('certificate_confirmations').execute()
      const [certificateNo, confirmed] = [await published(), await published()]
      for (const no of [certificateNo, confirmed]) await withdraw(desk.signer, no)
      await desk.step(second, confirmed, 'confirm')
      const readWaiting = async (who: Member) =>
        (await who.ask('GET /v1/manage/overview')).data.waiting.find(
          ({ kind }: { kind: string }) => kind === 'withdrawal',
        )
      const waiting = await readWaiting(second)
      expect(waiting).toMatchObject({ count: 1, oldest: { title: certificateNo } })
      const [since, dueAt] = [waiting.oldest.since, waiting.oldest.dueAt].map(toInstantMs)
      expect((dueAt ?? 0) - (since ?? 0)).toBe(24 * HOUR_MS)
      expect(await readWaiting(desk.writer)).toBeUndefined()
      const { data } = await second.ask('GET /v1/manage/certificates?unconfirmed=true')
      expect(data.records).toMatchObject([{ certificateNo, isUnconfirmed: true }])
      const file = await desk.upstream.app.inject({
        url: '/v1/manage/certificates/export?unconfirmed=true',
        headers: { authorization: second.token },
      })
      expect(file.body).toContain(certificateNo)
      expect(file.body).not.toContain(confirmed)
    })

    it('are confirmed once when two people confirm at the same time', async () => {
      const certificateNo = await published()
      const third = await desk.person('沈砚秋', ['approve'])
      await withdraw(desk.signer, certificateNo)
      const answers = await Promise.all([second, third].map((who) => desk.step(who, certificateNo, 'confirm')))
      expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    })

    it('alarm the owners once, by notice and mail, after a day without a confirmation', async () => {
      const certificateNo = await published()
      await desk.upstream.db.deleteFrom('certificate_confirmations').execute()
      await withdraw(desk.signer, certificateNo)
      const owner = await desk.person('负责人', ['owner'])
      let nowMs = Date.now() + 23 * HOUR_MS
      const [notices, mails]: string[][] = [[], []]
      const alarm = createWithdrawalAlarm({
        db: desk.upstream.db,
        now: () => nowMs,
        alarm: createOwnerAlarm({
          db: desk.upstream.db,
          onError: () => undefined,
          mailer: { send: async ({ to, subject }) => void mails?.push(`${to} ${subject}`) },
          notices: { notify: async ({ to, content = '' }) => void (to === owner.id && notices?.push(content)) },
        }),
      })
      await alarm.sweep()
      expect(notices).toEqual([])
      nowMs += 2 * HOUR_MS
      await alarm.sweep()
      await alarm.sweep()
      expect(notices).toEqual([expect.stringContaining(`${certificateNo} 由陈景行一人紧急撤销`)])
      expect(mails?.filter((mail) => mail.startsWith('负责人'))).toHaveLength(1)
    })
  })

  it('stand on the public page by number and day alone, when the signatory chooses so', async () => {
    const [noticed, silent] = [await published(), await published()]
    for (const certificateNo of [noticed, silent]) {
      await desk.step(desk.writer, certificateNo, 'withdraw', { reason: '误签' })
      await desk.approve(desk.signer, certificateNo, { isNoticed: certificateNo === noticed })
    }
    const visitor = await desk.writer.ask('GET /v1/certificate/withdrawn')
    const row = visitor.data.records.find(({ certificateNo }: { certificateNo: string }) => certificateNo === noticed)
    expect(Object.keys(row)).toEqual(['certificateNo', 'withdrawnOn'])
    expect(JSON.stringify(visitor.data)).not.toContain(silent)
  })

  it('are listed publicly in pages, newest first, each once', async () => {
    const rows = Array.from({ length: 60 }, (_none, at) => ({
      certificate_no: `SH20250101${String(at).padStart(6, '0')}`,
      check_code_hash: '',
      state: 'withdrawn' as const,
      version: 1,
      body_import_id: 0,
      import_id: 0,
      imported_at: 0,
      noticed_on: `2025-02-${10 + (at % 10)}`,
    }))
    await desk.upstream.db.insertInto('certificates').values(rows).execute()
    const seen: { certificateNo: string; withdrawnOn: string }[] = []
    for (let after: string | null = ''; after !== null; ) {
      const { data } = await desk.writer.ask(`GET /v1/certificate/withdrawn${after && `?after=${after}`}`)
      seen.push(...data.records)
      after = data.next
    }
    const old = seen.filter(({ withdrawnOn }) => withdrawnOn < '2026')
    expect(new Set(old.map(({ certificateNo }) => certificateNo)).size).toBe(60)
    expect(seen.map(({ withdrawnOn }) => withdrawnOn)).toEqual(
      seen
        .map(({ withdrawnOn }) => withdrawnOn)
        .sort()
        .reverse(),
    )
  })
})

describeDatabases('four eyes', (make) => {
  const desk = useDesk(make)
  let both: Member
  let owner: Member

  beforeAll(async () => {
    both = await desk.person('林知微', ['certify', 'approve'])
    owner = await desk.person('顾怀瑾', ['owner'])
  })

  const set = async (members: object) => {
    const { version } = (await owner.ask('GET /v1/manage/site')).data
    return await owner.ask('PUT /v1/manage/site', { version, settings: { desk: members } })
  }
  const switchOff = () => set({ fourEyesOff: true, fourEyesReason: '只有一位授权签字人在岗' })

  it('are switched off by an owner with a reason and a fresh proof', async () => {
    expect((await set({ fourEyesOff: true })).message).toContain('请写明停用')
    await desk.upstream.db.updateTable('sessions').set({ factor_at: 1 }).where('user_id', '=', owner.id).execute()
    expect((await switchOff()).extra).toMatchObject({ factor: 'fresh' })
    await desk.upstream.db
      .updateTable('sessions')
      .set({ factor_at: Date.now() })
      .where('user_id', '=', owner.id)
      .execute()
    expect((await switchOff()).code).toBe(200)
    const entry = await desk.upstream.db
      .selectFrom('audit_log')
      .select('changes')
      .where('action', '=', 'site.save')
      .where('outcome', '=', 'done')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry.changes).toContain('只有一位授权签字人在岗')
  })

  it('switched off, let a signatory approve a change that they wrote: the history records it, and customers see one name', async () => {
    await switchOff()
    const certificateNo = await desk.submitted(both)
    await desk.step(both, certificateNo, 'open')
    expect((await desk.view(both, certificateNo)).pendingChange.isOpened).toBe(false)
    expect((await desk.approve(both, certificateNo)).code).toBe(200)
    const { published, events } = await desk.view(both, certificateNo)
    expect([published.approver, published.inspector]).toEqual(['林知微', undefined])
    const listed = await both.ask(`GET ${PATH}?search=${certificateNo}`)
    expect(listed.data.records).toMatchObject([{ preparedBy: '林知微', approvedBy: '林知微' }])
    expect(events[0]).toMatchObject({ step: 'alone', reason: '只有一位授权签字人在岗', version: 1 })
    // The signatory still needs an authorisation.
    const unsigned = await desk.person('无授权', ['certify', 'approve'], false)
    const other = await desk.submitted(unsigned)
    expect((await desk.approve(unsigned, other)).message).toContain('签字授权')
    await set({ fourEyesOff: false })
    const next = await desk.submitted(both, makeTurquoise({ color: '蓝色' }))
    expect((await desk.approve(both, next)).message).toContain('须由他人批准')
  })
})
