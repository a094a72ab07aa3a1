import { beforeAll, beforeEach, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { describeDatabases } from '#testing/databases.ts'
import type { Member } from '#testing/members.ts'
import { makeTurquoise } from '#testing/staff/desk-people.ts'
import { useDesk } from '#testing/staff/use-desk.ts'

const PATH = '/v1/manage/certificates'
const TASK = `${PATH}/approvals`

describeDatabases('tasks that approve certificates', (make) => {
  const desk = useDesk(make)
  let both: Member
  beforeAll(async () => {
    both = await desk.person('林知微', ['certify', 'approve'])
  })
  beforeEach(async () => {
    await desk.upstream.db.deleteFrom('jobs').execute()
    await desk.upstream.db.deleteFrom('certificate_approvals').execute()
  })

  const readTask = async (who = desk.signer) => (await who.ask(`GET ${TASK}`)).data
  const readSeen = async (certificateNo: string) => ({
    certificateNo,
    ...(await desk.seen(desk.signer, certificateNo)),
  })
  const submitSome = async (count: number): Promise<string[]> => {
    const numbers: string[] = []
    while (numbers.length < count) numbers.push(await desk.submitted(desk.writer))
    return numbers
  }
  const start = async (numbers: readonly string[], who = desk.signer) =>
    await who.ask(`POST ${TASK}`, { certificates: await Promise.all(numbers.map(readSeen)) })
  const waitForEnd = (who = desk.signer) =>
    expect.poll(async () => (await readTask(who)).finishTime, { timeout: 10_000 }).not.toBeNull()
  const readShown = async (certificateNo: string) => (await desk.view(desk.writer, certificateNo)).shownState
  const countVersions = async (certificateNo: string) => {
    const versions = desk.upstream.db.selectFrom('certificate_versions').select('version')
    return (await versions.where('certificate_no', '=', certificateNo).execute()).length
  }

  it('publish each certificate with its audit entry, and list each refusal with its reason', async () => {
    const numbers = [...(await submitSome(2)), await desk.submitted(both), ...(await submitSome(1))]
    const [first, changed, own, last] = numbers as [string, string, string, string]
    const chosen = await Promise.all(numbers.map(readSeen))
    await desk.step(desk.signer, changed, 'return', { revision: chosen[1]?.revision, reason: '读数待复测' })
    const started = await both.ask(`POST ${TASK}`, { certificates: chosen })
    expect(started).toMatchObject({ code: 200, data: { total: 4, position: 0, published: 0, finishTime: null } })
    await waitForEnd(both)
    expect(await readTask(both)).toMatchObject({
      position: 4,
      published: 2,
      refused: [
        { certificateNo: changed, reason: expect.stringMatching(/./) },
        { certificateNo: own, reason: '由您制作或提交，须由他人批准' },
      ],
    })
    expect(await Promise.all(numbers.map(readShown))).toEqual(['published', 'none', 'none', 'published'])
    const entries = await desk.upstream.db
      .selectFrom('audit_log')
      .select(['actor_name', 'action', 'target_id', 'outcome'])
      .where('action', 'in', ['certificate.approve', 'certificate.approveMany'])
      .where('actor_id', '=', both.id)
      .orderBy('id')
      .execute()
    expect(entries.map(({ action, target_id, outcome }) => `${action} ${target_id} ${outcome}`)).toEqual([
      `certificate.approveMany ${started.data.id} done`,
      `certificate.approve ${first} done`,
      `certificate.approve ${changed} refused`,
      `certificate.approve ${own} refused`,
      `certificate.approve ${last} done`,
    ])
    expect(entries[1]?.actor_name).toBe('林知微')
  })

  it('check the scope of the signatory at the turn of each certificate', async () => {
    const [certificateNo = ''] = await submitSome(1)
    const item = await readSeen(certificateNo)
    await desk.upstream.db.updateTable('signatories').set({ valid_to: '2020-01-02' }).execute()
    await desk.signer.ask(`POST ${TASK}`, { certificates: [item] })
    await waitForEnd()
    const { published, refused } = await readTask()
    await desk.upstream.db.updateTable('signatories').set({ valid_to: '2099-12-31' }).execute()
    expect({ published, refused }).toEqual({ published: 0, refused: [{ certificateNo, reason: expect.any(String) }] })
    expect(await readShown(certificateNo)).toBe('none')
  })

  it('refuse a text that was altered after it was read', async () => {
    const [certificateNo = ''] = await submitSome(1)
    const item = { ...(await readSeen(certificateNo)), contentHash: '0'.repeat(64) }
    await desk.signer.ask(`POST ${TASK}`, { certificates: [item] })
    await waitForEnd()
    expect(await readTask()).toMatchObject({ published: 0, refused: [{ certificateNo }] })
    expect(await readShown(certificateNo)).toBe('none')
  })

  /** Stores a task as a killed instance leaves it: its job is leased, and some certificates are done. */
  async function leaveTask(
    numbers: readonly string[],
    { position = 0, leasedUntil = 0, who = desk.signer },
  ): Promise<void> {
    await desk.upstream.db
      .insertInto('certificate_approvals')
      .values({
        id: 'f'.repeat(32),
        user_id: who.id,
        items: JSON.stringify(await Promise.all(numbers.map(readSeen))),
        source: JSON.stringify({ requestId: 'r', network: 'local', device: null }),
        total: numbers.length,
        position,
        published: position,
        refused: '[]',
        started_at: Date.now(),
        finished_at: null,
      })
      .execute()
    await desk.upstream.db
      .insertInto('jobs')
      .values({
        kind: 'certificateApproval',
        ref: 'f'.repeat(32),
        order_key: null,
        due_at: Date.now(),
        taken_until: leasedUntil,
      })
      .execute()
  }

  it('continue after their server was killed, and publish nothing twice', async () => {
    const numbers = await submitSome(3)
    await leaveTask(numbers, { position: 1, leasedUntil: Date.now() + 1500 })
    expect(await readTask()).toMatchObject({ total: 3, position: 1, finishTime: null })
    await waitForEnd()
    expect(await readTask()).toMatchObject({ position: 3, published: 3, refused: [] })
    expect(await Promise.all(numbers.map(countVersions))).toEqual([0, 1, 1])
  })

  it('end when the signatory loses the duty or the account, and leave the rest submitted', async () => {
    const numbers = await submitSome(2)
    const lost = await desk.person('郑予安', ['approve'])
    for (const lose of [
      () => setDuties(desk.upstream.db, lost.id, [], { by: null, at: 0 }),
      async () => {
        await setDuties(desk.upstream.db, lost.id, ['approve'], { by: null, at: 0 })
        await desk.upstream.db
          .updateTable('users')
          .set({ status: ACCOUNT_STATUS.disabled })
          .where('id', '=', lost.id)
          .execute()
      },
    ]) {
      await lose()
      await leaveTask(numbers, { who: lost })
      const readRow = () => desk.upstream.db.selectFrom('certificate_approvals').selectAll().executeTakeFirstOrThrow()
      await expect.poll(async () => (await readRow()).finished_at, { timeout: 10_000 }).not.toBeNull()
      expect(await readRow()).toMatchObject({ position: 0, published: 0 })
      await desk.upstream.db.deleteFrom('certificate_approvals').execute()
    }
    expect(await Promise.all(numbers.map(readShown))).toEqual(['none', 'none'])
  })

  it('run one at a time of an account, and can be stopped', async () => {
    const numbers = await submitSome(1)
    await leaveTask(numbers, { leasedUntil: Date.now() + 2500 })
    expect(await start(numbers)).toMatchObject({ message: '您的上一批还在批准，请等它完成或先停止' })
    expect(await both.ask(`DELETE ${TASK}`)).toMatchObject({ message: '没有正在批准的批次' })
    expect(await both.ask(`GET ${TASK}`)).toMatchObject({ code: 200, data: null })
    expect(await desk.signer.ask(`DELETE ${TASK}`)).toMatchObject({ code: 200 })
    expect((await readTask()).finishTime).not.toBeNull()
    const jobs = desk.upstream.db.selectFrom('jobs').select('id').where('kind', '=', 'certificateApproval')
    await expect.poll(() => jobs.execute(), { timeout: 10_000 }).toEqual([])
    expect(await readShown(numbers[0] as string)).toBe('none')
  })

  it('need the duty and a fresh proof, and take at most 500', async () => {
    const item = { certificateNo: 'SH20261103001285', revision: 1, contentHash: '0'.repeat(64) }
    expect(await desk.writer.ask(`POST ${TASK}`, { certificates: [item] })).toMatchObject({ code: 403 })
    expect(await desk.writer.ask(`GET ${TASK}`)).toMatchObject({ code: 403 })
    const many = Array.from({ length: 501 }, () => item)
    expect(await both.ask(`POST ${TASK}`, { certificates: many })).toMatchObject({ code: 400 })
    await desk.upstream.db.updateTable('sessions').set({ factor_at: 0 }).where('user_id', '=', both.id).execute()
    const { code, extra } = await both.ask(`POST ${TASK}`, { certificates: [item] })
    expect({ code, extra }).toMatchObject({ code: 403, extra: { factor: 'fresh' } })
  })

  it('take only submitted certificates from a filter; a print takes only published ones', async () => {
    const [no = ''] = await submitSome(1)
    const other = await desk.submitted(desk.writer, makeTurquoise({ conclusion: '绿松石（充填）' }))
    const published = await desk.published(desk.writer, desk.signer)
    const readNumbers = async (filter: string) => (await desk.writer.ask(`GET ${PATH}/numbers?${filter}`)).data
    const { numbers, hasMore } = await readNumbers('changeState=submitted&category=turquoise')
    expect(numbers).toEqual(expect.arrayContaining([no, other]))
    expect([numbers.includes(published), hasMore]).toEqual([false, false])
    const search = encodeURIComponent('充填')
    expect((await readNumbers(`changeState=submitted&search=${search}`)).numbers).toEqual([other])
    const printed: string[] = (await readNumbers('shown=published')).numbers
    expect([printed.includes(published), printed.includes(no)]).toEqual([true, false])
  })
})
