import { beforeAll, beforeEach, expect, it } from 'vitest'
import { createSignatoryRepository } from '#accounts/people/signatories.ts'
import { describeDatabases } from '#testing/databases.ts'
import type { Member } from '#testing/members.ts'
import { giveSigningName } from '#testing/staff/give-signing-name.ts'
import { useDesk } from '#testing/staff/use-desk.ts'

const PATH = '/v1/manage/certificates'
const OFF_REASON = '只有一位在岗'
const NAMES = ['甲', '乙', '丙'] as const
type Name = (typeof NAMES)[number]

/** Every choice of a maker, a reviewer and an approver among three people who have all duties. */
const TRIPLES = NAMES.flatMap((maker) =>
  NAMES.flatMap((reviewer) => NAMES.map((approver) => ({ maker, reviewer, approver }))),
)

/** Returns the refusals of the steps, by a second statement of the rules. */
function expectRefusals({ maker, reviewer, approver }: Record<'maker' | 'reviewer' | 'approver', Name>) {
  const review = maker === reviewer ? '由您制作或提交，须由他人审核' : null
  if (maker === approver) return { review, approve: '由您制作或提交，须由他人批准' }
  if (review !== null) return { review, approve: '这一类别须三人签署，请先由审核人审核' }
  return { review, approve: reviewer === approver ? '由您审核，须由他人批准' : null }
}

describeDatabases('certificates with three people', (make) => {
  const desk = useDesk(make)
  const people = {} as Record<Name, Member>
  let reviewer: Member
  let owner: Member
  beforeAll(async () => {
    for (const name of NAMES) people[name] = await desk.person(name, ['certify', 'review', 'approve'])
    reviewer = await desk.person('沈砚秋', ['review'])
    owner = await desk.person('石衡', ['owner'], true)
  })
  beforeEach(async () => {
    await desk.upstream.db.deleteFrom('site_settings').execute()
    await set('threePersons', ['jade', 'turquoise'])
  })

  const set = async (name: string, value: unknown) => {
    const row = { name, value: JSON.stringify(value) }
    await desk.upstream.db
      .insertInto('site_settings')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
  }
  const switchFourEyesOff = async () => {
    await set('fourEyesOff', true)
    await set('fourEyesReason', OFF_REASON)
  }
  const review = async (who: Member, certificateNo: string) =>
    await desk.step(who, certificateNo, 'review', await desk.seen(desk.writer, certificateNo))
  const approve = async (who: Member, certificateNo: string) =>
    await desk.step(who, certificateNo, 'approve', await desk.seen(desk.writer, certificateNo))
  const giveBack = async (who: Member, certificateNo: string) => {
    const { revision } = await desk.seen(desk.writer, certificateNo)
    return await desk.step(who, certificateNo, 'return', { revision, reason: '读数待复测' })
  }
  const readChange = async (certificateNo: string) => (await desk.view(desk.writer, certificateNo)).pendingChange
  const readPublished = async (certificateNo: string) => {
    const { published } = await desk.view(desk.writer, certificateNo)
    return published && [published.inspector ?? null, published.reviewer ?? null, published.approver]
  }
  const listSteps = async (certificateNo: string): Promise<string[]> =>
    (await desk.view(desk.writer, certificateNo)).events.map(({ step }: { step: string }) => step).reverse()

  it('are published by three different people alone, whichever of them does what', async () => {
    for (const triple of TRIPLES) {
      const certificateNo = await desk.submitted(people[triple.maker])
      const expected = expectRefusals(triple)
      const reviewed = await review(people[triple.reviewer], certificateNo)
      expect([triple, reviewed.code === 200 ? null : reviewed.message]).toEqual([triple, expected.review])
      const approved = await approve(people[triple.approver], certificateNo)
      expect([triple, approved.code === 200 ? null : approved.message]).toEqual([triple, expected.approve])
      const names = expected.approve === null ? [triple.maker, triple.reviewer, triple.approver] : null
      expect(await readPublished(certificateNo)).toEqual(names)
    }
  })

  it('need every step while four eyes are off, but one person may take them, and no name is printed twice', async () => {
    await switchFourEyesOff()
    for (const { maker, reviewer: by, approver } of TRIPLES) {
      const certificateNo = await desk.submitted(people[maker])
      expect(await approve(people[approver], certificateNo)).toMatchObject({ code: 403 })
      expect(await review(people[by], certificateNo)).toMatchObject({ code: 200 })
      expect(await approve(people[approver], certificateNo)).toMatchObject({ code: 200 })
      const isWhole = new Set([maker, by, approver]).size === 3
      expect(await readPublished(certificateNo)).toEqual([
        maker === approver ? null : maker,
        by === approver || by === maker ? null : by,
        approver,
      ])
      const { events } = await desk.view(desk.writer, certificateNo)
      expect(events.find(({ step }: { step: string }) => step === 'alone')?.reason).toBe(
        isWhole ? undefined : OFF_REASON,
      )
    }
  })

  it('are not published with a review of the own text once four eyes are on again', async () => {
    await switchFourEyesOff()
    const certificateNo = await desk.submitted(people.甲)
    await review(people.甲, certificateNo)
    await set('fourEyesOff', null)
    expect(await approve(people.乙, certificateNo)).toMatchObject({
      code: 403,
      message: '审核人参与过制作，请退回，提交后由他人审核',
    })
    expect(await giveBack(people.乙, certificateNo)).toMatchObject({ code: 200 })
  })

  it.each([
    ['a reviewer', () => reviewer, null],
    ['an owner', () => owner, null],
    ['a signatory without the duty', () => desk.signer, '您的职责不包括这项操作'],
    ['a clerk', () => desk.writer, '您的职责不包括这项操作'],
  ])('are reviewed by %s: %#', async (_title, who, refusal) => {
    const certificateNo = await desk.submitted(people.甲)
    const { code, message } = await review(who(), certificateNo)
    expect(code === 200 ? null : message).toBe(refusal)
  })

  it('refuse an owner who wrote, reviewed or may not sign them', async () => {
    const own = await desk.submitted(owner)
    expect(await review(owner, own)).toMatchObject({ message: '由您制作或提交，须由他人审核' })
    const reviewedNo = await desk.submitted(people.甲)
    expect(await review(owner, reviewedNo)).toMatchObject({ code: 200 })
    expect(await approve(owner, reviewedNo)).toMatchObject({ message: '由您审核，须由他人批准' })
  })

  it('refuse an expired signatory, and carry the name of a deputy', async () => {
    const { db } = desk.upstream
    const expired = await desk.person('旧签字人', ['approve'], false)
    const deputy = await desk.person('代签人', ['review', 'approve'], false)
    const signatories = createSignatoryRepository({ db, now: Date.now })
    const form = { title: '工程师', categories: ['turquoise'] as const, validFrom: '2020-01-01' }
    await signatories.add(expired.id, { ...form, validTo: '2020-12-31' })
    const [absent] = await signatories.listByUser(desk.signer.id)
    await signatories.add(deputy.id, { ...form, validTo: '2099-12-31' }, absent?.id)
    const certificateNo = await desk.submitted(people.甲)
    await review(reviewer, certificateNo)
    expect(await approve(expired, certificateNo)).toMatchObject({ code: 403 })
    expect(await approve(deputy, certificateNo)).toMatchObject({ code: 200 })
    expect(await readPublished(certificateNo)).toEqual(['甲', '沈砚秋', '代签人'])
    const own = await desk.submitted(people.甲)
    await review(deputy, own)
    expect(await approve(deputy, own)).toMatchObject({ message: '由您审核，须由他人批准' })
  })

  it('ask for a review when the category is switched on while they wait, and for none when it is switched off', async () => {
    await set('threePersons', null)
    const certificateNo = await desk.submitted(people.甲)
    expect(await review(reviewer, certificateNo)).toMatchObject({ code: 409 })
    await set('threePersons', ['turquoise'])
    expect(await approve(people.乙, certificateNo)).toMatchObject({ message: '这一类别须三人签署，请先由审核人审核' })
    const waiting = await reviewer.ask(`GET ${PATH}?stage=review`)
    expect(waiting.data.records.map((row: { certificateNo: string }) => row.certificateNo)).toContain(certificateNo)
    expect(await review(people.丙, certificateNo)).toMatchObject({ code: 200 })
    await set('threePersons', ['jade'])
    // Two people are enough now, so that the reviewer may approve, and has one of the two names.
    expect(await approve(people.丙, certificateNo)).toMatchObject({ code: 200 })
    expect(await readPublished(certificateNo)).toEqual(['甲', null, '丙'])
  })

  it('keep the name of a review that is not needed any more', async () => {
    const certificateNo = await desk.submitted(people.甲)
    await review(reviewer, certificateNo)
    await set('threePersons', null)
    expect(await approve(people.乙, certificateNo)).toMatchObject({ code: 200 })
    expect(await readPublished(certificateNo)).toEqual(['甲', '沈砚秋', '乙'])
  })

  it('cannot be recalled once a reviewer has opened them, and lose the review when they are returned', async () => {
    const certificateNo = await desk.submitted(people.甲)
    const { revision } = await readChange(certificateNo)
    await review(reviewer, certificateNo)
    const current = await readChange(certificateNo)
    expect(current).toMatchObject({ awaitsReview: false, reviewer: { id: reviewer.id, name: '沈砚秋' } })
    expect(current.revision).toBe(revision + 1)
    expect(await desk.step(people.甲, certificateNo, 'return', { revision: current.revision })).toMatchObject({
      code: 409,
    })
    expect(await giveBack(people.乙, certificateNo)).toMatchObject({ code: 200 })
    expect(await readChange(certificateNo)).not.toHaveProperty('reviewer')
    await desk.write(people.甲, certificateNo)
    await desk.submit(people.甲, certificateNo)
    expect(await readChange(certificateNo)).toMatchObject({ awaitsReview: true })
    expect(await approve(people.乙, certificateNo)).toMatchObject({ code: 403 })
    await review(reviewer, certificateNo)
    expect(await approve(people.乙, certificateNo)).toMatchObject({ code: 200 })
    expect(await listSteps(certificateNo)).toEqual([
      'create',
      'submit',
      'review',
      'return',
      'submit',
      'review',
      'approve',
    ])
  })

  it('can be recalled before that, and returned by the reviewer with a reason', async () => {
    const certificateNo = await desk.submitted(people.甲)
    const { revision } = await readChange(certificateNo)
    expect(await desk.step(people.甲, certificateNo, 'return', { revision })).toMatchObject({ code: 200 })
    await desk.submit(people.甲, certificateNo)
    await desk.step(reviewer, certificateNo, 'open')
    expect((await readChange(certificateNo)).isOpened).toBe(true)
    expect(await giveBack(reviewer, certificateNo)).toMatchObject({ code: 200 })
    expect(await readChange(certificateNo)).toMatchObject({ state: 'returned', returnReason: '读数待复测' })
    await desk.submit(people.甲, certificateNo)
    await review(reviewer, certificateNo)
    // It is the turn of the signatories.
    expect(await giveBack(reviewer, certificateNo)).toMatchObject({ code: 403 })
  })

  it('are reviewed only in the version that the reviewer has read', async () => {
    const certificateNo = await desk.submitted(people.甲)
    const { revision, contentHash } = await desk.seen(desk.writer, certificateNo)
    const changed = await desk.step(reviewer, certificateNo, 'review', { revision, contentHash: '0'.repeat(64) })
    expect(changed).toMatchObject({ code: 409 })
    const older = await desk.step(reviewer, certificateNo, 'review', { revision: revision - 1, contentHash })
    expect(older).toMatchObject({ code: 409 })
    // A text that another step would have changed after its review was not reviewed as it is.
    await review(reviewer, certificateNo)
    const row = desk.upstream.db.updateTable('pending_changes').set({ reviewed_hash: '1'.repeat(64) })
    await row.where('certificate_no', '=', certificateNo).execute()
    expect(await approve(people.乙, certificateNo)).toMatchObject({ code: 403 })
  })

  it('have the three names in the public log', async () => {
    const certificateNo = await desk.submitted(people.甲)
    await review(reviewer, certificateNo)
    await approve(people.乙, certificateNo)
    const records = desk.upstream.db.selectFrom('log_records').select('text')
    const { text } = await records.where('certificate_no', '=', certificateNo).executeTakeFirstOrThrow()
    expect(JSON.parse(text)).toMatchObject({ inspector: '甲', reviewer: '沈砚秋', approver: '乙' })
  })

  it('need names for signing, and three that differ', async () => {
    const nameless = await desk.person('无名', ['review'])
    const names = { signing_name: null, signing_name_folded: null }
    await desk.upstream.db.updateTable('users').set(names).where('id', '=', nameless.id).execute()
    const certificateNo = await desk.submitted(people.甲)
    expect(await review(nameless, certificateNo)).toMatchObject({ message: expect.stringContaining('还没有证书署名') })
    await giveSigningName(desk.upstream.db, nameless.id, '临时名')
    await review(nameless, certificateNo)
    await desk.upstream.db.updateTable('users').set(names).where('id', '=', nameless.id).execute()
    await giveSigningName(desk.upstream.db, people.乙.id, '临时 名')
    expect(await approve(people.乙, certificateNo)).toMatchObject({ message: expect.stringContaining('署名相同') })
    await giveSigningName(desk.upstream.db, people.乙.id, '乙')
  })

  it('leave withdrawals to two people', async () => {
    const certificateNo = await desk.submitted(people.甲)
    await review(reviewer, certificateNo)
    await approve(people.乙, certificateNo)
    await desk.step(people.甲, certificateNo, 'withdraw', { reason: '样品混淆' })
    expect(await readChange(certificateNo)).toMatchObject({ kind: 'withdrawal', awaitsReview: false })
    expect(await review(reviewer, certificateNo)).toMatchObject({ code: 409 })
    expect(await approve(people.乙, certificateNo)).toMatchObject({ code: 200 })
  })

  it('include corrections and reissues', async () => {
    const certificateNo = await desk.submitted(people.甲)
    await review(reviewer, certificateNo)
    await approve(people.乙, certificateNo)
    await desk.corrected(people.甲, certificateNo)
    expect(await approve(people.乙, certificateNo)).toMatchObject({ code: 403 })
    await review(people.丙, certificateNo)
    expect(await approve(people.乙, certificateNo)).toMatchObject({ code: 200 })
    expect(await readPublished(certificateNo)).toEqual(['甲', '丙', '乙'])
    const { certificateNo: newNo } = (await people.甲.ask(`POST ${PATH}/${certificateNo}/reissue`, { reason: 'lost' }))
      .data
    await desk.write(people.甲, newNo)
    await desk.submit(people.甲, newNo)
    expect(await readChange(newNo)).toMatchObject({ awaitsReview: true })
    await review(reviewer, newNo)
    expect(await approve(people.乙, newNo)).toMatchObject({ code: 200 })
  })

  it('are counted, listed, found and queued for the people whose turn it is', async () => {
    const { db } = desk.upstream
    await db.deleteFrom('pending_changes').execute()
    await db.deleteFrom('certificate_desk').execute()
    const [first, second, third] = [
      await desk.submitted(people.甲),
      await desk.submitted(people.甲),
      await desk.submitted(people.甲),
    ]
    await review(reviewer, first)
    const list = async (query: string) =>
      (await reviewer.ask(`GET ${PATH}?${query}`)).data.records.map(
        (row: { certificateNo: string }) => row.certificateNo,
      )
    expect(new Set(await list('stage=review'))).toEqual(new Set([second, third]))
    expect(await list('stage=approval')).toEqual([first])
    expect(await list('changeState=submitted')).toHaveLength(3)
    expect((await reviewer.ask(`GET ${PATH}?stage=approval`)).data.records).toMatchObject([{ reviewedBy: '沈砚秋' }])
    expect((await reviewer.ask(`GET ${PATH}?stage=review`)).data.records).toMatchObject([
      { awaitsReview: true },
      { awaitsReview: true },
    ])
    expect((await reviewer.ask(`GET ${PATH}/counts`)).data).toMatchObject({ review: 2, submitted: 1 })
    const readWaiting = async (who: Member) =>
      (await who.ask('GET /v1/manage/overview')).data.waiting.map(
        ({ kind, count }: { kind: string; count: number }) => [kind, count],
      )
    expect(await readWaiting(reviewer)).toContainEqual(['review', 2])
    expect(await readWaiting(desk.signer)).toContainEqual(['certificate', 1])
    expect(await readWaiting(desk.signer)).not.toContainEqual(['review', 2])
    expect((await desk.view(reviewer, second)).queue).toMatchObject({ total: 2 })
    expect((await desk.view(reviewer, first)).queue).toMatchObject({ place: 1, total: 1 })
    expect((await reviewer.ask(`GET ${PATH}/numbers?stage=review`)).data.numbers).toHaveLength(2)
    expect((await desk.signer.ask(`GET ${PATH}/numbers?stage=approval`)).data.numbers).toEqual([first])
  })

  it('are reviewed many at a time, by one call or a task', async () => {
    const numbers = [await desk.submitted(people.甲), await desk.submitted(people.甲), await desk.submitted(people.甲)]
    const { records } = (await people.甲.ask(`POST ${PATH}/review`, { step: 'review', numbers })).data
    expect(records.map(({ refusal }: { refusal: string }) => refusal)).toEqual(
      Array.from(numbers, () => '由您制作或提交，须由他人审核'),
    )
    const [first = '', ...rest] = numbers
    const choose = async (certificateNo: string) => ({
      certificateNo,
      ...(await desk.seen(desk.writer, certificateNo)),
    })
    const asApprover = { certificates: [await choose(first)] }
    expect((await reviewer.ask(`POST ${PATH}/approve`, asApprover)).data.results).toMatchObject([
      { outcome: 'refused' },
    ])
    const call = { step: 'review', certificates: [await choose(first)] }
    expect((await desk.signer.ask(`POST ${PATH}/approve`, call)).data.results).toMatchObject([{ outcome: 'refused' }])
    expect((await reviewer.ask(`POST ${PATH}/approve`, call)).data.results).toMatchObject([{ outcome: 'reviewed' }])
    const task = { step: 'review', certificates: await Promise.all(rest.map(choose)) }
    expect((await reviewer.ask(`POST ${PATH}/approvals`, task)).data).toMatchObject({ step: 'review', total: 2 })
    const readTask = async () => (await reviewer.ask(`GET ${PATH}/approvals`)).data
    await expect.poll(async () => (await readTask()).finishTime, { timeout: 10_000 }).not.toBeNull()
    expect(await readTask()).toMatchObject({ published: 2, refused: [] })
    for (const certificateNo of numbers) expect((await readChange(certificateNo)).reviewer.name).toBe('沈砚秋')
    const entries = desk.upstream.db
      .selectFrom('audit_log')
      .select('target_id')
      .where('action', '=', 'certificate.review')
    const audited = await entries.where('outcome', '=', 'done').where('target_id', 'in', numbers).execute()
    expect(audited).toHaveLength(3)
  })
})
