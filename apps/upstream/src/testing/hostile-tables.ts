import { makeWorkbook, makeWorkbookParts, makeZip, type ZipPart } from './workbooks.ts'

export interface HostileTable {
  name: string
  content: Buffer
  /** A part of the expected refusal. */
  reason: string
}

const HEAD = ['类别', '检验结论', '密度']
const ROW = ['玉石', '翡翠', '3.33']
const KIB = 1024

function makeWithPart(
  name: string,
  content: string,
  parts: readonly ZipPart[] = makeWorkbookParts([{ rows: [HEAD, ROW] }]),
) {
  return makeZip(parts.map((part) => (part.name === name ? { name, content } : part)))
}

const makeSheet = (rows: string, behind = '') => `<worksheet><sheetData>${rows}</sheetData>${behind}</worksheet>`
const makeCell = (text: string, style = 0) => `<c s="${style}" t="inlineStr"><is><t>${text}</t></is></c>`
const HEAD_XML = `<row r="1">${HEAD.map((text) => makeCell(text)).join('')}</row>`
const SHEET = 'xl/worksheets/sheet1.xml'

/** Makes a style whose number format is `code`, and rows of numbers in it. */
function makeWithFormat(code: string): Buffer {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`
  const parts = makeWorkbookParts([{ rows: [HEAD, ...Array.from({ length: 8 }, () => ['玉石', '翡翠', 3.33])] }])
  return makeWithPart('xl/styles.xml', styles, parts)
}

/** Small files that once took a reader seconds or days. */
export const HOSTILE_WORKBOOKS: readonly HostileTable[] = [
  {
    name: 'an attribute of 96 KiB without a value',
    content: makeWithPart('xl/workbook.xml', `<workbook><sheets><sheet ${'a'.repeat(96 * KIB)}/></sheets></workbook>`),
    reason: '已损坏',
  },
  {
    name: 'an attribute of 96 KiB',
    content: makeWithPart(
      'xl/workbook.xml',
      `<workbook><sheets><sheet a="${'a'.repeat(96 * KIB)}"/></sheets></workbook>`,
    ),
    reason: '已损坏',
  },
  {
    name: '32,000 comments that do not end',
    content: makeWithPart(SHEET, makeSheet(`${HEAD_XML}${'<!--'.repeat(32_000)}`)),
    reason: '已损坏',
  },
  {
    name: 'a comment of 600,000 characters',
    // The content varies, because a file that is compressed too well is refused for that.
    content: makeWithPart(
      SHEET,
      makeSheet(`${HEAD_XML}<!--${Array.from({ length: 120_000 }, (_, at) => at).join('')}-->`),
    ),
    reason: '已损坏',
  },
  {
    name: 'tags that are nested 100 times',
    content: makeWithPart(SHEET, makeSheet(`${HEAD_XML}${'<a>'.repeat(100)}${'</a>'.repeat(100)}`)),
    reason: '已损坏',
  },
  {
    name: 'CDATA that does not end',
    content: makeWithPart(SHEET, makeSheet(`${HEAD_XML}<row><c><v><![CDATA[${'<![CDATA['.repeat(100_000)}`)),
    reason: '已损坏',
  },
  {
    name: '20,000 merges that end at row 900,000',
    content: makeWorkbook([
      {
        rows: [HEAD, ...Array.from({ length: 498 }, () => ROW)],
        merges: Array.from({ length: 20_000 }, (_, at) => `A2:CV${900_000 - at}`),
      },
    ]),
    reason: '合并单元格超过 10,000 处',
  },
  { name: 'a number format of 20,000 brackets', content: makeWithFormat('['.repeat(20_000)), reason: '已损坏' },
  { name: 'a number format of 5,000 brackets', content: makeWithFormat('['.repeat(5000)), reason: '数字格式' },
  { name: 'a number format of 256 zeros', content: makeWithFormat('0'.repeat(256)), reason: '数字格式' },
  {
    name: 'tags that do not end',
    content: makeWithPart(SHEET, makeSheet(`${HEAD_XML}${'<a>'.repeat(200_000)}`)),
    reason: '已损坏',
  },
  ...['1e999', '-5', 'NaN', '0', '1.5', '9999999999', ''].map((line) => ({
    name: `a row numbered «${line}»`,
    content: makeWithPart(
      SHEET,
      makeSheet(`${HEAD_XML}<row r="${line}">${ROW.map((text) => makeCell(text)).join('')}</row>`),
    ),
    reason: '已损坏',
  })),
  {
    name: 'a row that comes twice',
    content: makeWithPart(SHEET, makeSheet(HEAD_XML + HEAD_XML)),
    reason: '已损坏',
  },
]

/** Merges within the limit that cover as many rows as possible. */
export const MERGED_WORKBOOK = makeWorkbook([
  {
    rows: [HEAD, ...Array.from({ length: 5000 }, () => ROW)],
    merges: Array.from({ length: 10_000 }, (_, at) => `A2:CV${900_000 - at}`),
  },
])

/** One text of 100,000 characters in each cell: a file of under 2 KB. */
export const AMPLIFYING_WORKBOOK = makeWorkbook(
  [{ rows: [HEAD, ...Array.from({ length: 100 }, () => HEAD.map(() => ({ xml: 't="s"><v>0</v>' })))] }],
  { shared: [`<t>${'宝'.repeat(100_000)}</t>`] },
)
