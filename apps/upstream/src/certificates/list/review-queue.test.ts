import { expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { useDesk } from '#testing/staff/use-desk.ts'

describeDatabases('certificates that wait for a signatory', (make) => {
  const desk = useDesk(make)

  it('know their place and those beside them, in the order of the list', async () => {
    const numbers = [
      await desk.submitted(desk.writer),
      await desk.submitted(desk.writer),
      await desk.submitted(desk.writer),
    ]
    const { data } = await desk.signer.ask('GET /v1/manage/certificates?changeState=submitted')
    const [first, second, third] = data.records.map(({ certificateNo }: { certificateNo: string }) => certificateNo)
    expect([first, second, third].sort()).toEqual(numbers.sort())
    const readQueue = async (certificateNo: string) => (await desk.view(desk.signer, certificateNo)).queue
    expect(await readQueue(first)).toEqual({ place: 1, total: 3, previous: null, next: second })
    expect(await readQueue(second)).toEqual({ place: 2, total: 3, previous: first, next: third })
    await desk.approve(desk.signer, second)
    expect(await readQueue(second)).toBeUndefined()
    expect(await readQueue(third)).toEqual({ place: 2, total: 2, previous: first, next: null })
  })
})
