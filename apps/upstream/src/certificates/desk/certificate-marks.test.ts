import { beforeAll, expect, it } from 'vitest'
import { createMarkRepository } from '#accounts/people/signatories.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeTurquoise } from '#testing/staff/desk-people.ts'
import { useDesk } from '#testing/staff/use-desk.ts'

describeDatabases('marks of accreditation', (make) => {
  const desk = useDesk(make)
  const cma = {
    number: '240000000001',
    scope: '珠宝玉石',
    categories: ['turquoise' as const],
    standards: ['GB/T 16552', 'GB/T 16553'],
    validTo: '2099-12-31',
    isPrinted: true,
  }
  const createMarks = () => createMarkRepository({ db: desk.upstream.db, now: Date.now })
  beforeAll(async () => {
    await createMarks().save('cma', 0, cma)
    await createMarks().save('cnas', 0, { ...cma, number: 'L0001', standards: ['GB/T 16552'] })
  })
  const readPublished = async (certificateNo: string) =>
    (await desk.view(desk.writer, certificateNo)).published.accreditation

  it('stand on a certificate whose category and standards were in scope when it was approved', async () => {
    const certificateNo = await desk.submitted(desk.writer)
    const { marks } = await desk.view(desk.writer, certificateNo)
    expect(marks).toMatchObject([
      { kind: 'cnas', number: 'L0001', standards: ['GB/T 16552'] },
      { kind: 'cma', number: '240000000001', categories: ['turquoise'], isPrinted: true },
    ])
    await desk.approve(desk.signer, certificateNo)
    expect(await readPublished(certificateNo)).toBe('CMA 240000000001')
    // What changes later does not change it.
    await createMarks().save('cma', 1, { ...cma, validTo: '2020-12-31' })
    expect(await readPublished(certificateNo)).toBe('CMA 240000000001')
    const both = await desk.submitted(desk.writer, makeTurquoise({ standards: 'GB/T 16552' }))
    await desk.approve(desk.signer, both)
    expect(await readPublished(both)).toBe('CNAS L0001')
    await createMarks().save('cma', 2, cma)
  })

  it('are decided anew for each version, and never typed', async () => {
    const certificateNo = await desk.published(desk.writer, desk.signer)
    expect(await readPublished(certificateNo)).toBe('CMA 240000000001')
    await createMarks().save('cma', 3, { ...cma, isPrinted: false })
    await desk.corrected(desk.writer, certificateNo)
    await desk.approve(desk.signer, certificateNo)
    expect(await readPublished(certificateNo)).toBeUndefined()
    const draft = (await desk.writer.ask('POST /v1/manage/certificates', { category: 'turquoise' })).data.certificateNo
    await desk.write(desk.writer, draft, makeTurquoise({ accreditation: 'CMA 1' }))
    const { faults } = (await desk.view(desk.writer, draft)).pendingChange
    expect(faults).toEqual([{ member: 'accreditation', text: 'accreditation由系统填写' }])
  })
})
