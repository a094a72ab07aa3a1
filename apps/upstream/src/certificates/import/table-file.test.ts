import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { startThreadClock } from '@portal/server/testing/thread-clock.ts'
import { writeXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AMPLIFYING_WORKBOOK, HOSTILE_WORKBOOKS, MERGED_WORKBOOK } from '#testing/hostile-tables.ts'
import { type CellSource, makeWorkbook, makeWorkbookParts, makeZip } from '#testing/workbooks.ts'
import { inspectTable, type ReadOptions, readRows, SheetWanted } from './table-file.ts'
import { streamJsonRows } from './tables/json-rows.ts'

const NO = 'SH20261103000011'
const HEAD = ['证书编号', '核对码', '检验结论', '总质量（g）', '折射率', '签发日期']
const ROW = [NO, '7K3M9Q', '绿松石', '12.50', '1.61（点测）', '2026-11-03']

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-table-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Reads the values of the rows by member, with line numbers and problems. */
async function read(name: string, content: string | Buffer | Uint8Array, options: ReadOptions = {}) {
  const path = join(folder, name)
  writeFileSync(path, content)
  const rows: Record<string, unknown>[] = []
  for await (const { lineNo, cells, problems } of readRows(await inspectTable(path), options)) {
    const values =
      typeof cells === 'string'
        ? { fault: cells }
        : Object.fromEntries(cells.map(([{ member }, value]) => [member, value]))
    rows.push({ lineNo, ...values, ...(problems.length > 0 && { problems }) })
  }
  return rows
}
const makeSheet = (...rows: CellSource[][]) => makeWorkbook([{ rows: [HEAD, ...rows] }])
const MEMBERS = ['certificateNo', 'checkCode', 'conclusion', 'totalMassG', 'refractiveIndex', 'issuedOn']
const makePlain = (lineNo: number) => ({
  lineNo,
  ...Object.fromEntries(MEMBERS.map((member, at) => [member, ROW[at]])),
})
const toUtf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const swapBytes = (bytes: Buffer) => Buffer.from(bytes).swap16()

describe('a table as text', () => {
  const csv = `${HEAD.join(',')}\r\n${ROW.join(',')}\r\n`
  it.each([
    ['UTF-8', 'a.csv', csv],
    ['UTF-8 with a byte order mark', 'a.csv', `\ufeff${csv}`],
    ['UTF-16 LE with tabs, as 「Unicode 文本」 has them', 'a.txt', toUtf16(csv.replaceAll(',', '\t'))],
    ['UTF-16 BE', 'a.csv', swapBytes(toUtf16(csv))],
    ['semicolons', 'a.csv', csv.replaceAll(',', ';')],
  ])('is read in %s', async (_title, name, content) => {
    expect(await read(name, content)).toEqual([makePlain(2)])
  })

  it('finds its headings below titles, and keeps the line numbers of the file', async () => {
    expect(await read('a.csv', `送检单,,,,,\r\n\r\n2026 年 11 月,,,,,\r\n${csv}`)).toEqual([makePlain(5)])
  })

  it('joins two rows of headings', async () => {
    const rows = await read('a.csv', `证书编号,结论,尺寸（mm）,,,备注\n,,长,宽,高,\n${NO},绿松石,22.4,16.6,11.2,无裂\n`)
    const sizes = { lengthMm: '22.4', widthMm: '16.6', heightMm: '11.2' }
    expect(rows).toEqual([{ lineNo: 3, certificateNo: NO, conclusion: '绿松石', ...sizes, remarks: '无裂' }])
  })

  it('takes a dash for no value in numbers and days, and keeps it in texts', async () => {
    const [row] = await read('a.csv', `${HEAD.join(',')}\n${NO},—,绿松石,/,-,无\n`)
    expect(row).toEqual({ lineNo: 2, certificateNo: NO, conclusion: '绿松石', refractiveIndex: '-' })
  })

  it.each([
    ['a number without its letters', 0, NO.slice(2), { member: 'certificateNo', suggestion: NO }],
    ['a number in scientific notation', 0, '2.02611E+13', { member: 'certificateNo' }],
    ['a code in scientific notation', 1, '2.345E+09', { member: 'checkCode' }],
    ['the error of a formula', 4, '#N/A', { member: 'refractiveIndex' }],
    ['the serial number of a day', 5, '46329', { member: 'issuedOn', suggestion: '2026-11-03' }],
  ])('has a problem with %s', async (_title, column, value, problem) => {
    const [row] = await read('a.csv', `${HEAD.join(',')}\n${ROW.with(column, value).join(',')}\n`)
    expect(row?.problems).toEqual([expect.objectContaining({ ...problem, shown: value })])
  })

  it('reads columns by the chosen names, and leaves others out', async () => {
    const columns = { 单号: 'certificateNo', 电话: '' }
    const [row] = await read('a.csv', `单号,结论,电话\n${NO},翡翠,138\n`, { columns })
    expect(row).toEqual({ lineNo: 2, certificateNo: NO, conclusion: '翡翠' })
  })
})

describe('a workbook', () => {
  it('is read as another library writes it', async () => {
    const bytes = await writeXlsx({ sheets: [{ name: '送检单', rows: [HEAD, ROW.with(5, '2026/11/3')] }] })
    expect(await read('a.xlsx', bytes)).toEqual([{ ...makePlain(2), issuedOn: '2026/11/3' }])
  })

  it('keeps the zeros that a number format shows, and no digit less than the cell has', async () => {
    const [row] = await read(
      'a.xlsx',
      makeSheet([NO, '7K3M9Q', '红宝石', { xml: 's="1"><v>12.5</v>' }, { xml: 's="3"><v>1.76</v>' }]),
    )
    expect(row).toMatchObject({ totalMassG: '12.50', refractiveIndex: '1.760' })
    const [other] = await read(
      'b.xlsx',
      makeSheet([NO, null, '红宝石', { xml: 's="1"><v>12.345</v>' }, { xml: '><v>0.30000000000000004</v>' }]),
    )
    expect(other).toMatchObject({ totalMassG: '12.345', refractiveIndex: '0.3' })
  })

  it.each([
    ['counted from 1900', false, 's="2"><v>46329</v>'],
    ['with an hour', false, 's="2"><v>46329.99</v>'],
    ['in Chinese', false, 's="5"><v>46329</v>'],
    ['counted from 1904', true, 's="2"><v>44867</v>'],
    ['in ISO form', false, 't="d"><v>2026-11-03T00:00:00</v>'],
  ])('gives a day %s as that day', async (_title, is1904, xml) => {
    const bytes = makeWorkbook(
      [
        {
          rows: [HEAD, ROW.slice(0, 5).concat('') as CellSource[]].map((row, at) => (at ? row.with(5, { xml }) : row)),
        },
      ],
      { is1904 },
    )
    expect((await read('a.xlsx', bytes))[0]).toMatchObject({ issuedOn: '2026-11-03' })
  })

  it('reads shared, rich and escaped texts, without the readings above them', async () => {
    const shared = [
      '<t>绿松石</t>',
      '<r><t>绿</t></r><r><rPr/><t>松石</t></r><rPh><t>lu</t></rPh>',
      '<t>一_x000D_\n二 &amp; 三</t>',
    ]
    const makeSharedCell = (index: number): CellSource => ({ xml: `t="s"><v>${index}</v>` })
    const bytes = makeWorkbook(
      [{ rows: [HEAD, [NO, null, makeSharedCell(0)], [NO, null, makeSharedCell(1)], [NO, null, makeSharedCell(2)]] }],
      { shared },
    )
    expect((await read('a.xlsx', bytes)).map(({ conclusion }) => conclusion)).toEqual([
      '绿松石',
      '绿松石',
      '一\n二 & 三',
    ])
  })

  it('takes the stored results of formulas, and has a problem with missing and wrong ones', async () => {
    const cells: CellSource[] = [
      { xml: 't="str"><f>A1</f><v>绿松石</v>' },
      { xml: '><f>B2*2</f>' },
      { xml: 't="e"><f>VLOOKUP()</f><v>#N/A</v>' },
    ]
    const [row] = await read('a.xlsx', makeSheet([NO, null, ...cells]))
    expect(row).toMatchObject({
      conclusion: '绿松石',
      problems: [
        { member: 'totalMassG', text: expect.stringContaining('没有计算结果') },
        { member: 'refractiveIndex', text: expect.stringContaining('#N/A') },
      ],
    })
  })

  it('refuses pictures in cells, which must come as files', async () => {
    const [row] = await read(
      'a.xlsx',
      makeSheet([NO, null, '绿松石', { xml: 't="str"><f>_xlfn.DISPIMG("ID_1",1)</f><v>=DISPIMG("ID_1",1)</v>' }]),
    )
    expect(row?.problems).toEqual([expect.objectContaining({ text: expect.stringContaining('于证书页上传') })])
  })

  it('offers the value of merged cells, and fills none by itself', async () => {
    const bytes = makeWorkbook([{ rows: [HEAD, ROW, [NO.replace('11', '12'), null, null, '3.1']], merges: ['C2:C3'] }])
    const [first, second] = await read('a.xlsx', bytes)
    expect(first).toEqual(makePlain(2))
    expect(second).not.toHaveProperty('conclusion')
    expect(second?.problems).toEqual([
      { member: 'conclusion', shown: '', suggestion: '绿松石', text: expect.stringContaining('合并') },
    ])
  })

  it('joins merged headings of two rows below a title', async () => {
    const rows = [
      ['石衡检测送检单'],
      ['证书编号', '检验结论', '尺寸（mm）', null, null, '备注'],
      [null, null, '长', '宽', '高', null],
      [NO, '绿松石', 22.4, 16.6, 11.2, '无'],
    ]
    const merges = ['A1:F1', 'A2:A3', 'B2:B3', 'C2:E2', 'F2:F3']
    const sizes = { lengthMm: '22.4', widthMm: '16.6', heightMm: '11.2' }
    expect(await read('a.xlsx', makeWorkbook([{ rows, merges }]))).toEqual([
      { lineNo: 4, certificateNo: NO, conclusion: '绿松石', ...sizes, remarks: '无' },
    ])
  })

  it('has the line numbers of the sheet where rows are empty', async () => {
    expect((await read('a.xlsx', makeSheet([], [null, null], ROW))).map(({ lineNo }) => lineNo)).toEqual([4])
  })

  it('requires a choice of the sheet, and reads the chosen one', async () => {
    const bytes = makeWorkbook([
      { name: '说明', rows: [['请填写']] },
      { name: '送检单', rows: [HEAD, ROW] },
      { name: '旧', state: 'hidden', rows: [] },
    ])
    await expect(read('a.xlsx', bytes)).rejects.toThrow('请指定一张：说明、送检单、旧（隐藏）')
    await expect(read('a.xlsx', bytes)).rejects.toBeInstanceOf(SheetWanted)
    expect(await read('a.xlsx', bytes, { sheet: '送检单' })).toEqual([makePlain(2)])
  })

  it('requires a choice when its only sheet is hidden', async () => {
    await expect(
      read('a.xlsx', makeWorkbook([{ name: '藏', state: 'veryHidden', rows: [HEAD] }])),
    ).rejects.toBeInstanceOf(SheetWanted)
  })
})

describe('what is refused', () => {
  const makeOldFile = (text: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(text, 'utf16le')])
  const bomb = makeZip([{ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(8 * 2 ** 20) }])
  const huge = makeZip([{ name: 'a', content: 'a', declares: 2 ** 30 + 1 }])
  it.each([
    ['an old workbook', 'a.xls', makeOldFile('Workbook'), '旧格式的 .xls 或 .et'],
    ['a workbook with a password', 'a.xlsx', makeOldFile('EncryptedPackage'), '有密码'],
    ['a page that calls itself a workbook', 'a.xls', '<html><table></table></html>', '是网页或 XML'],
    ['a PDF', 'a.csv', '%PDF-1.7', '是PDF 文件'],
    ['a text document', 'a.docx', makeZip([{ name: 'word/document.xml', content: '<w/>' }]), '不是 Excel 工作簿'],
    ['bytes', 'a.csv', Buffer.from([1, 0, 2, 0, 3]), '不是表格文件'],
    ['a damaged workbook', 'a.xlsx', Buffer.from(`PK\x03\x04${'x'.repeat(60)}`), '已损坏'],
    ['a workbook that unpacks to too much', 'a.xlsx', huge, '解开后过大'],
    ['a workbook packed too well', 'a.xlsx', bomb, '解开后过大'],
    [
      'a text with the name of a workbook',
      'a.xlsx',
      '编号,名称\n1,玉\n',
      '内容却是文本，请在表格软件中打开并另存为 .xlsx',
    ],
    ['the same in UTF-16', 'a.xlsx', Buffer.from('\ufeff编号,A', 'utf16le'), '内容却是文本'],
    ['other bytes with that name', 'a.xlsx', Buffer.from('PK\x05\x06\0\0'), '内容却不是工作簿，可能已损坏'],
    ['another ending', 'a.pages', 'abc', '只接受 .xlsx、.csv 与 .jsonl'],
  ])('%s', async (_title, name, content, reason) => {
    await expect(read(name, content)).rejects.toThrow(reason)
  })

  it('a part that is larger than its directory states', async () => {
    const parts = makeWorkbookParts([{ rows: [HEAD, ROW] }]).map((part) =>
      part.name.includes('sheet1') ? { ...part, declares: 10 } : part,
    )
    await expect(read('a.xlsx', makeZip(parts))).rejects.toThrow('已损坏')
  })

  it('a sheet of too many columns', async () => {
    const parts = makeWorkbookParts([{ rows: [HEAD] }]).map((part) =>
      part.name.includes('sheet1') ? { ...part, content: String(part.content).replace('r="F1"', 'r="DA1"') } : part,
    )
    await expect(read('a.xlsx', makeZip(parts))).rejects.toThrow('超过 100 列')
  })

  it('a sheet of too many rows', async () => {
    const rows = `<row>${'<c><v>1</v></c>'.repeat(3)}</row>`.repeat(100_012)
    const parts = makeWorkbookParts([{ rows: [HEAD] }]).map((part) =>
      part.name.includes('sheet1')
        ? { ...part, content: `<worksheet><sheetData>${rows}</sheetData></worksheet>` }
        : part,
    )
    await expect(read('a.xlsx', makeZip([...parts.map((part) => ({ ...part }))]))).rejects.toThrow(
      /超过 100,000 行|解开后过大/,
    )
  })
})

describe('what would take long or fill the memory', () => {
  /** Time limit for a busy machine; each file takes some milliseconds. */
  const SOON_MS = 1000

  it.each(HOSTILE_WORKBOOKS)('refuses $name at once', async ({ content, reason }) => {
    const spentMs = startThreadClock()
    await expect(read('a.xlsx', content)).rejects.toThrow(reason)
    expect(spentMs()).toBeLessThan(SOON_MS)
  })

  it('reads 10,000 merges over 5,000 rows at once', async () => {
    const spentMs = startThreadClock()
    expect(await read('a.xlsx', MERGED_WORKBOOK)).toHaveLength(5000)
    expect(spentMs()).toBeLessThan(SOON_MS)
  })

  it('cuts a cell at 2,000 characters, with a problem, in every format', async () => {
    const long = '宝'.repeat(2001)
    const problem = { member: 'conclusion', text: expect.stringContaining('超过 2,000 字'), shown: '宝'.repeat(2000) }
    for (const [name, content] of [
      ['a.xlsx', makeWorkbook([{ rows: [HEAD, [NO, null, long]] }])],
      ['a.csv', `证书编号,检验结论\n${NO},${long}\n`],
      ['a.jsonl', JSON.stringify({ certificateNo: NO, conclusion: long })],
    ] as const) {
      expect(await read(name, content)).toMatchObject([{ certificateNo: NO, problems: [problem] }])
    }
    const rows = await read('b.xlsx', AMPLIFYING_WORKBOOK)
    expect(rows).toHaveLength(100)
    expect(rows[99]?.problems).toHaveLength(3)
  })

  it('refuses one line of 64,000 characters, and reads the next ones', async () => {
    const line = (text: string) => JSON.stringify({ certificateNo: NO, conclusion: text })
    const rows = await read('a.jsonl', [line('宝'.repeat(300_000)), line('翡翠')].join('\n'))
    expect(rows).toMatchObject([
      { lineNo: 1, fault: expect.stringContaining('超过 64,000 字') },
      { lineNo: 2, conclusion: '翡翠' },
    ])
  })

  it.each([
    [64_000, { conclusion: '翡翠' }],
    [64_001, { fault: expect.stringContaining('超过 64,000 字') }],
  ])('reads a line of %i characters as its length allows', async (length, row) => {
    const line = JSON.stringify({ certificateNo: NO, conclusion: '翡翠' }).padEnd(length)
    expect(await read('a.jsonl', `${line}\n`)).toMatchObject([{ lineNo: 1, ...row }])
  })

  it('passes a line that is longer than a string can be', async () => {
    const rows: unknown[] = []
    for await (const row of streamJsonRows(Readable.from(Array(9).fill('x'.repeat(2 ** 26))))) rows.push(row)
    expect(rows).toMatchObject([{ lineNo: 1, cells: expect.stringContaining('超过 64,000 字') }])
  })

  it('ends a CSV file at a row of more than 64,000 characters', async () => {
    const rows = await read('a.csv', `证书编号,检验结论\n${NO},翡翠\n${NO},"${'宝'.repeat(70_000)}"\n`)
    expect(rows).toMatchObject([{ conclusion: '翡翠' }, { fault: expect.stringContaining('无法按 CSV 读取') }])
  })

  it('refuses values that are nested deeply', async () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    expect(await read('a.jsonl', `{"certificateNo":"${NO}","conclusion":${deep}}`)).toMatchObject([
      { fault: expect.stringContaining('嵌套过深') },
    ])
  })
})

it('parses a text of short uneven rows in small pieces', async () => {
  const path = join(folder, 'a.csv')
  writeFileSync(path, `${HEAD.join(',')}\n${'6,3.33\n'.repeat(40_000)}`)
  const rows = readRows(await inspectTable(path))
  const { value } = await rows.next()
  expect(value?.share).toBeLessThan(0.2)
  await rows.return(undefined)
})

it('divides JSONL at line feeds only, as other characters stand in texts', async () => {
  const remarks = '一\u2028二\u2029三\u0085四'
  const line = JSON.stringify({ certificateNo: NO, remarks })
  expect(await read('a.jsonl', `\ufeff${line}\r\n${line}`)).toEqual([
    { lineNo: 1, certificateNo: NO, remarks },
    { lineNo: 2, certificateNo: NO, remarks },
  ])
})

it('reads columns named like members of every object as columns that cannot be used', async () => {
  for (const name of ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty']) {
    const rows = await read('a.csv', `证书编号,检验结论,${name}\n${NO},翡翠,x\n`)
    expect([name, rows]).toEqual([name, [{ lineNo: 2, certificateNo: NO, conclusion: '翡翠' }]])
    const [row] = await read('a.jsonl', `{"certificateNo":"${NO}","${name}":"x"}`)
    expect(row).toMatchObject({ fault: expect.stringContaining('不能使用') })
  }
})
