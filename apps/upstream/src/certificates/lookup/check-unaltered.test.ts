import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { join, type Member } from '#testing/members.ts'
import { useDesk } from '#testing/staff/use-desk.ts'

const PATH = '/v1/manage/certificates'

describeDatabases('a published text that was altered in the database', (make) => {
  const desk = useDesk(make)

  const correct = (corrects: string) => desk.writer.ask(`POST ${PATH}`, { corrects, reason: '颜色描述有误' })

  async function makeAltered(): Promise<string> {
    const certificateNo = await desk.published(desk.writer, desk.signer)
    await sql`update certificate_versions set body = replace(body, '绿松石', '天然绿松石')
      where certificate_no = ${certificateNo}`.execute(desk.upstream.db)
    return certificateNo
  }

  it('begins neither a correction nor a reissue, which would publish it with an entry of its own', async () => {
    const certificateNo = await makeAltered()
    for (const answer of [
      await correct(certificateNo),
      await desk.step(desk.writer, certificateNo, 'reissue', { reason: 'lost' }),
    ]) {
      expect(answer).toMatchObject({ code: 409, message: expect.stringContaining('未能通过核对') })
    }
    expect((await desk.view(desk.writer, certificateNo)).pendingChange).toBeNull()
  })

  it('is neither corrected nor reissued when it was altered meanwhile', async () => {
    const alterText = async (certificateNo: string) =>
      await sql`update certificates set log_index = 0 where certificate_no = ${certificateNo}`.execute(desk.upstream.db)
    const corrected = await desk.published(desk.writer, desk.signer)
    await desk.corrected(desk.writer, corrected)
    const replaced = await desk.published(desk.writer, desk.signer)
    const newer = (await desk.step(desk.writer, replaced, 'reissue', { reason: 'lost' })).data.certificateNo as string
    await desk.write(desk.writer, newer)
    await desk.submit(desk.writer, newer)
    await alterText(corrected)
    await alterText(replaced)
    for (const certificateNo of [corrected, newer]) {
      const answer = await desk.approve(desk.signer, certificateNo)
      expect(answer).toMatchObject({ code: 409, message: expect.stringContaining('未能通过核对') })
    }
  })

  it('can still be withdrawn', async () => {
    const answer = await desk.step(desk.writer, await makeAltered(), 'withdraw', { reason: '复检不符' })
    expect(answer.code).toBe(200)
  })

  it('is marked at the desk, and named to owners only until it matches again', async () => {
    const readNamed = async (who: Member) => (await who.ask('GET /v1/manage/overview')).data.mismatches ?? []
    const certificateNo = await desk.published(desk.writer, desk.signer)
    const owner = await join(desk.upstream, '石衡', 'owner')
    expect((await desk.view(desk.writer, certificateNo)).isAltered).toBeUndefined()
    const change = async (from: string, to: string) =>
      await sql`update certificate_versions set body = replace(body, ${from}, ${to})
        where certificate_no = ${certificateNo}`.execute(desk.upstream.db)
    await change('绿松石', '天然绿松石')
    for (const who of [desk.writer, desk.signer]) {
      expect((await desk.view(who, certificateNo)).isAltered).toBe(true)
    }
    await expect.poll(() => readNamed(owner)).toContain(certificateNo)
    expect([await readNamed(desk.writer), await readNamed(desk.signer)]).toEqual([[], []])
    await change('天然绿松石', '绿松石')
    expect((await desk.view(desk.writer, certificateNo)).isAltered).toBeUndefined()
    expect(await readNamed(owner)).not.toContain(certificateNo)
  })

  it('begins a correction as it was published', async () => {
    expect((await correct(await desk.published(desk.writer, desk.signer))).code).toBe(200)
  })
})
