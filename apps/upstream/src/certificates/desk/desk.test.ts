import type { Duty } from '@portal/contract/accounts/duties.ts'
import type { DeskForm } from '@portal/contract/certificates/rules/desk-fields.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { createSignatoryRepository } from '#accounts/people/signatories.ts'
import type { TestAnswer } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { answerNoPictures } from '#testing/staff/desk-people.ts'
import { giveSigningName } from '#testing/staff/give-signing-name.ts'
import { createCodeSeal } from './desk-drafts.ts'

const PATH = '/v1/manage/certificates'
const FIELDS = {
  conclusion: '绿松石',
  totalMassG: '12.50',
  refractiveIndex: '1.61（点测）',
  specificGravity: '2.76',
  standards: 'GB/T 16552、GB/T 16553',
  testedOn: '2026-11-19',
}
const makeForm = (changes: Record<string, string> = {}): DeskForm => ({
  category: 'turquoise',
  fields: { ...FIELDS, ...changes },
  pictures: [],
})

describeDatabases('the certificate desk', (make) => {
  let upstream: TestUpstream
  let clockMs = Date.parse('2026-11-20T02:00:00Z')
  let nth = 0
  let [zhou, chen, lin]: Member[] = []
  const getPeople = () => [zhou, chen, lin] as [Member, Member, Member]

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clockMs })
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    nth += 1
    clockMs += 60_000
    zhou = await hirePerson(`周观澜${nth}`, ['certify'])
    chen = await hirePerson(`陈景行${nth}`, ['approve'], '2026-12-31')
    lin = await hirePerson(`林知微${nth}`, ['certify', 'approve'], '2026-12-31')
  })

  async function hirePerson(name: string, duties: readonly Duty[], signsUntil?: string): Promise<Member> {
    const member = await join(upstream, name)
    await setDuties(upstream.db, member.id, duties, { by: null, at: 0 })
    await giveSigningName(upstream.db, member.id, name)
    const signatory = { title: '高级工程师', validFrom: '2026-01-01', validTo: signsUntil ?? '' }
    if (signsUntil) {
      const signatories = createSignatoryRepository({ db: upstream.db, now: () => clockMs })
      await signatories.add(member.id, { ...signatory, categories: ['turquoise'] })
    }
    return member
  }

  const step = (who: Member, certificateNo: string, name: string, body: Record<string, unknown> = {}) =>
    who.ask(`POST ${PATH}/${certificateNo}/${name}`, body)
  const view = async (certificateNo: string, who = getPeople()[0]) =>
    (await who.ask(`GET ${PATH}/${certificateNo}`)).data
  const readRevision = async (certificateNo: string) => (await view(certificateNo)).pendingChange.revision as number

  async function makeDraft(who = getPeople()[0], written = makeForm()): Promise<string> {
    const { certificateNo } = (await who.ask(`POST ${PATH}`, { category: 'turquoise' })).data
    await write(who, certificateNo, written)
    return certificateNo
  }

  async function write(
    who: Member,
    certificateNo: string,
    written = makeForm(),
    answers: object[] = [],
  ): Promise<TestAnswer> {
    const revision = await readRevision(certificateNo)
    return await who.ask(`PUT ${PATH}/${certificateNo}`, {
      revision,
      form: written,
      answers: [...answers, answerNoPictures(written)],
    })
  }

  const submit = async (certificateNo: string, who = getPeople()[0]) =>
    await step(who, certificateNo, 'submit', { revision: await readRevision(certificateNo) })

  async function approve(certificateNo: string, who = getPeople()[1], more: object = {}): Promise<TestAnswer> {
    const { revision, contentHash } = (await view(certificateNo)).pendingChange
    return await step(who, certificateNo, 'approve', { revision, contentHash, ...more })
  }

  async function makePublished(): Promise<string> {
    const certificateNo = await makeDraft()
    await submit(certificateNo)
    expect(await approve(certificateNo)).toMatchObject({ code: 200 })
    return certificateNo
  }

  /** Looks a certificate up as a holder of its code does. */
  async function lookUp(certificateNo: string) {
    const entry = await upstream.db
      .selectFrom('certificates')
      .select('code_sealed')
      .where('certificate_no', '=', certificateNo)
      .executeTakeFirstOrThrow()
    const checkCode = entry.code_sealed && createCodeSeal(upstream.digest).open(entry.code_sealed, certificateNo)
    return (await getPeople()[0].ask('POST /v1/certificate/check', { certificateNo, checkCode: checkCode ?? '222222' }))
      .data
  }

  it('names the person who began a draft, who is no writer before typing', async () => {
    const [writer] = getPeople()
    const { certificateNo } = (await writer.ask(`POST ${PATH}`, { category: 'turquoise' })).data
    expect((await view(certificateNo)).pendingChange).toMatchObject({ preparedBy: { id: writer.id }, writers: [] })
  })

  it('numbers, prepares, submits and publishes with the names and the day of those who acted', async () => {
    const certificateNo = await makeDraft()
    expect(certificateNo).toMatch(/^SH20261120\d{6}$/)
    expect(await lookUp(certificateNo)).toMatchObject({ state: 'unknown' })
    await submit(certificateNo)
    expect(await lookUp(certificateNo)).toMatchObject({ state: 'unknown' })
    await approve(certificateNo)
    const { state, certificate } = await lookUp(certificateNo)
    expect(state).toBe('valid')
    expect(certificate).toMatchObject({ version: 1, conclusion: '绿松石', totalMassG: 12.5, issuedOn: '2026-11-20' })
    expect(certificate).toMatchObject({ inspector: `周观澜${nth}`, approver: `陈景行${nth}` })
    const { events, pendingChange } = await view(certificateNo)
    expect(events.map(({ step }: { step: string }) => step)).toEqual(['approve', 'submit', 'create'])
    expect(pendingChange).toBeNull()
  })

  it('waits for signatories on their overview from being submitted until it is published', async () => {
    const [, signer] = getPeople()
    const readWaiting = async () => {
      const { data } = await signer.ask('GET /v1/manage/overview')
      return data.waiting.find(({ kind }: { kind: string }) => kind === 'certificate').count
    }
    const before = await readWaiting()
    const certificateNo = await makeDraft()
    expect(await readWaiting()).toBe(before)
    await submit(certificateNo)
    expect(await readWaiting()).toBe(before + 1)
    await approve(certificateNo)
    expect(await readWaiting()).toBe(before)
  })

  it('shows the time of its last step in the list, after the approval too', async () => {
    const readTime = async (certificateNo: string) => {
      const { data } = await getPeople()[0].ask(`GET ${PATH}?search=${certificateNo}`)
      return data.records[0].changeTime
    }
    const certificateNo = await makeDraft()
    clockMs += 6 * 60_000
    await submit(certificateNo)
    expect(await readTime(certificateNo)).toBe(toWireDateTime(clockMs))
    clockMs += 6 * 60_000
    await approve(certificateNo)
    expect(await readTime(certificateNo)).toBe(toWireDateTime(clockMs))
    clockMs += 6 * 60_000
    await getPeople()[0].ask(`POST ${PATH}`, { corrects: certificateNo, reason: '颜色描述有误' })
    expect(await readTime(certificateNo)).toBe(toWireDateTime(clockMs))
    clockMs += 6 * 60_000
    await step(getPeople()[0], certificateNo, 'discard', { revision: await readRevision(certificateNo) })
    expect(await readTime(certificateNo)).toBe(toWireDateTime(clockMs))
  })

  it('shows a code in no answer of the desk', async () => {
    const certificateNo = await makePublished()
    const code = await readCode(certificateNo)
    expect(code).toMatch(/^[2-9A-Z]{6}$/)
    const [writer] = getPeople()
    const answers = [
      await view(certificateNo),
      await writer.ask(`GET ${PATH}`),
      await step(writer, certificateNo, 'reissue', { reason: 'lost' }),
    ]
    expect(JSON.stringify(answers)).not.toContain(code)
  })

  it('keeps what was typed, and does not submit faults or warnings without an answer', async () => {
    const certificateNo = await makeDraft(getPeople()[0], makeForm({ totalMassG: '12.5g', specificGravity: '3.90' }))
    const { pendingChange } = await view(certificateNo)
    expect(pendingChange.form.fields.totalMassG).toBe('12.5g')
    expect(pendingChange.faults).toEqual([{ member: 'totalMassG', text: '总质量（g）应为数，现为“12.5g”' }])
    expect((await submit(certificateNo)).message).toBe('还有 1 处错误未改正')
    const saved = await write(getPeople()[0], certificateNo, makeForm({ specificGravity: '3.90' }))
    expect(saved.data.faults).toEqual([])
    const [warning] = saved.data.warnings
    expect(warning.text).toContain('绿松石密度应为 2.76')
    expect((await submit(certificateNo)).message).toBe('还有 1 处警示未答复')
    const answers = [{ key: warning.key, text: '静水称重复测三次，均为 3.90' }]
    await write(getPeople()[0], certificateNo, makeForm({ specificGravity: '3.90' }), answers)
    // An answer counts only for the value that it was given for.
    await write(getPeople()[0], certificateNo, makeForm({ specificGravity: '3.91' }), answers)
    expect((await submit(certificateNo)).code).toBe(400)
    const harder = await write(
      getPeople()[0],
      certificateNo,
      makeForm({ specificGravity: '3.90', 摩氏硬度: '8' }),
      answers,
    )
    expect(harder.data.warnings.map(({ member }: { member: string }) => member)).toEqual([
      'specificGravity',
      '摩氏硬度',
      'pictures',
    ])
    expect((await submit(certificateNo)).message).toBe('还有 1 处警示未答复')
    await write(getPeople()[0], certificateNo, makeForm({ specificGravity: '3.90' }), answers)
    expect((await submit(certificateNo)).code).toBe(200)
  })

  it('refuses a day in the future at its field when it is submitted', async () => {
    const certificateNo = await makeDraft(
      getPeople()[0],
      makeForm({ receivedOn: '2026-11-20', testedOn: '2027-06-01' }),
    )
    expect((await view(certificateNo)).pendingChange.faults).toEqual([
      { member: 'testedOn', text: '检验日期 2027-06-01 晚于今天 2026-11-20' },
    ])
    expect((await submit(certificateNo)).message).toBe('还有 1 处错误未改正')
    const saved = await write(getPeople()[0], certificateNo, makeForm({ testedOn: '2026-11-20' }))
    expect(saved.data.faults).toEqual([])
    expect((await submit(certificateNo)).code).toBe(200)
  })

  it('accepts no typed signatory and no typed time of signing', async () => {
    const certificateNo = await makeDraft(getPeople()[0], makeForm({ approver: '某人', 签发日期: '2020-01-01' }))
    const { faults } = (await view(certificateNo)).pendingChange
    expect(faults.map(({ text }: { text: string }) => text)).toEqual(['approver由系统填写', '签发日期由系统填写'])
  })

  it('is approved by a signatory for the category and day who wrote none of it', async () => {
    const [writer, signer, both] = getPeople()
    const certificateNo = await makeDraft()
    await write(both, certificateNo)
    await submit(certificateNo)
    const readRefusal = async (who: Member) => (await approve(certificateNo, who)).message
    expect(await readRefusal(both)).toBe('由您制作或提交，须由他人批准')
    const other = await hirePerson('无授权', ['approve'])
    expect(await readRefusal(other)).toContain('没有这一类别的签字授权')
    expect((await approve(certificateNo, writer)).code).toBe(403)
    const owner = await hirePerson('负责人', ['owner'])
    expect(await readRefusal(owner)).toContain('没有这一类别的签字授权')
    const retired = await hirePerson('授权到期', ['approve'], '2026-11-19')
    expect(await readRefusal(retired)).toContain('已过期')
    expect((await approve(certificateNo, signer)).code).toBe(200)
  })

  it('is returned with a reason that its writers get, and taken back only unopened', async () => {
    const [writer, signer] = getPeople()
    const certificateNo = await makeDraft()
    await submit(certificateNo)
    expect((await step(writer, certificateNo, 'return', { revision: await readRevision(certificateNo) })).code).toBe(
      200,
    )
    await submit(certificateNo)
    await step(signer, certificateNo, 'open')
    const revision = await readRevision(certificateNo)
    expect((await step(writer, certificateNo, 'return', { revision })).code).toBe(409)
    expect((await step(writer, certificateNo, 'return', { revision, reason: '颜色描述不符' })).code).toBe(403)
    expect((await step(signer, certificateNo, 'return', { revision, reason: '颜色描述不符' })).code).toBe(200)
    expect((await view(certificateNo)).pendingChange).toMatchObject({ state: 'returned', returnReason: '颜色描述不符' })
    const readReturned = async (who: Member) => {
      const { data } = await who.ask('GET /v1/manage/overview')
      return data.waiting.find(({ kind }: { kind: string }) => kind === 'returned')
    }
    expect(await readReturned(writer)).toMatchObject({ count: 1, oldest: { title: certificateNo } })
    expect(await readReturned(signer)).toBeUndefined()
    const notices = await upstream.db.selectFrom('notices').select('content').where('user_id', '=', writer.id).execute()
    expect(notices.map(({ content }) => content).join()).toContain('颜色描述不符')
  })

  it('corrects under the same number: holders see the old text until the new one is approved', async () => {
    const certificateNo = await makePublished()
    const [writer] = getPeople()
    expect((await writer.ask(`POST ${PATH}`, { corrects: certificateNo })).message).toBe('请填写更正原因')
    await writer.ask(`POST ${PATH}`, { corrects: certificateNo, reason: '颜色描述有误' })
    expect((await writer.ask(`POST ${PATH}`, { corrects: certificateNo, reason: '又一次' })).code).toBe(500)
    await write(writer, certificateNo, makeForm({ color: '蓝绿色' }))
    await submit(certificateNo)
    expect((await lookUp(certificateNo)).certificate).toMatchObject({ version: 1 })
    await approve(certificateNo)
    expect((await lookUp(certificateNo)).certificate).toMatchObject({
      version: 2,
      color: '蓝绿色',
      amendment: '自 2026-11-20 起代替第 1 版（2026-11-20 签发）；变更项目：颜色；更正原因：颜色描述有误',
    })
    const versions = await upstream.db
      .selectFrom('certificate_versions')
      .select(['version', 'reason'])
      .where('certificate_no', '=', certificateNo)
      .orderBy('version')
      .execute()
    expect(versions).toEqual([
      { version: 1, reason: null },
      { version: 2, reason: '颜色描述有误' },
    ])
  })

  it('withdraws after a second person agreed, for good', async () => {
    const certificateNo = await makePublished()
    const [writer, signer, both] = getPeople()
    await step(both, certificateNo, 'withdraw', { reason: '送检人声明样品被调换' })
    expect((await lookUp(certificateNo)).state).toBe('valid')
    expect((await approve(certificateNo, both)).message).toContain('他人批准')
    const checkCode = await readCode(certificateNo)
    expect((await approve(certificateNo, signer, { isNoticed: true })).code).toBe(200)
    const seen = (await writer.ask('POST /v1/certificate/check', { certificateNo, checkCode })).data
    expect(seen).toMatchObject({ state: 'withdrawn', reason: '送检人声明样品被调换', changedOn: '2026-11-20' })
    expect(await readCode(certificateNo)).toBeNull()
    expect((await writer.ask(`POST ${PATH}`, { corrects: certificateNo, reason: '更正' })).code).toBe(500)
    expect((await step(writer, certificateNo, 'reissue', { reason: 'lost' })).code).toBe(500)
  })

  async function readCode(certificateNo: string) {
    const { code_sealed } = await upstream.db
      .selectFrom('certificates')
      .select('code_sealed')
      .where('certificate_no', '=', certificateNo)
      .executeTakeFirstOrThrow()
    return code_sealed && createCodeSeal(upstream.digest).open(code_sealed, certificateNo)
  }

  it('reissues for a reason alone, which the new certificate states with the number that it replaces', async () => {
    const oldNo = await makePublished()
    const [writer] = getPeople()
    for (const body of [{}, { reason: '遗失' }, { reason: 'other' }, { reason: 'lost', note: '长'.repeat(401) }]) {
      expect((await step(writer, oldNo, 'reissue', body)).code).toBe(400)
    }
    expect((await view(oldNo)).pendingChange).toBeNull()
    const note = '挂失人王某，电话 138'
    const { certificateNo } = (await step(writer, oldNo, 'reissue', { reason: 'lost', note })).data
    expect((await view(certificateNo)).pendingChange).toMatchObject({ replaces: oldNo, reason: '遗失' })
    await write(writer, certificateNo, makeForm({ color: '蓝绿色' }))
    await submit(certificateNo)
    await approve(certificateNo)
    const line = `自 2026-11-20 起代替证书 ${oldNo}（2026-11-20 签发）；变更项目：颜色；换发原因：遗失`
    const { certificate, log } = await lookUp(certificateNo)
    expect(certificate.amendment).toBe(line)
    expect(JSON.parse(log.text).amendment).toBe(line)
    expect(JSON.stringify({ certificate, log })).not.toContain('王某')
    const steps = async (no: string) =>
      (await view(no)).events.map((event: { step: string; reason: string }) => `${event.step} ${event.reason}`)
    expect(await steps(certificateNo)).toContain(`reissue 代替 ${oldNo}，遗失（${note}）`)
    expect(await steps(oldNo)).toContain(`replaced ${certificateNo}，遗失`)
    const audited = await upstream.db
      .selectFrom('audit_log')
      .select('changes')
      .where('action', '=', 'certificate.reissue')
      .where('target_id', '=', certificateNo)
      .executeTakeFirstOrThrow()
    expect(audited.changes).toContain(`遗失（${note}）`)
    expect(audited.changes).toContain(oldNo)

    // A correction of the new one still names the number, and no longer what the first version changed.
    await writer.ask(`POST ${PATH}`, { corrects: certificateNo, reason: '形状\n补填' })
    await write(writer, certificateNo, makeForm({ color: '蓝绿色', shape: '弧面型' }))
    await submit(certificateNo)
    await approve(certificateNo)
    expect((await lookUp(certificateNo)).certificate.amendment).toBe(
      `自 2026-11-20 起代替第 1 版（2026-11-20 签发）；变更项目：形状；更正原因：形状 补填\n${line}`,
    )
    // A second reissue replaces the second number, not the first.
    const next = (await step(writer, certificateNo, 'reissue', { reason: 'damaged' })).data.certificateNo
    await write(writer, next, makeForm({ color: '蓝绿色', shape: '弧面型' }))
    await submit(next)
    await approve(next)
    expect((await lookUp(next)).certificate.amendment).toBe(
      `自 2026-11-20 起代替证书 ${certificateNo}（2026-11-20 签发）；换发原因：损坏`,
    )
  })

  it('reissues under a new number and code, and ends the old one in the same moment', async () => {
    const oldNo = await makePublished()
    const [writer] = getPeople()
    const oldCode = await readCode(oldNo)
    const { certificateNo } = (await step(writer, oldNo, 'reissue', { reason: 'lost' })).data
    expect((await view(certificateNo)).pendingChange).toMatchObject({
      replaces: oldNo,
      form: { fields: { conclusion: '绿松石' } },
    })
    expect((await step(writer, oldNo, 'reissue', { reason: 'lost' })).code).toBe(500)
    await write(writer, certificateNo)
    await submit(certificateNo)
    expect((await lookUp(oldNo)).state).toBe('valid')
    await approve(certificateNo)
    const old = (await writer.ask('POST /v1/certificate/check', { certificateNo: oldNo, checkCode: oldCode })).data
    expect(old).toMatchObject({ state: 'reissued', newerNo: certificateNo })
    expect(await lookUp(certificateNo)).toMatchObject({ state: 'valid' })
    expect(await readCode(certificateNo)).not.toBe(oldCode)
    expect(await readCode(oldNo)).toBeNull()
  })

  it('discards a draft; its number is never used again', async () => {
    const certificateNo = await makeDraft()
    await step(getPeople()[0], certificateNo, 'discard', { revision: await readRevision(certificateNo) })
    expect(await view(certificateNo)).toMatchObject({ shownState: 'discarded', pendingChange: null })
    expect(await makeDraft()).not.toBe(certificateNo)
  })

  describe('two people on one certificate', () => {
    it('the second of two saves gets 409 and overwrites nothing', async () => {
      const [writer, , both] = getPeople()
      const certificateNo = await makeDraft()
      const revision = await readRevision(certificateNo)
      const save = (who: Member, color: string) =>
        who.ask(`PUT ${PATH}/${certificateNo}`, {
          revision,
          form: makeForm({ color }),
          answers: [answerNoPictures(makeForm())],
        })
      const answers = await Promise.all([save(writer, '蓝色'), save(both, '绿色')])
      expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
      const winner = answers[0].code === 200 ? '蓝色' : '绿色'
      expect((await view(certificateNo)).pendingChange.form.fields.color).toBe(winner)
    })

    it('get one success and one 409 when one approves and the other returns', async () => {
      const [, signer, both] = getPeople()
      const certificateNo = await makeDraft()
      await submit(certificateNo)
      const { revision, contentHash } = (await view(certificateNo)).pendingChange
      const answers = await Promise.all([
        step(signer, certificateNo, 'approve', { revision, contentHash }),
        step(both, certificateNo, 'return', { revision, reason: '请复测密度' }),
      ])
      expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
      const { shownState, pendingChange } = await view(certificateNo)
      expect([shownState, pendingChange?.state]).toEqual(
        answers[0].code === 200 ? ['published', undefined] : ['none', 'returned'],
      )
    })

    it('cannot approve a text that was changed after it was read', async () => {
      const [, signer] = getPeople()
      const certificateNo = await makeDraft()
      await submit(certificateNo)
      const { revision, contentHash } = (await view(certificateNo)).pendingChange
      await step(getPeople()[0], certificateNo, 'return', { revision })
      await write(getPeople()[0], certificateNo, makeForm({ color: '蓝色' }))
      await submit(certificateNo)
      const now = await readRevision(certificateNo)
      for (const seen of [revision, now]) {
        expect((await step(signer, certificateNo, 'approve', { revision: seen, contentHash })).code).toBe(409)
      }
    })

    it('get different numbers for two new certificates', async () => {
      const [writer, , both] = getPeople()
      const numbers = await Promise.all([makeDraft(writer), makeDraft(both), makeDraft(writer)])
      expect(new Set(numbers).size).toBe(3)
    })
  })
})
