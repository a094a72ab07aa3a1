import { beforeEach, expect, it } from 'vitest'
import { createSignatoryRepository } from '#accounts/people/signatories.ts'
import { describeDatabases } from '#testing/databases.ts'
import type { Member } from '#testing/members.ts'
import { giveSigningName } from '#testing/staff/give-signing-name.ts'
import { useDesk } from '#testing/staff/use-desk.ts'

const PATH = '/v1/manage/certificates'
const UNNAMED = { code: 403, message: expect.stringContaining('还没有证书署名') }

describeDatabases('the names on certificates', (make) => {
  const desk = useDesk(make)
  let [writer, signer]: Member[] = []
  let nth = 0
  beforeEach(async () => {
    nth += 1
    writer = await desk.person(`周观澜${nth}`, ['certify'])
    signer = await desk.person(`陈景行${nth}`, ['certify', 'approve'])
  })

  const getPeople = () => [writer, signer] as [Member, Member]
  const readNamesOn = async (certificateNo: string) => {
    const { published } = await desk.view(getPeople()[0], certificateNo)
    return [published?.inspector, published?.approver]
  }
  const removeName = ({ id }: Member) =>
    desk.upstream.db
      .updateTable('users')
      .set({ signing_name: null, signing_name_folded: null })
      .where('id', '=', id)
      .execute()

  it('are the names for signing, whatever nicknames the two have taken', async () => {
    const [one, other] = getPeople()
    expect(await one.ask('PUT /v1/user/', { nickname: `欧文${nth}` })).toMatchObject({ code: 200 })
    const certificateNo = await desk.submitted(one)
    expect(await other.ask('PUT /v1/user/', { nickname: `伊文${nth}` })).toMatchObject({ code: 200 })
    expect(await desk.approve(other, certificateNo)).toMatchObject({ code: 200 })
    expect(await readNamesOn(certificateNo)).toEqual([`周观澜${nth}`, `陈景行${nth}`])
    const { events } = await desk.view(one, certificateNo)
    expect(events.map(({ byName }: { byName: string }) => byName)).toEqual([
      `陈景行${nth}`,
      `周观澜${nth}`,
      `周观澜${nth}`,
    ])
    const entries = desk.upstream.db.selectFrom('audit_log').select(['actor_id', 'actor_name'])
    expect(
      await entries.where('target_id', '=', certificateNo).where('action', '=', 'certificate.approve').execute(),
    ).toEqual([{ actor_id: other.id, actor_name: `陈景行${nth}` }])
  })

  it('are those at the time of submitting and of approving, of corrections and reissues too', async () => {
    const [one, other] = getPeople()
    const certificateNo = await desk.submitted(one)
    await giveSigningName(desk.upstream.db, one.id, `周澜${nth}`)
    expect(await desk.approve(other, certificateNo)).toMatchObject({ code: 200 })
    expect(await readNamesOn(certificateNo)).toEqual([`周观澜${nth}`, `陈景行${nth}`])
    await giveSigningName(desk.upstream.db, other.id, `陈行${nth}`)
    await desk.corrected(one, certificateNo)
    expect(await desk.approve(other, certificateNo)).toMatchObject({ code: 200 })
    expect(await readNamesOn(certificateNo)).toEqual([`周澜${nth}`, `陈行${nth}`])
    const { certificateNo: newNo } = (await one.ask(`POST ${PATH}/${certificateNo}/reissue`, { reason: 'lost' })).data
    await desk.write(one, newNo)
    await desk.submit(one, newNo)
    expect(await desk.approve(other, newNo)).toMatchObject({ code: 200 })
    expect(await readNamesOn(newNo)).toEqual([`周澜${nth}`, `陈行${nth}`])
  })

  it('are required for submitting, for requesting a withdrawal, and for approving', async () => {
    const [one, other] = getPeople()
    const publishedNo = await desk.published(one, other)
    await removeName(one)
    const { certificateNo } = (await one.ask(`POST ${PATH}`, { category: 'turquoise' })).data
    await desk.write(one, certificateNo)
    expect(await desk.submit(one, certificateNo)).toMatchObject(UNNAMED)
    expect(await desk.step(one, publishedNo, 'withdraw', { reason: '样品混淆' })).toMatchObject(UNNAMED)
    await giveSigningName(desk.upstream.db, one.id, `周观澜${nth}`)
    expect(await desk.submit(one, certificateNo)).toMatchObject({ code: 200 })

    await removeName(other)
    const { records } = (await other.ask(`POST ${PATH}/review`, { numbers: [certificateNo] })).data
    expect(records).toMatchObject([{ refusal: UNNAMED.message }])
    expect(await desk.approve(other, certificateNo)).toMatchObject(UNNAMED)
    const chosen = [{ certificateNo, ...(await desk.seen(other, certificateNo)) }]
    expect((await other.ask(`POST ${PATH}/approve`, { certificates: chosen })).data.results).toMatchObject([
      { outcome: 'refused', reason: UNNAMED.message },
    ])
    // An emergency withdrawal does not wait for a name.
    expect(await desk.step(other, publishedNo, 'withdrawNow', { reason: '样品混淆' })).toMatchObject({ code: 200 })
  })

  it('belong to two different people, even if names have changed hands since it was submitted', async () => {
    const [one, other] = getPeople()
    const certificateNo = await desk.submitted(one)
    await removeName(one)
    await giveSigningName(desk.upstream.db, other.id, `周 观澜${nth}`)
    expect(await desk.approve(other, certificateNo)).toMatchObject({
      code: 403,
      message: expect.stringContaining('证书署名相同'),
    })
    await removeName(other)
    await giveSigningName(desk.upstream.db, other.id, `陈景行${nth}`)
    expect(await desk.approve(other, certificateNo)).toMatchObject({ code: 200 })
  })

  it('are missing on texts that were submitted before such names existed: they are returned and submitted again', async () => {
    const [one, other] = getPeople()
    const certificateNo = await desk.submitted(one)
    const changes = desk.upstream.db.updateTable('pending_changes').set({ submitted_name: null })
    await changes.where('certificate_no', '=', certificateNo).execute()
    expect(await desk.approve(other, certificateNo)).toMatchObject({
      code: 409,
      message: expect.stringContaining('重新提交'),
    })
    const { revision } = (await desk.view(other, certificateNo)).pendingChange
    expect(await desk.step(other, certificateNo, 'return', { revision, reason: '重新提交' })).toMatchObject({
      code: 200,
    })
    await desk.submit(one, certificateNo)
    expect(await desk.approve(other, certificateNo)).toMatchObject({ code: 200 })
  })

  it('show the deputy who approved, not the absent signatory', async () => {
    const { db } = desk.upstream
    const deputy = await desk.person('郑予安', ['approve'], false)
    const certificateNo = await desk.submitted(desk.writer)
    expect(await desk.approve(deputy, certificateNo)).toMatchObject({ code: 403 })
    const signatories = createSignatoryRepository({ db, now: Date.now })
    const [absent] = await signatories.listByUser(desk.signer.id)
    const form = { title: '代理签字人', categories: ['turquoise'] as const }
    await signatories.add(deputy.id, { ...form, validFrom: '2020-01-01', validTo: '2099-12-31' }, absent?.id)
    expect(await desk.approve(deputy, certificateNo)).toMatchObject({ code: 200 })
    expect((await desk.view(desk.writer, certificateNo)).published).toMatchObject({ approver: '郑予安' })
    const ownText = await desk.person('林照', ['certify', 'approve'], false)
    await signatories.add(ownText.id, { ...form, validFrom: '2020-01-01', validTo: '2099-12-31' }, absent?.id)
    const own = await desk.submitted(ownText)
    expect(await desk.approve(ownText, own)).toMatchObject({ message: '由您制作或提交，须由他人批准' })
  })
})
