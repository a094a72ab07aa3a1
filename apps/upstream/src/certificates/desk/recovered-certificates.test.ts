import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { join, type Member } from '#testing/members.ts'
import { useDesk } from '#testing/staff/use-desk.ts'

const PATH = '/v1/manage/certificates'
const RECOVERED_AT = Date.parse('2026-11-27T10:00:00Z')

describeDatabases('certificates that came back after the restore of a backup', (make) => {
  const desk = useDesk(make)
  afterEach(() => desk.upstream.db.deleteFrom('certificate_recoveries').execute())

  /**
   * Makes a published certificate as the recovery leaves it.
   * @param later number of entries that the database does not have
   */
  async function makeRecovered(later = 0): Promise<string> {
    const certificateNo = await desk.published(desk.writer, desk.signer)
    const { db } = desk.upstream
    await sql`insert into certificate_recoveries (certificate_no, idx, at)
      select certificate_no, log_index + cast(${later} as integer), cast(${RECOVERED_AT} as bigint) from certificates
      where certificate_no = ${certificateNo}`.execute(db)
    return certificateNo
  }
  const listMarked = async (query: string) =>
    (await desk.writer.ask(`GET ${PATH}?${query}`)).data.records
      .filter(({ isRecovered }: { isRecovered?: true }) => isRecovered)
      .map(({ certificateNo }: { certificateNo: string }) => certificateNo)
  const listRecovered = () => listMarked('recovered=true')
  const readWaiting = async (who: Member) =>
    (await who.ask('GET /v1/manage/overview')).data.waiting.find(({ kind }: { kind: string }) => kind === 'recovery')
  const check = async (certificateNo: string, who = desk.writer) => await desk.step(who, certificateNo, 'checked')

  it('are tasks of the desk until an editor has compared them with the records', async () => {
    const [one, other] = [await makeRecovered(), await makeRecovered()].sort()
    const owner = await join(desk.upstream, '石衡', 'owner')
    const support = await desk.person('何小满', ['support'])
    for (const who of [desk.writer, desk.signer, owner]) {
      expect(await readWaiting(who)).toMatchObject({ count: 2, oldest: { title: one, since: '2026-11-27 18:00:00' } })
    }
    expect(await readWaiting(support)).toBeUndefined()
    expect((await listRecovered()).sort()).toEqual([one, other])
    expect((await desk.view(desk.writer, String(one))).recovered).toEqual({
      time: '2026-11-27 18:00:00',
      isWhole: true,
    })
    expect((await check(String(one), support)).code).toBe(403)
    expect((await check(String(one))).code).toBe(200)
    expect(await listRecovered()).toEqual([other])
    const { recovered: open, events } = await desk.view(desk.writer, String(one))
    expect([open, events[0]]).toMatchObject([undefined, { step: 'check', byName: '周观澜' }])
    expect((await check(String(one))).code).toBe(409)
    expect((await check(String(other))).code).toBe(200)
  })

  it('are done when they are corrected or withdrawn', async () => {
    const [corrected, withdrawn] = [await makeRecovered(), await makeRecovered()]
    await desk.corrected(desk.writer, corrected)
    await desk.approve(desk.signer, corrected)
    expect([await listRecovered(), await listMarked('')]).toEqual([[withdrawn], [withdrawn]])
    expect((await desk.view(desk.writer, corrected)).recovered).toBeUndefined()
    await desk.step(desk.signer, withdrawn, 'withdrawNow', { reason: '样品调换' })
    expect([await listRecovered(), await readWaiting(desk.writer)]).toMatchObject([[], { count: 0 }])
  })

  it('stay tasks while their text is not the logged one', async () => {
    const certificateNo = await makeRecovered(1)
    await sql`update certificate_versions set body = replace(body, '绿松石', '天然绿松石')
      where certificate_no = ${certificateNo}`.execute(desk.upstream.db)
    expect((await check(certificateNo)).code).toBe(409)
    expect(await listRecovered()).toEqual([certificateNo])
    expect((await desk.view(desk.writer, certificateNo)).recovered.isWhole).toBe(false)
  })
})
