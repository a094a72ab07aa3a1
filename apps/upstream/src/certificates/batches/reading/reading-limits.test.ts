import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { describe, expect, it } from 'vitest'
import { STUCK } from '#testing/staff/stuck-reading-worker.ts'
import { type TestBatchJobs, useBatchJobs } from '#testing/staff/use-batch-jobs.ts'
import { makeWorkbookParts, makeZip } from '#testing/workbooks.ts'

const HEAD = ['类别', '检验结论', '密度']
const ROW = ['玉石', '翡翠', '3.33']
const CSV = `${HEAD.join(',')}\n${ROW.join(',')}\n`

/** Checks a file. @returns its batch when the work on it is over */
async function checked({ path, db, check }: TestBatchJobs, content: string | Buffer, name: string) {
  writeFileSync(path, content)
  const id = await check(name)
  for (;;) {
    const batch = await db.selectFrom('certificate_batches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    if (batch.state === 'ready' || (batch.state === 'failed' && !existsSync(path))) return batch
    await nextTurn()
  }
}

describe('a file that is read without progress', () => {
  const worker = new URL('../../../testing/staff/stuck-reading-worker.ts', import.meta.url)
  const site = useBatchJobs({ silentMaxMs: 5 * SECOND_MS, worker })

  it('fails and is deleted at the limit, and the next file is read', async () => {
    expect(await checked(site, STUCK, 'a.csv')).toMatchObject({
      state: 'failed',
      message: '读取这个文件用时过长，已停止；请在表格软件中另存为 CSV 后再导入',
    })
    expect(await checked(site, CSV, 'b.csv')).toMatchObject({ state: 'ready', added: 1 })
    expect(site.errors).toEqual([])
  })
})

describe('a file that is read for long', () => {
  const worker = new URL('../../../testing/staff/stuck-reading-worker.ts', import.meta.url)
  const site = useBatchJobs({ silentMaxMs: 10 * MINUTE_MS, worker })

  it('keeps the next files of its account waiting, and nobody else’s', async () => {
    const { db, check, path } = site
    const readState = async (id: number) =>
      (await db.selectFrom('certificate_batches').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
    writeFileSync(path, STUCK)
    const own = [await check('a.csv'), await check('b.csv')]
    writeFileSync(join(dirname(path), 'other'), CSV)
    for (const name of ['c.csv', 'd.csv']) {
      const other = await check(name, { user: 'lin', file: 'other' })
      await expect.poll(() => readState(other)).toBe('ready')
    }
    expect(await Promise.all(own.map(readState))).toEqual(['waiting', 'waiting'])
    expect(site.errors).toEqual([])
  })
})

describe('a workbook that names a place beyond every file', () => {
  const site = useBatchJobs()

  it('fails as damaged, and the next file is read', async () => {
    const zip = makeZip(makeWorkbookParts([{ rows: [HEAD, ROW] }]))
    // The locator of the ZIP64 directory precedes the end of the directory, which takes 22 bytes.
    const locator = Buffer.alloc(20)
    locator.write('PK\x06\x07', 'latin1')
    locator.writeBigUInt64LE(2n ** 63n, 8)
    const far = Buffer.concat([zip.subarray(0, -22), locator, zip.subarray(-22)])
    expect(await checked(site, far, 'a.xlsx')).toMatchObject({
      state: 'failed',
      message: '工作簿已损坏，无法读取，请在表格软件中重新保存',
    })
    expect(await checked(site, CSV, 'b.csv')).toMatchObject({ state: 'ready', added: 1 })
    expect(site.errors).toEqual([])
  })
})

describe('a file that takes much memory', () => {
  const site = useBatchJobs({ memory: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 } })

  it('fails and is deleted at the limit, and the next file is read', async () => {
    const texts = Array.from(
      { length: 400_000 },
      (_, at) => `<si><t>${at} of many shared texts of this workbook</t></si>`,
    )
    const shared = { name: 'xl/sharedStrings.xml', content: `<sst>${texts.join('')}</sst>` }
    const parts = makeWorkbookParts([{ rows: [HEAD, ROW] }]).filter(({ name }) => name !== shared.name)
    expect(await checked(site, makeZip([...parts, shared]), 'a.xlsx')).toMatchObject({
      state: 'failed',
      message: '读取这个文件需要的内存过多，已停止；请另存为 CSV 或分成几个文件后再导入',
    })
    expect(await checked(site, CSV, 'b.csv')).toMatchObject({ state: 'ready', added: 1 })
    expect(site.errors).toEqual([])
  })
})

describe('a file whose check is interrupted', () => {
  const site = useBatchJobs()

  it('is no longer counted as interrupted once a piece of it is checked', async () => {
    const { path, db, jobs, check, errors } = site
    writeFileSync(path, CSV + `${ROW.join(',')}\n`.repeat(20_000))
    const id = await check('many.csv')
    const find = db.selectFrom('certificate_batches').selectAll().where('id', '=', id)
    await expect.poll(async () => (await find.executeTakeFirstOrThrow()).rows_done).toBeGreaterThan(0)
    await jobs.close()
    expect(await find.executeTakeFirstOrThrow()).toMatchObject({ state: 'checking' })
    const job = await db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow()
    expect(job).toMatchObject({ ref: String(id), attempts: 0, taken_until: 0, reason: null })
    expect(errors).toEqual([])
  })
})
