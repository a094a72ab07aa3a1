import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive. `declares`: a wrong size in its directory. */
export interface ZipPart {
  name: string
  content: string | Buffer
  declares?: number
}

/** Makes a ZIP archive byte by byte, so that tests may break it. */
export function makeZip(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, declares } of parts) {
    const plain = Buffer.from(content)
    const packed = deflateRawSync(plain)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(plain), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(declares ?? plain.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const ends = Buffer.alloc(14)
    ends.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, ends, Buffer.from(name)]))
    files.push(file)
    offset += file.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, entries, end])
}

/** A cell: a text, a number, or the XML of a `<c>` without its reference, e.g. `s="1"><v>5</v>`. */
export type CellSource = string | number | null | { xml: string }

export interface SheetSource {
  name?: string
  state?: string
  rows: readonly (readonly CellSource[])[]
  /** e.g. `A1:A3` */
  merges?: readonly string[]
}

/** Formats of the cell styles of `makeWorkbook`, by their `s`. */
const FORMATS = ['General', '0.00', 'yyyy-mm-dd', '0.000', '@', 'yyyy"年"m"月"d"日"'] as const

const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function makeCellXml(cell: CellSource, reference: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  if (typeof cell === 'string') return `<c r="${reference}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`
  return `<c r="${reference}" ${cell.xml}</c>`
}

function makeSheetXml({ rows, merges = [] }: SheetSource): string {
  const lines = rows.map((cells, row) => {
    const inside = cells.map((cell, column) => makeCellXml(cell, String.fromCharCode(65 + column) + (row + 1))).join('')
    return inside === '' ? '' : `<row r="${row + 1}">${inside}</row>`
  })
  const merged = merges.map((reference) => `<mergeCell ref="${reference}"/>`).join('')
  return `<worksheet><sheetData>${lines.join('')}</sheetData><mergeCells>${merged}</mergeCells></worksheet>`
}

interface BookOptions {
  is1904?: boolean
  /** Texts that cells of type `s` refer to. */
  shared?: readonly string[]
  more?: readonly ZipPart[]
}

/** Makes the parts of a workbook with these sheets. */
export function makeWorkbookParts(
  sheets: readonly SheetSource[],
  { is1904, shared = [], more = [] }: BookOptions = {},
): ZipPart[] {
  const named = sheets.map(({ name = `Sheet${1}`, state }, at) => {
    const hidden = state ? ` state="${state}"` : ''
    return `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"${hidden}/>`
  })
  const link = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATION}/${type}" Target="${target}"/>`
  const formats = FORMATS.map(
    (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  )
  const styles = FORMATS.map((_, at) => `<xf numFmtId="${164 + at}"/>`)
  return [
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: '_rels/.rels',
      content: `<Relationships>${link('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<?xml version="1.0"?><workbook><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${named.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${[
        ...sheets.map((_, at) => link(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
        link('s1', 'styles', 'styles.xml'),
        link('s2', 'sharedStrings', '/xl/sharedStrings.xml'),
      ].join('')}</Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet><numFmts>${formats.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    },
    { name: 'xl/sharedStrings.xml', content: `<sst>${shared.map((text) => `<si>${text}</si>`).join('')}</sst>` },
    ...sheets.map((sheet, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, content: makeSheetXml(sheet) })),
    ...more,
  ]
}

export const makeWorkbook = (sheets: readonly SheetSource[], options?: BookOptions): Buffer =>
  makeZip(makeWorkbookParts(sheets, options))
