import type { Duty } from '@portal/contract/accounts/duties.ts'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import type { DeskForm } from '@portal/contract/certificates/rules/desk-fields.ts'
import type { FieldRule } from '@portal/contract/certificates/rules/required-fields.ts'
import { setDuties } from '#accounts/duties/duties.ts'
import { createSignatoryRepository } from '#accounts/people/signatories.ts'
import type { Db } from '#platform/db/open.ts'
import type { TestAnswer } from '../asking.ts'
import type { TestUpstream } from '../make-upstream.ts'
import { join, type Member } from '../members.ts'
import { giveSigningName } from './give-signing-name.ts'

const PATH = '/v1/manage/certificates'
const FIELDS = {
  conclusion: '绿松石',
  totalMassG: '12.50',
  refractiveIndex: '1.61（点测）',
  specificGravity: '2.76',
  standards: 'GB/T 16552、GB/T 16553',
  testedOn: '2026-11-19',
}

/** Answers the warning that a form has no pictures, which most tests do not need. */
export const answerNoPictures = ({ fields: { conclusion = '' } }: Pick<DeskForm, 'fields'>) => ({
  key: `pictures||${conclusion}`,
  text: '客户不需要图片',
})

/** Lets the owner waive what a form reminds of, for tests of other warnings. */
export async function waiveReminders(db: Db): Promise<void> {
  const categories = Object.keys(CERTIFICATE_CATEGORIES) as CertificateCategory[]
  const rules = categories.flatMap((category) =>
    ['pictures', 'standards'].map((member): FieldRule => ({ category, member, demand: 'none' })),
  )
  await db
    .insertInto('site_settings')
    .values({ name: 'requiredFields', value: JSON.stringify(rules) })
    .execute()
}

/** Makes the form of a turquoise without faults, whose only warning is that it has no pictures. */
export const makeTurquoise = (changes: Record<string, string> = {}): DeskForm => ({
  category: 'turquoise',
  fields: { ...FIELDS, ...changes },
  pictures: [],
})

/** Creates people of the desk for tests, and their steps. */
export function createDeskPeople(upstream: TestUpstream) {
  /** Creates a person. @param signs whether the person has an authorisation for turquoise */
  async function person(name: string, duties: readonly Duty[], signs = duties.includes('approve')): Promise<Member> {
    const member = await join(upstream, name)
    await setDuties(upstream.db, member.id, duties, { by: null, at: 0 })
    await giveSigningName(upstream.db, member.id, name)
    if (!signs) return member
    const signatories = createSignatoryRepository({ db: upstream.db, now: Date.now })
    await signatories.add(member.id, {
      title: '高级工程师',
      categories: ['turquoise'],
      validFrom: '2020-01-01',
      validTo: '2099-12-31',
    })
    return member
  }

  const view = async (who: Member, certificateNo: string) => (await who.ask(`GET ${PATH}/${certificateNo}`)).data
  const step = (who: Member, certificateNo: string, name: string, body: object = {}): Promise<TestAnswer> =>
    who.ask(`POST ${PATH}/${certificateNo}/${name}`, body as Record<string, unknown>)

  async function write(
    who: Member,
    certificateNo: string,
    form = makeTurquoise(),
    answers: object[] = [],
  ): Promise<TestAnswer> {
    const { revision } = (await view(who, certificateNo)).pendingChange
    return await who.ask(`PUT ${PATH}/${certificateNo}`, {
      revision,
      form,
      answers: [...answers, answerNoPictures(form)],
    })
  }

  async function submit(who: Member, certificateNo: string): Promise<TestAnswer> {
    return await step(who, certificateNo, 'submit', {
      revision: (await view(who, certificateNo)).pendingChange.revision,
    })
  }

  /** Reads the revision and hash of a submitted text, which an approval must name. */
  async function seen(who: Member, certificateNo: string) {
    const { revision, contentHash } = (await view(who, certificateNo)).pendingChange
    return { revision: revision as number, contentHash: contentHash as string }
  }

  async function submitted(who: Member, form = makeTurquoise()): Promise<string> {
    const { certificateNo } = (await who.ask(`POST ${PATH}`, { category: form.category })).data
    await write(who, certificateNo, form)
    await submit(who, certificateNo)
    return certificateNo
  }

  const approve = async (who: Member, certificateNo: string, more: object = {}): Promise<TestAnswer> =>
    await step(who, certificateNo, 'approve', { ...(await seen(who, certificateNo)), ...more })

  return {
    person,
    view,
    step,
    write,
    submit,
    seen,
    submitted,
    approve,

    /** Creates a published turquoise. */
    async published(writer: Member, signer: Member): Promise<string> {
      const certificateNo = await submitted(writer)
      await approve(signer, certificateNo)
      return certificateNo
    },

    /** Submits a correction of a published certificate. */
    async corrected(who: Member, certificateNo: string, form = makeTurquoise({ color: '蓝绿色' })): Promise<void> {
      await who.ask(`POST ${PATH}`, { corrects: certificateNo, reason: '颜色描述有误' })
      await write(who, certificateNo, form)
      await submit(who, certificateNo)
    },
  }
}
