import type { Duty } from '@portal/contract/accounts/duties.ts'
import {
  CHANGE_STATES,
  type ChangeState,
  DESK_STEPS,
  type DeskStepName,
} from '@portal/contract/certificates/desk/desk-rules.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { createSignatoryRepository } from '#accounts/people/signatories.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { answerNoPictures } from '#testing/staff/desk-people.ts'
import { giveSigningName } from '#testing/staff/give-signing-name.ts'

const PATH = '/v1/manage/certificates'
const FIELDS = { conclusion: '绿松石', totalMassG: '12.50', standards: 'GB/T 16552' }
const FORM = { category: 'turquoise', fields: FIELDS, pictures: [] }

/** People who attempt a step. `isWriter`: has written the text. `signs`: has an authorisation for the category. */
const PEOPLE: readonly { title: string; duties: readonly Duty[]; isWriter?: true; signs?: true }[] = [
  { title: 'an editor', duties: ['edit'] },
  { title: 'the front desk', duties: ['support'] },
  { title: 'the writer', duties: ['certify'], isWriter: true },
  { title: 'another clerk', duties: ['certify'] },
  { title: 'a clerk with an authorisation but no duty to approve', duties: ['certify'], signs: true },
  { title: 'a reviewer', duties: ['review'] },
  { title: 'a reviewer with an authorisation but no duty to approve', duties: ['review'], signs: true },
  { title: 'the writer, who is a reviewer', duties: ['certify', 'review'], isWriter: true },
  { title: 'a signatory', duties: ['approve'], signs: true },
  { title: 'an approver without an authorisation', duties: ['approve'] },
  { title: 'the writer, who is a signatory', duties: ['certify', 'approve'], isWriter: true, signs: true },
  { title: 'an owner', duties: ['owner'] },
  { title: 'an owner with an authorisation', duties: ['owner'], signs: true },
]
type Person = (typeof PEOPLE)[number]

/** Returns whether the step must succeed, by a second statement of the rules. */
function isAllowed(
  step: DeskStepName,
  state: ChangeState,
  { duties, isWriter, signs }: Person,
  isFourEyes = true,
): boolean {
  if (!(DESK_STEPS[step].from as readonly string[]).includes(state)) return false
  const certifies = duties.includes('certify') || duties.includes('owner')
  // The category needs two people, so no text awaits a review.
  if (step === 'review') return false
  const approves = duties.includes('approve') || duties.includes('owner')
  if (step === 'approve' || step === 'return') return approves && signs === true && !(isWriter && isFourEyes)
  if (step === 'recall') return certifies && isWriter === true
  return certifies
}

const cases = (Object.keys(DESK_STEPS) as DeskStepName[]).flatMap((step) =>
  CHANGE_STATES.map((state) => [step, state] as const),
)

describeDatabases('steps of a certificate', (make) => {
  let upstream: TestUpstream
  const members = new Map<Person, Member>()
  let clerk: Member

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make)
    clerk = await hireStaff('制证人', { title: '', duties: ['certify'] })
    for (const person of PEOPLE) members.set(person, await hireStaff(person.title, person))
  })
  afterAll(() => upstream.close())

  async function hireStaff(name: string, { duties, signs }: Person): Promise<Member> {
    const member = await join(upstream, name)
    await setDuties(upstream.db, member.id, duties, { by: null, at: 0 })
    await giveSigningName(upstream.db, member.id, name)
    const signatory = {
      title: '工程师',
      categories: ['turquoise'] as const,
      validFrom: '2020-01-01',
      validTo: '2099-12-31',
    }
    if (signs) await createSignatoryRepository({ db: upstream.db, now: Date.now }).add(member.id, signatory)
    return member
  }

  /** Creates a text in this state that one writer has written alone. */
  async function makeChange(state: ChangeState, writer: Member) {
    const { certificateNo } = (await clerk.ask(`POST ${PATH}`, { category: 'turquoise' })).data
    await clerk.ask(`PUT ${PATH}/${certificateNo}`, { revision: 1, form: FORM, answers: [answerNoPictures(FORM)] })
    await clerk.ask(`POST ${PATH}/${certificateNo}/submit`, { revision: 2 })
    const change = { state, submitted_by: writer.id, ...(state !== 'submitted' && { body: null, content_hash: null }) }
    await upstream.db.updateTable('pending_changes').set(change).where('certificate_no', '=', certificateNo).execute()
    const writers = upstream.db.updateTable('certificate_writers').set({ user_id: writer.id })
    await writers.where('certificate_no', '=', certificateNo).execute()
    const { revision, contentHash } = (await clerk.ask(`GET ${PATH}/${certificateNo}`)).data.pendingChange
    return { certificateNo, revision, contentHash: contentHash ?? '0'.repeat(64) }
  }

  async function attempt(step: DeskStepName, who: Member, made: Awaited<ReturnType<typeof makeChange>>) {
    const { certificateNo, revision, contentHash } = made
    const address = `${PATH}/${certificateNo}`
    if (step === 'change')
      return await who.ask(`PUT ${address}`, { revision, form: FORM, answers: [answerNoPictures(FORM)] })
    if (step === 'recall') return await who.ask(`POST ${address}/return`, { revision })
    if (step === 'return') return await who.ask(`POST ${address}/return`, { revision, reason: '请复测密度' })
    if (step === 'approve' || step === 'review') {
      return await who.ask(`POST ${address}/${step}`, { revision, contentHash })
    }
    return await who.ask(`POST ${address}/${step}`, { revision })
  }

  const readStored = (certificateNo: string) =>
    upstream.db.selectFrom('pending_changes').selectAll().where('certificate_no', '=', certificateNo).execute()

  it.each(['approve', 'return'] as const)(
    'allows «%s» to a writer who is a signatory too while four eyes are off, and to nobody else besides',
    async (step) => {
      const off = [
        { name: 'fourEyesOff', value: 'true' },
        { name: 'fourEyesReason', value: '"只有一位签字人在岗"' },
      ]
      await upstream.db.insertInto('site_settings').values(off).execute()
      const outcomes: [title: string, isDone: boolean][] = []
      for (const person of PEOPLE) {
        const who = members.get(person) as Member
        const made = await makeChange('submitted', person.isWriter ? who : clerk)
        outcomes.push([person.title, (await attempt(step, who, made)).code === 200])
      }
      await upstream.db.deleteFrom('site_settings').where('name', 'like', 'fourEyes%').execute()
      expect(outcomes).toEqual(PEOPLE.map((person) => [person.title, isAllowed(step, 'submitted', person, false)]))
    },
  )

  it.each(cases)(
    'allows «%s» of a text in state %s to the right people alone, and a refusal changes nothing',
    async (step, state) => {
      const outcomes: [title: string, isDone: boolean][] = []
      for (const person of PEOPLE) {
        const who = members.get(person) as Member
        const made = await makeChange(state, person.isWriter ? who : clerk)
        const before = await readStored(made.certificateNo)
        const { code } = await attempt(step, who, made)
        outcomes.push([person.title, code === 200])
        if (code === 200) continue
        expect([400, 403, 409]).toContain(code)
        expect(await readStored(made.certificateNo)).toEqual(before)
      }
      expect(outcomes).toEqual(PEOPLE.map((person) => [person.title, isAllowed(step, state, person)]))
    },
  )
})
