import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { beforeEach, expect, it } from 'vitest'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { makeCertificateRow, writeRows } from '#testing/certificate-files.ts'
import { describeDatabases } from '#testing/databases.ts'
import { PNG, useImports } from '#testing/use-imports.ts'
import type { ImportOptions } from './certificate-import.ts'
import { createFolderPictures } from './pictures.ts'

const makeNo = (serial: number) => makeCertificateNo('20261103', serial)

describeDatabases('an import and the public log', (make) => {
  const site = useImports(make)
  beforeEach(() => writeFileSync(join(site.folder, 'pictures', 'a.png'), PNG))

  const run = (rows: object[], changes?: Partial<ImportOptions>) => site.run(writeRows(site.folder, rows), changes)
  const readLogged = async () => {
    const rows = await site.db
      .selectFrom('log_entries as entry')
      .innerJoin('log_records as record', 'record.id', 'entry.record_id')
      .select(['record.certificate_no', 'record.kind', 'record.version', 'record.prev', 'record.text'])
      .orderBy('entry.idx')
      .execute()
    return rows.map(({ certificate_no, kind, version, prev }) => [certificate_no, kind, version, prev])
  }
  const readEntryText = async (idx: number) => {
    const { text } = await site.db
      .selectFrom('log_entries as entry')
      .innerJoin('log_records as record', 'record.id', 'entry.record_id')
      .select('record.text')
      .where('entry.idx', '=', idx)
      .executeTakeFirstOrThrow()
    return JSON.parse(text)
  }
  const readRows = async (table: 'log_records' | 'log_entries') =>
    (await site.db.selectFrom(table).selectAll().execute()).length

  it('has an entry for each shown certificate, in the order of numbers, and none for others', async () => {
    await run([
      makeCertificateRow(5),
      makeCertificateRow(3, { state: 'withdrawn', reason: '样品信息登记有误', changedOn: '2026-11-11' }),
      makeCertificateRow(4, { state: 'draft' }),
      makeCertificateRow(2, { state: 'reissued', newerNo: makeNo(5), changedOn: '2026-11-10' }),
      { ...makeCertificateRow(1), state: 'examination' },
    ])
    expect(await readLogged()).toEqual([
      [makeNo(2), 'reissue', 1, null],
      [makeNo(3), 'withdraw', 1, null],
      [makeNo(5), 'publish', 1, null],
    ])
  })

  it('has the three names of a row', async () => {
    await run([makeCertificateRow(1, { reviewer: '沈砚秋', approver: '顾怀瑾' })])
    expect(await readEntryText(0)).toMatchObject({ inspector: '周观澜', reviewer: '沈砚秋', approver: '顾怀瑾' })
  })

  it('has one for a new text, a new state, and both together, and none where nothing shown changes', async () => {
    await run([1, 2, 3, 4].map((serial) => makeCertificateRow(serial)))
    const reason = '样品信息登记有误'
    await run([
      makeCertificateRow(1, { color: '蓝绿色' }),
      makeCertificateRow(2, { state: 'withdrawn', reason, changedOn: '2026-11-11' }),
      makeCertificateRow(3, { color: '蓝绿色', state: 'withdrawn', reason, changedOn: '2026-11-11' }),
      makeCertificateRow(4, { checkCode: 'ABCDEF' }),
    ])
    expect((await readLogged()).slice(4)).toEqual([
      [makeNo(1), 'publish', 2, 0],
      [makeNo(2), 'withdraw', 1, 1],
      [makeNo(3), 'withdraw', 2, 2],
    ])
    expect(await readEntryText(6)).toMatchObject({ color: '蓝绿色', kind: 'withdraw', reason, version: 2, prev: 2 })
  })

  it('has one when a draft is published, and when a reason is changed', async () => {
    await run([makeCertificateRow(1, { state: 'draft' })])
    expect(await readRows('log_entries')).toBe(0)
    await run([makeCertificateRow(1)])
    await run([makeCertificateRow(1, { state: 'withdrawn', reason: '一', changedOn: '2026-11-11' })])
    await run([makeCertificateRow(1, { state: 'withdrawn', reason: '二', changedOn: '2026-11-11' })])
    expect((await readLogged()).map(([, kind]) => kind)).toEqual(['publish', 'withdraw', 'withdraw'])
  })

  it('names the digest of each picture', async () => {
    const pictures = [{ file: 'a.png', caption: '正面', widthMm: 20 }]
    await run([makeCertificateRow(1, { pictures })])
    const sha256 = createHash('sha256').update(PNG).digest('hex')
    expect((await readEntryText(0)).pictures).toEqual([{ caption: '正面', widthMm: '20', sha256 }])
    // A row without a text keeps the pictures of the stored text.
    const { certificateNo } = makeCertificateRow(1)
    await run([{ certificateNo, state: 'withdrawn', reason: '一', changedOn: '2026-11-11' }])
    expect(await readEntryText(1)).toMatchObject({ kind: 'withdraw', pictures: [{ sha256 }] })
  })

  it('leaves nothing behind when it is refused', async () => {
    await run([makeCertificateRow(1), makeCertificateRow(2, { conclusion: '' })])
    expect(await readRows('log_records')).toBe(0)
    expect(await readRows('log_entries')).toBe(0)
  })

  it('resumes with the entries that it has made', async () => {
    const rows = Array.from({ length: 1203 }, (_none, at) => makeCertificateRow(at))
    const pictures = createFolderPictures({ db: site.db, folder: null, uploads: createFolderStore(site.folder) })
    const publish = () => Promise.reject(new Error('interrupted'))
    await expect(run(rows, { pictures: { ...pictures, publish } })).rejects.toThrow('interrupted')
    expect(await readRows('log_entries')).toBe(0)
    expect(await run(rows)).toMatchObject({ kind: 'done', resumedFrom: 1203 })
    expect([await readRows('log_records'), await readRows('log_entries')]).toEqual([1203, 1203])
  })

  it('publishes nothing while the log is stopped', async () => {
    const stop = (stopped: string | null) => site.db.updateTable('log_state').set({ stopped }).execute()
    await stop('restored below the mark')
    await expect(run([makeCertificateRow(1)])).rejects.toThrow('公开日志已停止，暂不能发布证书')
    await stop(null)
    const pictures = createFolderPictures({ db: site.db, folder: null, uploads: createFolderStore(site.folder) })
    const stopping = { ...pictures, publish: async () => void (await stop('meanwhile')) }
    await expect(run([makeCertificateRow(1)], { pictures: stopping })).rejects.toThrow('公开日志已停止，暂不能发布证书')
    expect(await readRows('log_entries')).toBe(0)
    expect((await site.db.selectFrom('certificates').selectAll().execute()).length).toBe(0)
  })
})
