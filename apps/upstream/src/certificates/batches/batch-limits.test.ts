import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { describeDatabases } from '#testing/databases.ts'
import { AMPLIFYING_WORKBOOK, HOSTILE_WORKBOOKS } from '#testing/hostile-tables.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join as joinIn, type Member } from '#testing/members.ts'
import { interruptBatch, BATCHES_PATH as PATH, uploadBatchFile, waitForBatch } from '#testing/staff/batch-uploads.ts'
import { listNames } from '#testing/stores.ts'
import { makeWorkbook } from '#testing/workbooks.ts'
import type { BatchChanges } from './batch-state.ts'

const GIB = 2 ** 30
const ROW = '玉石,翡翠,3.33'
const CSV = `类别,检验结论,密度\n${ROW}\n`

describeDatabases('the limits of files of certificates', (make) => {
  let upstream: TestUpstream
  let clockMs = Date.parse('2026-11-20T02:00:00Z')
  let zhou: Member

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clockMs, jobTickMs: 10 })
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clockMs += 3_700_000
    zhou = await person('周观澜')
    await upstream.db.updateTable('certificate_batches').set({ file_bytes: 0, row_bytes: 0 }).execute()
  })

  async function person(name: string): Promise<Member> {
    const member = await joinIn(upstream, name)
    await setDuties(upstream.db, member.id, ['certify'], { by: null, at: 0 })
    return member
  }
  const upload = (content: string | Buffer, name?: string, who = zhou) => uploadBatchFile(upstream, who, content, name)
  const checked = async (content: string | Buffer, name?: string) =>
    await waitForBatch(zhou, (await upload(content, name)).data.id)
  const stored = async (id: number) =>
    await upstream.db.selectFrom('certificate_batches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const change = (id: number, changes: BatchChanges) =>
    upstream.db.updateTable('certificate_batches').set(changes).where('id', '=', id).execute()
  const hasFile = async (name: string) => (await upstream.files.certificateImports.head(name)) !== undefined
  const readRows = async (id: number) =>
    await upstream.db.selectFrom('certificate_batch_rows').selectAll().where('batch_id', '=', id).execute()
  /** Waits until a failed batch is empty. */
  async function emptied(id: number) {
    for (;;) {
      const batch = await stored(id)
      if (batch.file_bytes + batch.row_bytes === 0 && batch.rows_done === 0 && (await readRows(id)).length === 0) return
      await nextTurn()
    }
  }

  describe('a file that was crafted to take long', () => {
    it.each(HOSTILE_WORKBOOKS)('fails: $name', async ({ content, reason }) => {
      expect(await checked(content, 'a.xlsx')).toMatchObject({
        state: 'failed',
        message: expect.stringContaining(reason),
      })
    })
  })

  describe('a file that cannot be used', () => {
    it('is deleted at once with its rows, and is not read again', async () => {
      const id = (await upload(`${CSV}${`${ROW}\n`.repeat(600)}`)).data.id as number
      await waitForBatch(zhou, id)
      const { file } = await stored(id)
      expect([await hasFile(file), (await readRows(id)).length]).toEqual([true, 601])
      await interruptBatch(upstream.db, id, { state: 'checking' }, 2)
      expect(await waitForBatch(zhou, id)).toMatchObject({
        state: 'failed',
        message: expect.stringContaining('两次中断'),
      })
      await emptied(id)
      expect(await hasFile(file)).toBe(false)
      expect(await zhou.ask(`PUT ${PATH}/${id}`, { columns: {} })).toMatchObject({ code: 409 })
    })

    it('is deleted by the next process when its own was killed meanwhile', async () => {
      const { id } = await checked(CSV)
      const { file } = await stored(id)
      await interruptBatch(upstream.db, id, { state: 'failed' })
      await emptied(id)
      expect(await hasFile(file)).toBe(false)
    })

    it('leaves nothing on the disk, however many there are', async () => {
      const before = await listNames(upstream.files.certificateImports)
      for (let nth = 0; nth < 6; nth += 1) {
        const { id } = await checked(Buffer.alloc(100_000, 1), 'a.xlsx')
        await emptied(id)
      }
      expect(await listNames(upstream.files.certificateImports)).toEqual(before)
    })

    it('requires another sheet when the chosen one has no certificates', async () => {
      const rows = CSV.trim()
        .split('\n')
        .map((line) => line.split(','))
      const book = makeWorkbook([
        { name: '说明', rows: [['请填写']] },
        { name: '送检单', rows },
      ])
      const { id } = await checked(book, 'a.xlsx')
      // A choice is no interruption, however often it is made.
      for (let nth = 0; nth < 3; nth += 1) {
        await zhou.ask(`PUT ${PATH}/${id}`, { sheet: '说明' })
        expect(await waitForBatch(zhou, id)).toMatchObject({
          state: 'asking',
          message: expect.stringContaining('没有认得的列名'),
        })
      }
      await zhou.ask(`PUT ${PATH}/${id}`, { sheet: '送检单' })
      expect(await waitForBatch(zhou, id)).toMatchObject({ state: 'ready', message: null, rows: 1 })
    })
  })

  it('continues a batch that was interrupted once', async () => {
    const { id } = await checked(CSV)
    await interruptBatch(upstream.db, id, { state: 'checking' })
    expect(await waitForBatch(zhou, id)).toMatchObject({ state: 'ready', rows: 1 })
  })

  it('stops storing after two interruptions, and stores nothing', async () => {
    const { id } = await checked(CSV)
    await interruptBatch(upstream.db, id, { state: 'storing', target: 'draft' }, 2)
    expect(await waitForBatch(zhou, id)).toMatchObject({
      state: 'ready',
      message: expect.stringContaining('入库两次中断'),
    })
    expect(await zhou.ask(`POST ${PATH}/${id}/store`, { target: 'draft' })).toMatchObject({ code: 200 })
    expect(await waitForBatch(zhou, id)).toMatchObject({ state: 'done', drafts: 1 })
  })

  it('deletes the file of a stored batch', async () => {
    const { id } = await checked(CSV)
    const { file } = await stored(id)
    await zhou.ask(`POST ${PATH}/${id}/store`, { target: 'draft' })
    expect(await waitForBatch(zhou, id)).toMatchObject({ state: 'done' })
    while (await hasFile(file)) await nextTurn()
    expect(await readRows(id)).toEqual([])
  })

  describe('stored bytes', () => {
    it('refuse the next file of an account at its limit, and no file of other accounts', async () => {
      const { id } = await checked(CSV)
      const { file_bytes, row_bytes } = await stored(id)
      expect([file_bytes, row_bytes > 50 && row_bytes < 2000]).toEqual([Buffer.byteLength(CSV), true])
      await change(id, { row_bytes: 3 * GIB })
      expect(await upload(CSV)).toMatchObject({ message: expect.stringContaining('已满 3 GB') })
      expect(await upload(CSV, 'a.csv', await person('陈景行'))).toMatchObject({ code: 200 })
    })

    it('refuse every file at the limit of all accounts', async () => {
      const { id } = await checked(CSV)
      await change(id, { row_bytes: 20 * GIB })
      expect(await upload(CSV, 'a.csv', await person('陈景行'))).toMatchObject({
        message: expect.stringContaining('已满 20 GB'),
      })
    })

    it('end a check that would exceed the limit', async () => {
      const { id } = await checked(CSV)
      await change(id, { row_bytes: 3 * GIB - 1000 })
      expect(await checked(`${CSV}${`${ROW}\n`.repeat(20)}`)).toMatchObject({
        state: 'failed',
        message: expect.stringContaining('已满 3 GB'),
      })
    })
  })

  describe('a row', () => {
    it('has cells of at most 2,000 characters, however often a workbook repeats a text', async () => {
      const { id, counts } = await checked(AMPLIFYING_WORKBOOK, 'a.xlsx')
      expect(counts).toMatchObject({ faulty: 100 })
      const rows = await readRows(id)
      expect(Math.max(...rows.map(({ cells }) => cells.length))).toBeLessThan(3 * 2100)
      const { data } = await zhou.ask(`GET ${PATH}/${id}/rows`)
      expect(data.rows).toHaveLength(50)
      expect(data.rows[0].cells[0].faults[0].text).toContain('超过 2,000 字')
    })

    it('cannot be fixed to more than 32 KB or 100 values, and its fixed cells count as stored bytes', async () => {
      const { id } = await checked(CSV)
      const before = await stored(id)
      const fix = (cells: { member: string; value: string }[]) =>
        zhou.ask(`PUT ${PATH}/${id}/cells`, { cells: cells.map((cell) => ({ lineNo: 2, ...cell })) })
      const some = (count: number, value: string) =>
        Array.from({ length: count }, (_, at) => ({ member: `项目${at}`, value }))
      expect(await fix(some(6, '宝'.repeat(2000)))).toMatchObject({
        code: 400,
        message: '第 2 行未改：这一行的文字超过 32 KB，无法导入',
      })
      expect(await fix(some(98, '宝'))).toMatchObject({
        code: 400,
        message: '第 2 行未改：这一行超过 100 项，无法导入',
      })
      expect(await stored(id)).toEqual(before)
      expect(await fix(some(2, '宝'.repeat(1000)))).toMatchObject({ code: 200 })
      expect((await stored(id)).row_bytes).toBeGreaterThan(before.row_bytes + 6000)
      // Other cells of the row that are fixed later count together with the first ones.
      await fix(some(5, '宝'.repeat(1900)))
      expect(await fix([{ member: '备注', value: '宝'.repeat(1900) }])).toMatchObject({ code: 400 })
      await change(id, { row_bytes: 3 * GIB })
      expect(await fix([{ member: '备注', value: '宝' }])).toMatchObject({
        message: expect.stringContaining('超过 2 GB'),
      })
      expect(await fix([{ member: '项目0', value: '' }])).toMatchObject({ code: 200 })
    })

    it('counts as faulty and is not stored above 32 KB or 100 values', async () => {
      const many = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`项目${at}`, '宝'.repeat(200)]))
      const { id } = await checked(`${JSON.stringify(many)}\n`, 'a.jsonl')
      const [row] = await readRows(id)
      expect(row?.cells).toContain('超过 32 KB')
      expect(row?.cells.length).toBeLessThan(200)
      const wide = Array.from({ length: 101 }, (_, at) => `项目${at}`).join(',')
      expect(await checked(`检验结论,${wide}\n翡翠\n`)).toMatchObject({
        state: 'failed',
        message: expect.stringContaining('超过 100 列'),
      })
    })

    it('can be checked, reviewed and fixed when its columns are named like members of every object', async () => {
      const names = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty']
      const { id, columns } = await checked(`类别,检验结论,密度,${names.join(',')}\n${ROW},a,b,c,d,e\n`)
      expect(columns.slice(3).map(({ use }) => use)).toEqual(names.map(() => 'unusable'))
      for (const member of names) {
        await zhou.ask(`PUT ${PATH}/${id}`, { columns: { [member]: '备注' } })
        await waitForBatch(zhou, id)
        await zhou.ask(`PUT ${PATH}/${id}`, { columns: { [member]: '' } })
        await waitForBatch(zhou, id)
        const fixed = await zhou.ask(`PUT ${PATH}/${id}/cells`, { cells: [{ lineNo: 2, member, value: 'x' }] })
        expect(fixed).toMatchObject({ code: 200, data: { rows: [{ lineNo: 2 }] } })
      }
      const { code, data } = await zhou.ask(`GET ${PATH}/${id}/rows`)
      expect([code, data.rows[0].cells.every(({ before }: { before: unknown }) => before === null)]).toEqual([
        200,
        true,
      ])
    })
  })
})
