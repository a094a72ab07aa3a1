import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { describe, expect, it } from 'vitest'
import { getTestCode, makeCertificateRow, writeRows } from '#testing/certificate-files.ts'
import { describeDatabases } from '#testing/databases.ts'
import { PNG, useImports } from '#testing/use-imports.ts'

/** The headings 证书编号,核对码,类别,检验结论,签发日期 and one row, as a Chinese spreadsheet program saves them. */
const GB18030 = [
  'd6a4cae9b1e0bac5 2c bacbb6d4c2eb 2c c0e0b1f0 2c bcecd1e9bde1c2db 2c c7a9b7a2c8d5c6da 0d0a',
  '%NO% 2c %CODE% 2c d3f1caaf 2c f4e4b4e4 2c %DAY% 0d0a',
].join('')

describeDatabases('an import', (make) => {
  const site = useImports(make)
  const bring = (rows: object[]) => site.run(writeRows(site.folder, rows))
  const readEntries = () =>
    site.db
      .selectFrom('certificates')
      .select(['certificate_no', 'state', 'version'])
      .orderBy('certificate_no')
      .execute()
  const countRowsIn = async (table: 'certificate_versions' | 'certificate_staging' | 'certificate_imports') =>
    (await site.db.selectFrom(table).selectAll().execute()).length

  it('stores every row, and cleans up its staging tables', async () => {
    const rows = Array.from({ length: 1203 }, (_, at) => makeCertificateRow(at))
    expect(await bring(rows)).toMatchObject({ kind: 'done', rows: 1203, added: 1203, corrected: 0, unchanged: 0 })
    expect(await readEntries()).toHaveLength(1203)
    expect(await countRowsIn('certificate_staging')).toBe(0)
  })

  it('stores nothing when one line is wrong, and names the line', async () => {
    const rows = Array.from({ length: 1203 }, (_, at) => makeCertificateRow(at, at === 700 ? { conclusion: '' } : {}))
    expect(await bring(rows)).toEqual({
      kind: 'refused',
      faults: [{ lineNo: 701, reason: '缺少检验结论' }],
      hasMore: false,
    })
    for (const table of ['certificate_versions', 'certificate_staging', 'certificate_imports'] as const) {
      expect(await countRowsIn(table), table).toBe(0)
    }
    expect(await readEntries()).toEqual([])
  })

  it('refuses a day that comes after the day of the import', async () => {
    expect(await bring([makeCertificateRow(0), makeCertificateRow(1, { receivedOn: '2027-05-01' })])).toMatchObject({
      faults: [{ lineNo: 2, reason: '收样日期 2027-05-01 晚于今天 2026-11-30' }],
    })
  })

  it('lists the first fifty faults', async () => {
    const result = await bring(Array.from({ length: 80 }, (_, at) => makeCertificateRow(at, { issuedOn: null })))
    expect(result).toMatchObject({ kind: 'refused', hasMore: true })
    expect(result.kind === 'refused' && result.faults).toHaveLength(50)
  })

  it('refuses a number that occurs twice in the file, at any distance', async () => {
    const rows = Array.from({ length: 1203 }, (_, at) => makeCertificateRow(at === 1200 ? 3 : at === 9 ? 8 : at))
    expect(await bring(rows)).toMatchObject({
      faults: [
        { lineNo: 10, reason: `证书编号 ${makeCertificateNo('20261103', 8)} 与第 9 行重复` },
        { lineNo: 1201, reason: `证书编号 ${makeCertificateNo('20261103', 3)} 与第 4 行重复` },
      ],
    })
  })

  it('changes nothing when the content is the same', async () => {
    const rows = [makeCertificateRow(1), makeCertificateRow(2)]
    await bring(rows)
    expect(await bring(rows)).toMatchObject({ added: 0, corrected: 0, unchanged: 2 })
    expect(await countRowsIn('certificate_versions')).toBe(2)
  })

  it('keeps the printed digits of numbers, and takes a number without them for the same', async () => {
    await bring([makeCertificateRow(1, { totalMassG: 12.5 })])
    expect(await bring([makeCertificateRow(1, { totalMassG: '12.50' })])).toMatchObject({ unchanged: 1 })
    await bring([makeCertificateRow(2, { totalMassG: '12.50' })])
    expect(await bring([makeCertificateRow(2, { totalMassG: '12.50' })])).toMatchObject({ unchanged: 1 })
    expect(await bring([makeCertificateRow(2, { totalMassG: '12.500' })])).toMatchObject({ corrected: 1 })
  })

  it('adds a version for changed content, and does not require the check code again', async () => {
    await bring([makeCertificateRow(1), makeCertificateRow(2)])
    const corrected = makeCertificateRow(1, { checkCode: undefined, color: '蓝绿色' })
    expect(await bring([corrected, makeCertificateRow(2)])).toMatchObject({ corrected: 1, unchanged: 1 })
    expect((await readEntries()).map(({ version }) => version)).toEqual([2, 1])
    expect(await countRowsIn('certificate_versions')).toBe(3)
  })

  const readBody = async (version: number) => {
    const { body } = await site.db
      .selectFrom('certificate_versions')
      .select('body')
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
    return JSON.parse(body) as Record<string, unknown>
  }

  it('keeps published values that a correction has no member for, with their printed digits', async () => {
    await bring([makeCertificateRow(1, { totalMassG: '12.50', color: '蓝色', 拉曼光谱: '一致' })])
    const { certificateNo, category, conclusion, issuedOn } = makeCertificateRow(1)
    const named = { certificateNo, category, conclusion, issuedOn }
    expect(await bring([named])).toMatchObject({ unchanged: 1 })
    expect(await bring([{ ...named, color: '蓝绿色' }])).toMatchObject({ corrected: 1 })
    expect(await readBody(2)).toEqual({ ...(await readBody(1)), color: '蓝绿色' })
    expect((await readBody(2)).printed).toMatchObject({ totalMassG: '12.50' })
  })

  it('keeps the number that a certificate replaces, and not what the version before has changed', async () => {
    const reissue = '自 2026-11-20 起代替证书 SH20261103001285（2026-11-03 签发）；换发原因：遗失'
    const amendment = `自 2026-11-21 起代替第 1 版（2026-11-20 签发）；变更项目：颜色\n${reissue}`
    await bring([makeCertificateRow(1, { color: '蓝色', amendment })])
    const { certificateNo, category, conclusion, issuedOn } = makeCertificateRow(1)
    const named = { certificateNo, category, conclusion, issuedOn }
    expect(await bring([named])).toMatchObject({ unchanged: 1 })
    expect((await readBody(1)).amendment).toBe(amendment)
    expect(await bring([{ ...named, color: '蓝绿色' }])).toMatchObject({ corrected: 1 })
    expect((await readBody(2)).amendment).toBe(reissue)
    expect(await bring([{ ...named, color: '蓝绿色' }])).toMatchObject({ unchanged: 1 })
  })

  it('empties no published value unless this is allowed', async () => {
    await bring([makeCertificateRow(1, { totalMassG: '12.50', color: '蓝色' })])
    const rows = [makeCertificateRow(1, { totalMassG: '', color: null })]
    expect(await bring(rows)).toMatchObject({
      kind: 'refused',
      faults: [
        {
          reason: expect.stringMatching(/（总质量（g）：原为 12\.50；颜色：原为 蓝色）。确要清空，请加 --allow-empty/),
        },
      ],
    })
    const path = writeRows(site.folder, rows)
    expect(await site.run(path, { mayEmpty: true })).toMatchObject({ kind: 'done', corrected: 1 })
    expect(Object.keys(await readBody(2))).not.toContain('color')
  })

  it('refuses a column that nobody knows, until it is kept or left out by name', async () => {
    const { certificateNo, checkCode } = makeCertificateRow(1)
    const path = join(site.folder, 'unknown.csv')
    const rows = [
      '证书编号,核对码,类别,检验结论,签发日期,仓位',
      `${certificateNo},${checkCode},绿松石,绿松石,2026-11-03,A-3`,
    ]
    writeFileSync(path, rows.join('\n'))
    await expect(site.run(path)).rejects.toThrow(
      '列“仓位”没有认出，要印在证书上请加 --own 仓位，不导入请加 --leave 仓位',
    )
    expect(await readEntries()).toEqual([])
    expect(await site.run(path, { leave: ['仓位'] })).toMatchObject({ kind: 'done', added: 1 })
    expect(await readBody(1)).not.toHaveProperty('仓位')
    expect(await site.run(path, { own: ['仓位'] })).toMatchObject({ kind: 'done', corrected: 1 })
    expect(await readBody(2)).toMatchObject({ 仓位: 'A-3' })
  })

  it('publishes a certificate that was in examination as version 1', async () => {
    const { certificateNo, checkCode } = makeCertificateRow(1)
    await bring([{ certificateNo, checkCode, state: '检验中', category: '玉石', receivedOn: '2026-11-01' }])
    expect(await bring([makeCertificateRow(1)])).toMatchObject({ corrected: 1 })
    expect(await readEntries()).toEqual([{ certificate_no: certificateNo, state: 'published', version: 1 }])
  })

  it('changes the state of a certificate from a row without content, and keeps its content', async () => {
    await bring([makeCertificateRow(1), makeCertificateRow(2)])
    const change = (serial: number, more: object) => ({
      certificateNo: makeCertificateRow(serial).certificateNo,
      ...more,
    })
    const { certificateNo: newerNo } = makeCertificateRow(2)
    const withdrawal = { state: '已撤销', reason: '登记有误', changedOn: '2026-11-09' }
    await bring([change(1, { state: '已换发', newerNo, changedOn: '2026-11-08' }), change(2, withdrawal)])
    expect(await readEntries()).toMatchObject([
      { state: 'reissued', version: 1 },
      { state: 'withdrawn', version: 1 },
    ])
    expect(await countRowsIn('certificate_versions')).toBe(2)
  })

  it('refuses errors that only the database can detect', async () => {
    await bring([makeCertificateRow(1)])
    const { certificateNo } = makeCertificateRow(9)
    const newerNo = makeCertificateNo('20261103', 77)
    expect(
      await bring([
        makeCertificateRow(1, { state: 'draft' }),
        makeCertificateRow(2, { checkCode: undefined }),
        { certificateNo, state: 'withdrawn', reason: 'x', changedOn: '2026-11-09', checkCode: getTestCode(9) },
      ]),
    ).toMatchObject({
      faults: [
        { lineNo: 1, reason: '已签发的证书不能改回检验中或未发布' },
        { lineNo: 2, reason: '缺少核对码' },
        { lineNo: 3, reason: `证书 ${certificateNo} 不在库中，需填写完整内容` },
      ],
    })
    expect(
      await bring([
        makeCertificateRow(3),
        makeCertificateRow(4, { state: 'reissued', newerNo, changedOn: '2026-11-09' }),
      ]),
    ).toMatchObject({ faults: [{ lineNo: 2, reason: `新证书编号 ${newerNo} 既不在本文件中，也不在库中` }] })
  })

  it('resumes after the last stored batch when it was interrupted', async () => {
    const path = writeRows(
      site.folder,
      Array.from({ length: 1800 }, (_, at) => makeCertificateRow(at)),
    )
    const interrupt = ({ rows }: { rows: number }) => {
      if (rows >= 1000) throw new Error('the power went')
    }
    await expect(site.run(path, { onProgress: interrupt })).rejects.toThrow('the power went')
    expect(await readEntries()).toEqual([])
    expect(await site.run(path)).toMatchObject({ kind: 'done', resumedFrom: 1000, rows: 1800, added: 1800 })
    expect(await readEntries()).toHaveLength(1800)
  })

  it('reports a fault again when it was interrupted after the faulty row', async () => {
    const path = writeRows(
      site.folder,
      Array.from({ length: 1800 }, (_, at) => makeCertificateRow(at, at === 3 ? { issuedOn: '' } : {})),
    )
    const interrupt = ({ rows }: { rows: number }) => {
      if (rows >= 1000) throw new Error('the power went')
    }
    await expect(site.run(path, { onProgress: interrupt })).rejects.toThrow('the power went')
    expect(await site.run(path)).toMatchObject({ kind: 'refused', faults: [{ lineNo: 4, reason: '缺少签发日期' }] })
  })

  it('stops when the file changes during the import', async () => {
    const path = writeRows(
      site.folder,
      Array.from({ length: 600 }, (_, at) => makeCertificateRow(at)),
    )
    const change = () => appendFileSync(path, `${JSON.stringify(makeCertificateRow(700))}\n`)
    await expect(site.run(path, { onProgress: change })).rejects.toThrow('文件在导入期间被改动')
    expect(await countRowsIn('certificate_imports')).toBe(0)
    expect(await site.run(path)).toMatchObject({ kind: 'done', added: 601 })
  })

  it('deletes the staged rows of an import that was interrupted a week ago', async () => {
    const path = writeRows(
      site.folder,
      Array.from({ length: 600 }, (_, at) => makeCertificateRow(at)),
    )
    const interrupt = () => {
      throw new Error('the power went')
    }
    await expect(site.run(path, { onProgress: interrupt })).rejects.toThrow('the power went')
    await site.run(writeRows(site.folder, [makeCertificateRow(9999)], 'other.jsonl'), {
      now: () => Date.parse('2026-12-08T02:00:00Z'),
    })
    expect(await countRowsIn('certificate_versions')).toBe(1)
    expect(await countRowsIn('certificate_imports')).toBe(1)
  })

  it('fails when another import has changed the same certificate meanwhile', async () => {
    await bring([makeCertificateRow(1)])
    const mine = writeRows(site.folder, [makeCertificateRow(1, { color: '蓝' })], 'mine.jsonl')
    const other = writeRows(site.folder, [makeCertificateRow(1, { color: '绿' })], 'other.jsonl')
    let interrupted = false
    // The other import runs between the comparison and the publication of this one.
    const pictures = {
      storePicture: async () => '',
      fileDigest: async () => undefined,
      publish: async () => {
        if (interrupted) return
        interrupted = true
        await site.run(other)
      },
    }
    await expect(site.run(mine, { pictures })).rejects.toThrow('另一次导入刚刚改动了相同编号的证书')
    const { body } = await site.db
      .selectFrom('certificates as entry')
      .innerJoin('certificate_versions as text', (join) =>
        join
          .onRef('text.certificate_no', '=', 'entry.certificate_no')
          .onRef('text.import_id', '=', 'entry.body_import_id'),
      )
      .select('text.body')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(body).color).toBe('绿')
  })

  it('copies pictures under random names, and reuses them at the next import', async () => {
    writeFileSync(join(site.folder, 'pictures', '正面.PNG'), PNG)
    const row = makeCertificateRow(1, { pictures: '正面.PNG|正面|18.2' })
    expect(await bring([row])).toMatchObject({ added: 1 })
    const [name = ''] = readdirSync(join(site.folder, 'files'))
    expect(name).toMatch(/^[0-9a-f]{32}\.png$/)
    expect(readFileSync(join(site.folder, 'files', name))).toEqual(PNG)
    const { body } = await site.db.selectFrom('certificate_versions').select('body').executeTakeFirstOrThrow()
    expect(JSON.parse(body).pictures).toEqual([{ url: `/file/img/${name}`, caption: '正面', widthMm: 18.2 }])
    expect(await bring([row])).toMatchObject({ unchanged: 1 })
    expect(readdirSync(join(site.folder, 'files'))).toEqual([name])
  })

  it('refuses missing, invalid and too large pictures, and then copies none', async () => {
    writeFileSync(join(site.folder, 'pictures', 'right.png'), PNG)
    writeFileSync(join(site.folder, 'pictures', 'page.png'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    writeFileSync(join(site.folder, 'pictures', 'large.png'), Buffer.concat([PNG, Buffer.alloc(10 * 2 ** 20)]))
    const files = ['right.png', 'page.png', 'large.png', 'missing.png']
    expect(await bring(files.map((file, at) => makeCertificateRow(at, { pictures: [{ file }] })))).toMatchObject({
      faults: [
        { lineNo: 2, reason: '图片 page.png 的内容不是 PNG、JPEG 或 WebP' },
        { lineNo: 3, reason: '图片 large.png 为 10.0 MB，不得超过 10 MB' },
        { lineNo: 4, reason: '图片 missing.png 不在图片目录中' },
      ],
    })
    expect(() => readdirSync(join(site.folder, 'files'))).toThrow('ENOENT')
  })

  it('refuses pictures that are folders, pipes or links out of the folder', async () => {
    const elsewhere = join(site.folder, 'elsewhere.png')
    writeFileSync(elsewhere, PNG)
    mkdirSync(join(site.folder, 'pictures', 'folder.png'))
    symlinkSync(elsewhere, join(site.folder, 'pictures', 'link.png'))
    execFileSync('mkfifo', [join(site.folder, 'pictures', 'pipe.png')])
    const files = ['folder.png', 'pipe.png', 'link.png']
    expect(await bring(files.map((file, at) => makeCertificateRow(at, { pictures: [{ file }] })))).toMatchObject({
      faults: [
        { lineNo: 1, reason: '图片 folder.png 不是普通文件' },
        { lineNo: 2, reason: '图片 pipe.png 不是普通文件' },
        { lineNo: 3, reason: '图片 link.png 不在图片目录中' },
      ],
    })
  })

  it('reads a CSV file in GB18030, as spreadsheets in China save it', async () => {
    const toHex = (text: string) => Buffer.from(text).toString('hex')
    const source = GB18030.replace('%NO%', toHex(makeCertificateNo('20261103', 1)))
      .replace('%CODE%', toHex('7K3M9Q'))
      .replace('%DAY%', toHex('2026/11/3'))
    const path = join(site.folder, 'gb.csv')
    writeFileSync(path, Buffer.from(source.replaceAll(' ', ''), 'hex'))
    expect(await site.run(path)).toMatchObject({ added: 1 })
    const { body } = await site.db.selectFrom('certificate_versions').select('body').executeTakeFirstOrThrow()
    expect(JSON.parse(body)).toEqual({ category: 'jade', conclusion: '翡翠', issuedOn: '2026-11-03' })
  })
})

describe('an import file', () => {
  const site = useImports()

  const read = (name: string, content: string | Buffer) => {
    const path = join(site.folder, name)
    writeFileSync(path, content)
    return site.run(path)
  }
  const head = '证书编号,核对码,类别,检验结论,签发日期'
  const makeLine = (serial: number) => `${makeCertificateNo('20261103', serial)},7K3M9Q,玉石,翡翠,2026-11-03`

  it('is read in UTF-8 with or without a byte order mark, with quoted fields and empty lines', async () => {
    const quoted = `${makeCertificateNo('20261103', 3)},7K3M9Q,玉石,"翡翠\n（""冰种""）",2026-11-03`
    expect(await read('a.csv', `\ufeff${head}\r\n${makeLine(1)}\r\n\r\n${quoted}\r\n`)).toMatchObject({ added: 2 })
    expect(await read('b.csv', `${head},,\n${makeLine(2)},,\n`)).toMatchObject({ added: 1 })
    expect(await read('c.jsonl', `\ufeff${JSON.stringify(makeCertificateRow(9))}\n\n`)).toMatchObject({ added: 1 })
  })

  it.each([
    ['a.csv', Buffer.from([0x61, 0xff, 0xff, 0x0a]), '既不是 UTF-8 也不是 GB18030 编码'],
    ['a.pages', 'PK', '只接受 .xlsx、.csv 与 .jsonl 文件'],
    ['a.csv', '', '文件为空'],
    ['a.csv', `${head},<b>\n${makeLine(1)},x`, '列名“<b>”不能使用'],
    ['a.csv', `${head},结论\n${makeLine(1)},x`, '列“检验结论”重复'],
    ['a.csv', '核对码\n7K3M9Q', '缺少列“证书编号”'],
  ])('is refused with a reason: %s %o', async (name, content, reason) => {
    await expect(read(name, content)).rejects.toThrow(reason)
  })

  it.each([
    ['a.jsonl', '{"certificateNo":', '不是一行完整的 JSON'],
    ['a.jsonl', '[1]', '应为一个 JSON 对象'],
    ['a.jsonl', '{"证书编号":"1","certificateNo":"2"}', '“证书编号”出现两次'],
    ['a.jsonl', '{"<b>":"1"}', '列名“<b>”不能使用'],
    ['a.csv', `${head}\n${makeLine(1)},多余`, '有 6 列，表头只有 5 列'],
    ['a.csv', `${head}\n"${makeLine(1)}`, '此行起无法按 CSV 读取'],
    ['a.csv', `${head}\n`, '文件中没有证书'],
  ])('is refused with the reason for an unreadable line: %s %o', async (name, content, reason) => {
    expect(await read(name, content)).toMatchObject({
      kind: 'refused',
      faults: [{ reason: expect.stringContaining(reason) }],
    })
  })
})
