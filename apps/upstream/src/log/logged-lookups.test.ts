import { createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { isLoggedAnswer, readLoggedText } from '@portal/contract/certificates/logged-text.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importCertificates } from '#certificates/import/certificate-import.ts'
import { createFolderPictures } from '#certificates/import/pictures.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { DEMO_CONTENT_DIR } from '#site/demo/seed.ts'
import { ask } from '#testing/asking.ts'
import { getTestCode, makeCertificateRow, writeRows } from '#testing/certificate-files.ts'
import { describeDatabases } from '#testing/databases.ts'
import { findLogFaults } from '#testing/log/log-agrees.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'

type Row = Record<string, unknown>

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const WITHDRAWN = { state: 'withdrawn', reason: ' 样品信息\n登记有误 ', changedOn: '2026-11-11' }
const makeNames = (count: number) => Array.from({ length: count }, (_, at) => `性质${at}`)

/** Values whose printed form differs from the stored one, and names that the text uses too. */
const ODD: readonly Row[] = [
  { 拉曼光谱: '1042 cm⁻¹ 强峰', 双折射率: 0.008, 荧光反应: true, 磁性: false },
  { 编号甲: 0, 编号乙: -0, 编号丙: 1e21, 编号丁: 1e-7, 编号戊: 2 ** 70, 编号己: 0.1 + 0.2 },
  { prev: '甲', kind: '乙', log: '丙', index: 3, entry: true, sha256: 'x' },
  { prev: 7 },
  { color: '  天蓝色  ', shape: '　椭圆\t', remarks: ' \n ', inscription: '\u00a0' },
  { color: null, transparency: '', lustre: '-', remarks: null, 备用: null, 空白: '  ' },
  { totalMassG: '12.50', lengthMm: '30.0', widthMm: '29.10', heightMm: '20' },
  { totalMassG: '12.5000', specificGravity: '2.760' },
  { totalMassG: '1.23456', specificGravity: '2.760000' },
  { totalMassG: 0.1, specificGravity: 2.7 },
  { totalMassG: 12.344_999_999_999_999, specificGravity: 2.755 },
  { totalMassG: ' １２.５０ ' },
  { totalMassG: 0.000_14 },
  { totalMassG: 100_000 },
  { lengthMm: 30.005, widthMm: 29.995, heightMm: 11.005 },
  { conclusion: '绿松石 “蓝”\\ \u0085<script>', remarks: '\ud83d\ude00 é é \ufeff' },
  { remarks: '\ud800 半个字' },
  { remarks: '长'.repeat(2000), 说明: '"'.repeat(2000) },
  Object.fromEntries(makeNames(60).map((name) => [name, '字'.repeat(150)])),
  { pictures: [{ file: 'a.png' }, { file: 'a.png', caption: '  正面 ', widthMm: 20.5 }] },
  {
    pictures: [
      { file: 'a.png', caption: '', widthMm: 0.1 + 0.2 },
      { file: 'a.png', caption: null, widthMm: null },
    ],
  },
  { pictures: [{ file: 'a.png', widthMm: '20.50' }] },
  { standards: [], receivedOn: null },
  { standards: 'GB/T 16552; GB/T 16553' },
  { standards: [' GB/T 16552 ', ''] },
  { metal: '18K 金', fineness: 'Au750', treatment: 'e\u0301', standards: 'GB/T 16552、GB 11887' },
  { state: 'withdrawn', reason: '一', changedOn: '2026-11-11', pictures: [{ file: 'a.png' }] },
  { ...WITHDRAWN },
  { ...WITHDRAWN, kind: '丁', prev: 5, totalMassG: '12.50' },
  { state: 'reissued', newerNo: makeCertificateNo('20261103', 1), changedOn: '2026-11-10', 备注: false },
  { 'a.b (c)/d-e': 1, _x: '2' },
  { color: 'ﬁ Ⅷ ㎎', 数字: '1.10' },
  { 数字: 1.1, 真: 'true', 是: '是' },
]

describeDatabases('the text of the public log', (make) => {
  let upstream: TestUpstream
  let folder: string

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { content: 'demo' })
    folder = mkdtempSync(join(tmpdir(), 'portal-logged-'))
    mkdirSync(join(folder, 'pictures'))
    writeFileSync(join(folder, 'pictures', 'a.png'), PNG)
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await upstream.close()
  })

  const importRows = (rows: object[]) =>
    importCertificates({
      db: upstream.db,
      digest: upstream.digest,
      path: writeRows(folder, rows),
      now: Date.now,
      pictures: createFolderPictures({
        db: upstream.db,
        folder: join(folder, 'pictures'),
        uploads: createFolderStore(join(folder, 'files')),
      }),
    })

  /** Looks a certificate up. @returns the reason why a browser would not accept the answer; empty when it accepts it */
  async function readFault(certificateNo: string, checkCode: string): Promise<string> {
    const { data } = await ask(upstream, 'POST /v1/certificate/check', { body: { certificateNo, checkCode } })
    const { log, ...shown } = data
    if (!isLoggedAnswer(shown)) return log ? 'has an entry' : ''
    if (!log) return 'has no entry'
    const hmac = createHmac('sha256', Buffer.from(log.salt, 'base64')).update(log.text).digest('base64')
    if (hmac !== log.entry) return 'another entry'
    return readLoggedText(log.text, shown) ? '' : `another text: ${log.text} ${JSON.stringify(shown)}`
  }

  it('is what lookups show of every demo certificate', async () => {
    const rows = readFileSync(join(DEMO_CONTENT_DIR, 'certificates.jsonl'), 'utf8').trim().split('\n')
    const faults: string[] = []
    for (const row of rows) {
      const { certificateNo, checkCode } = JSON.parse(row) as { certificateNo: string; checkCode: string }
      const fault = await readFault(certificateNo, checkCode)
      if (fault) faults.push(`${certificateNo} ${fault}`)
    }
    expect(rows).toHaveLength(60)
    expect(faults).toEqual([])
  })

  it('is what lookups show of odd values, of their corrections and withdrawals', async () => {
    const faults: string[] = []
    const check = async (step: string, serial: number) => {
      const fault = await readFault(makeCertificateNo('20261103', serial), getTestCode(serial))
      if (fault)
        faults.push(`${serial} ${step} ${JSON.stringify(ODD[serial - 1]).slice(0, 300)}: ${fault.slice(0, 600)}`)
    }
    for (const [at, changes] of ODD.entries()) {
      const serial = at + 1
      const row = { ...makeCertificateRow(serial), ...changes }
      expect(await importRows([row]), JSON.stringify(changes).slice(0, 200)).toMatchObject({ kind: 'done' })
      await check('imported', serial)
      if (changes.state) continue
      await importRows([{ ...row, magnification: ' 可见铁线 ' }])
      await check('corrected', serial)
      await importRows([{ certificateNo: row.certificateNo, ...WITHDRAWN }])
      await check('withdrawn', serial)
      await importRows([{ ...row, checkCode: undefined, ...WITHDRAWN, conclusion: '绿松石（充填）' }])
      await check('corrected withdrawn', serial)
    }
    expect(faults).toEqual([])
    expect(await findLogFaults(upstream.db)).toEqual([])
  })
})
