import { setImmediate as nextTurn } from 'node:timers/promises'
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import type { Batch } from '@portal/contract/certificates/desk/batches.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ACCOUNT_NUMBERS_MAX, formatNumberDay, giveBackNumbers, LAST_NUMBERS } from '#certificates/desk/day-numbers.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import type { Member } from '#testing/members.ts'
import { createDeskPeople } from '#testing/staff/desk-people.ts'
import type { BatchContext } from './batch-context.ts'
import { reserveForBatch } from './batch-numbers.ts'
import type { BatchEntry } from './batch-rows.ts'
import { endOldBatches } from './batch-state.ts'
import { storeBatch } from './batch-store.ts'

const PATH = '/v1/manage/certificates/imports'
const DAY_NUMBERS = 99_999
const HEAD = '证书编号,类别,检验结论,总质量（g）,折射率,密度（g/cm³）,检验日期'
const makeFile = (rows: number, numbers: readonly string[] = []) =>
  [
    HEAD,
    ...Array.from({ length: rows }, (_, at) => `${numbers[at] ?? ''},绿松石,绿松石,12.50,1.61（点测）,2.76,2026-11-19`),
  ].join('\n')

describeDatabases('the numbers of a day', (make) => {
  let upstream: TestUpstream
  let clockMs = Date.parse('2026-11-20T02:00:00Z')
  let [zhou, other]: Member[] = []
  const people = () => [zhou, other] as [Member, Member]

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clockMs })
  })
  afterAll(() => upstream.close())
  // Each test has a day of its own.
  beforeEach(async () => {
    clockMs += DAY_MS
    const desk = createDeskPeople(upstream)
    zhou = await desk.person(`周观澜${clockMs}`, ['certify'])
    other = await desk.person(`郑怀瑾${clockMs}`, ['certify'])
  })

  /** Another account has taken so many numbers today. */
  async function taken(count: number, userId = 'somebody'): Promise<void> {
    const day = formatNumberDay(clockMs)
    await upstream.db.insertInto('certificate_number_shares').values({ day, user_id: userId, taken: count }).execute()
    await upstream.db
      .insertInto('certificate_counters')
      .values({ day, serial: count })
      .onConflict((conflict) => conflict.column('day').doUpdateSet({ serial: count }))
      .execute()
  }
  async function checked(content: string, who = people()[0]): Promise<number> {
    const boundary = 'b'.repeat(20)
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="multipartFile"; filename="a.csv"\r\n\r\n`
    const answer = await upstream.app.inject({
      method: 'POST',
      url: PATH,
      payload: `${head}${content}\r\n--${boundary}--\r\n`,
      headers: { authorization: who.token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    const { id } = answer.json().data
    expect(await settled(id, who)).toMatchObject({ state: 'ready' })
    return id
  }
  async function settled(id: number, who = people()[0]): Promise<Batch> {
    for (;;) {
      const { data } = await who.ask(`GET ${PATH}/${id}`)
      if (!['waiting', 'checking', 'storing', 'listing'].includes(data.state)) return data
      await nextTurn()
    }
  }
  const store = (id: number, who = people()[0]) => who.ask(`POST ${PATH}/${id}/store`, { target: 'draft' })
  const create = (who = people()[0]) => who.ask('POST /v1/manage/certificates', { category: 'turquoise' })
  async function cancel(id: number): Promise<void> {
    expect(await people()[0].ask(`DELETE ${PATH}/${id}`)).toMatchObject({ code: 200 })
    const found = upstream.db.selectFrom('certificate_batches').select('id').where('id', '=', id)
    while (await found.executeTakeFirst()) await nextTurn()
  }
  /** The pieces of storing that are done before the process stops: each piece first gives numbers, and then prepares. */
  async function storeUntil(id: number, steps: number): Promise<BatchEntry> {
    const { db, digest } = upstream
    const batch = await db.transaction().execute(async (trx) => {
      const checkedBatch = await trx
        .selectFrom('certificate_batches')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const reserved = await reserveForBatch(trx, checkedBatch, clockMs)
      const changes = { ...reserved, state: 'storing' as const, target: 'draft' as const }
      const batches = trx.updateTable('certificate_batches').set(changes).where('id', '=', id)
      return await batches.returningAll().executeTakeFirstOrThrow()
    })
    let left = steps
    const died = new Error('died')
    const context: BatchContext = {
      db,
      digest,
      store: createFolderStore(''),
      now: () => clockMs,
      reading: { run: () => Promise.reject(died) },
      update: () => Promise.reject(died),
      step: async (_batch, _changes, piece) => {
        left -= 1
        if (left < 0) throw died
        await db.transaction().execute(piece)
      },
    }
    await expect(storeBatch(context, batch)).rejects.toBe(died)
    return batch
  }
  const numbersOfToday = async () =>
    (
      await upstream.db
        .selectFrom('certificates')
        .select('certificate_no')
        .where('certificate_no', 'like', `SH${formatNumberDay(clockMs)}%`)
        .orderBy('certificate_no')
        .execute()
    ).map(({ certificate_no }) => certificate_no)

  it('are released whenever storing is cancelled: a file and a single certificate fit afterwards', async () => {
    await taken(DAY_NUMBERS - LAST_NUMBERS - 500)
    for (const steps of [1, 2, 6]) await cancel((await storeUntil(await checked(makeFile(500)), steps)).id)
    expect(await numbersOfToday()).toEqual([])
    const id = await checked(makeFile(500))
    expect(await store(id)).toMatchObject({ code: 200 })
    expect(await settled(id)).toMatchObject({ state: 'done', drafts: 500 })
    expect(await create()).toMatchObject({ code: 200 })
    const numbers = await numbersOfToday()
    expect(numbers).toHaveLength(501)
    expect(numbers[0]).toBe(makeCertificateNo(formatNumberDay(clockMs), DAY_NUMBERS - LAST_NUMBERS - 500 + 1))
  })

  it('are checked before storing begins, with a message that names how many are left', async () => {
    await taken(DAY_NUMBERS - LAST_NUMBERS - 20)
    const id = await checked(makeFile(21))
    expect(await store(id)).toMatchObject({
      code: 400,
      message: '入库需要今天的 21 个编号，您今天还可用 20 个；请减少行数，或明天再入库',
    })
    expect(await settled(id)).toMatchObject({ state: 'ready' })
    expect(await numbersOfToday()).toEqual([])
  })

  it('are reserved for a whole file, so that one of two concurrent files is refused', async () => {
    await taken(DAY_NUMBERS - LAST_NUMBERS - 30)
    const [mine, theirs] = [await checked(makeFile(20)), await checked(makeFile(20), people()[1])]
    const answers = await Promise.all([store(mine), store(theirs, people()[1])])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400])
  })

  it('include those in a file: new rows with a number of today', async () => {
    await taken(DAY_NUMBERS - LAST_NUMBERS - 1)
    const numbers = [1, 2].map((serial) => makeCertificateNo(formatNumberDay(clockMs), 90_000 + serial))
    expect(await store(await checked(makeFile(2, numbers)))).toMatchObject({ code: 400 })
  })

  it('are not exhausted by one account: others make certificates, and store files', async () => {
    await taken(ACCOUNT_NUMBERS_MAX, people()[0].id)
    expect(await create()).toMatchObject({ message: expect.stringContaining('余下的留给其他同事') })
    expect(await store(await checked(makeFile(1)))).toMatchObject({ message: expect.stringContaining('还可用 0 个') })
    expect(await create(people()[1])).toMatchObject({ code: 200 })
    expect(await store(await checked(makeFile(2), people()[1]), people()[1])).toMatchObject({ code: 200 })
  })

  it('are reserved at the end of the range for accounts that have made few', async () => {
    await taken(DAY_NUMBERS - LAST_NUMBERS - 1500)
    await taken(1500, people()[0].id)
    expect(await create()).toMatchObject({ message: expect.stringContaining('余下的留给其他同事') })
    expect(await create(people()[1])).toMatchObject({ code: 200 })
  })

  it('are each issued once to concurrent files, single certificates and a cancelled file', async () => {
    const cancelled = await storeUntil(await checked(makeFile(300)), 3)
    const [mine, theirs] = [await checked(makeFile(250)), await checked(makeFile(250), people()[1])]
    const singles = Array.from({ length: 20 }, (_, at) => create(people()[at % 2 === 0 ? 0 : 1]))
    const [, , , ...made] = await Promise.all([
      cancel(cancelled.id),
      store(mine),
      store(theirs, people()[1]),
      ...singles,
    ])
    expect(made.map(({ code }) => code)).toEqual(made.map(() => 200))
    expect(await settled(mine)).toMatchObject({ state: 'done', drafts: 250 })
    expect(await settled(theirs, people()[1])).toMatchObject({ state: 'done', drafts: 250 })
    expect(await numbersOfToday()).toHaveLength(520)
    expect(new Set(made.map(({ data }) => data.certificateNo)).size).toBe(20)
  })

  it('stay in use when a stored file is removed', async () => {
    await taken(DAY_NUMBERS - LAST_NUMBERS - 20)
    const id = await checked(makeFile(20))
    await store(id)
    expect(await settled(id)).toMatchObject({ state: 'done', drafts: 20 })
    await cancel(id)
    expect(await store(await checked(makeFile(1)))).toMatchObject({ message: expect.stringContaining('还可用 0 个') })
  })

  it('skip numbers in a file and stored numbers', async () => {
    const [first, second, third] = [1, 2, 3].map((serial) => makeCertificateNo(formatNumberDay(clockMs), serial))
    for (const numbers of [[first], ['', second]]) {
      const id = await checked(makeFile(numbers.length, numbers as string[]))
      await store(id)
      expect(await settled(id)).toMatchObject({ state: 'done', drafts: numbers.length })
    }
    expect(await numbersOfToday()).toEqual([first, second, third])
  })

  it('are deleted after their day: a file that is cancelled after midnight releases none', async () => {
    const { id } = await storeUntil(await checked(makeFile(3)), 1)
    const kept = async () => [
      await upstream.db.selectFrom('certificate_free_numbers').select('day').execute(),
      await upstream.db.selectFrom('certificate_number_shares').select('taken').execute(),
    ]
    await endOldBatches(upstream.db, clockMs)
    expect(await kept()).toEqual([[], [{ taken: 3 }]])
    await giveBackNumbers(upstream.db, formatNumberDay(clockMs), [makeCertificateNo(formatNumberDay(clockMs), 7)])
    clockMs += DAY_MS
    await endOldBatches(upstream.db, clockMs)
    expect(await kept()).toEqual([[], []])
    await cancel(id)
    expect(await kept()).toEqual([[], []])
  })

  it('are never issued again after a person may have seen them', async () => {
    const shown = (await create()).data.certificateNo
    await people()[0].ask(`POST /v1/manage/certificates/${shown}/discard`, { revision: 1 })
    const id = await checked(makeFile(2))
    await store(id)
    await settled(id)
    const stored = (await numbersOfToday()).filter((number) => number !== shown)
    await people()[0].ask(`DELETE ${PATH}/${id}`)
    const next = (await create()).data.certificateNo
    expect([shown, ...stored]).not.toContain(next)
    expect(await numbersOfToday()).toHaveLength(4)
  })
})
