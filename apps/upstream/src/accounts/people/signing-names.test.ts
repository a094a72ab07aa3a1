import { FRESH_PROOF_MINUTES } from '@portal/contract/accounts/duties.ts'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { describeDatabases } from '#testing/databases.ts'
import type { Member } from '#testing/members.ts'
import { type Bureau, openBureau } from '#testing/staff/bureau.ts'

describeDatabases('names for signing', (make) => {
  let bureau: Bureau
  let clockMs = Date.parse('2026-11-20T02:00:00Z')
  let [writer, signer]: Member[] = []
  let nth = 0
  beforeAll(async () => {
    bureau = await openBureau(make, { now: () => clockMs })
  })
  afterAll(() => bureau.close())
  beforeEach(async () => {
    nth += 1
    await bureau.upstream.db.updateTable('sessions').set({ factor_at: clockMs }).execute()
    writer = await bureau.hire('certify')
    signer = await bureau.hire('approve')
  })

  const getPeople = () => [writer, signer] as [Member, Member]
  const giveName = async ({ id }: Member, name: string | null, by = bureau.owner) => {
    const body = { name, version: await bureau.versionOfPerson(id) }
    return await by.ask(`PUT /v1/manage/users/${id}/signingName`, body)
  }
  const readName = async (person: Member) => (await bureau.done(person, 'GET /v1/manage/me')).signingName

  it('are set by owners alone, with a fresh proof, and recorded with the old and the new name', async () => {
    const [person, other] = getPeople()
    expect(await readName(person)).toBeNull()
    for (const by of [person, other, await bureau.hire('support'), await bureau.hire()]) {
      expect((await giveName(person, '张伟', by)).code).toBe(403)
    }
    const owner = await bureau.hire('owner')
    expect(await giveName(person, `张伟${nth}`, owner)).toMatchObject({ code: 200 })
    expect(await giveName(person, `张\u00a0伟　 ${nth}`, owner)).toMatchObject({ code: 200 })
    expect(await readName(person)).toBe(`张 伟 ${nth}`)
    clockMs += FRESH_PROOF_MINUTES * MINUTE_MS + 1
    expect(await giveName(person, '李娜', owner)).toMatchObject({ code: 403, extra: { factor: 'fresh' } })
    const entries = bureau.upstream.db.selectFrom('audit_log').select(['actor_id', 'changes'])
    const auditEntries = await entries
      .where('action', '=', 'user.signingName')
      .where('target_id', '=', person.id)
      .where('outcome', '=', 'done')
      .orderBy('id')
      .execute()
    expect(auditEntries.map(({ actor_id, changes }) => [actor_id, JSON.parse(changes)])).toEqual([
      [owner.id, [{ member: 'signingName', before: null, after: `张伟${nth}` }]],
      [owner.id, [{ member: 'signingName', before: `张伟${nth}`, after: `张 伟 ${nth}` }]],
    ])
  })

  it('appear as missing in the overview of owners for people who prepare or approve certificates', async () => {
    const [person, left] = getPeople()
    const [owner, editor] = [await bureau.hire('owner'), await bureau.hire('edit')]
    const listMissing = async (by: Member) =>
      (await bureau.done(by, 'GET /v1/manage/overview')).unsigned?.map(({ id }: { id: string }) => id) ?? []
    expect(await listMissing(owner)).toEqual(expect.arrayContaining(getPeople().map(({ id }) => id)))
    for (const { id } of [owner, editor]) expect(await listMissing(owner)).not.toContain(id)
    for (const by of [person, editor]) expect(await listMissing(by)).toEqual([])
    await giveName(person, `张伟${nth}`)
    expect(await listMissing(owner)).not.toContain(person.id)
    await bureau.upstream.db
      .updateTable('users')
      .set({ status: ACCOUNT_STATUS.disabled })
      .where('id', '=', left.id)
      .execute()
    expect(await listMissing(owner)).not.toContain(left.id)
  })

  it('are reported to their holder and to the other owners', async () => {
    const [person] = getPeople()
    const [owner, other] = [await bureau.hire('owner'), await bureau.hire('owner')]
    expect(await giveName(person, `张伟${nth}`, owner)).toMatchObject({ code: 200 })
    const notices = bureau.upstream.db.selectFrom('notices').select('user_id').where('content', 'like', `%张伟${nth}%`)
    const notified = (await notices.execute()).map(({ user_id }) => user_id)
    expect(notified).toEqual(expect.arrayContaining([person.id, other.id]))
    expect(notified).not.toContain(owner.id)
  })

  it('are never alike for two people, until one of them gives it up', async () => {
    const [one, other] = getPeople()
    expect(await giveName(one, `Li Na ${nth}`)).toMatchObject({ code: 200 })
    for (const alike of [`Li Na ${nth}`, `LINA${nth}`, `Lí·Nа (${nth})`]) {
      expect(await giveName(other, alike), alike).toMatchObject({
        code: 400,
        message: expect.stringContaining('看起来相同'),
      })
    }
    expect(await giveName(one, `Li Na ${nth}`)).toMatchObject({ code: 200 })
    expect(await giveName(one, '')).toMatchObject({ code: 200 })
    expect(await readName(one)).toBeNull()
    expect(await giveName(other, `Li Na ${nth}`)).toMatchObject({ code: 200 })
  })

  it('are stored for one person only, even if two owners set one name at the same time', async () => {
    const [one, other] = getPeople()
    const answers = await Promise.all([giveName(one, `赵敏${nth}`), giveName(other, `赵敏${nth}`)])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  })

  it.each(['123', '✔张伟', '张伟✔', '张伟\u3164', '\u3164', '<b>张伟</b>', '张伟/李娜'])(
    'refuse %j, which is no name',
    async (name) => {
      const [person] = getPeople()
      expect(await giveName(person, name)).toMatchObject({ code: 400, message: expect.stringContaining('以文字开头') })
    },
  )

  it('are only given to people who prepare or approve', async () => {
    const editor = await bureau.hire('edit', 'support')
    expect(await giveName(editor, '张伟')).toMatchObject({ code: 500, message: expect.stringContaining('先授予') })
    // A single owner gives the own name.
    const owner = await bureau.hire('owner')
    expect(await giveName(owner, `欧阳${nth}`, owner)).toMatchObject({ code: 200 })
  })

  it('are named by the audit log in the place of nicknames', async () => {
    const [person] = getPeople()
    await giveName(person, `诸葛明${nth}`)
    await bureau.done(person, 'POST /v1/manage/certificates', { category: 'turquoise' })
    expect((await bureau.done(person, 'GET /v1/manage/audit')).records[0]).toMatchObject({
      actorId: person.id,
      actorName: `诸葛明${nth}`,
      action: 'certificate.create',
    })
  })
})
