import { posix } from 'node:path'
import { CommandError } from '#platform/commands/command-error.ts'
import { type CellFormat, GENERAL, readFormat } from './cell-format.ts'
import { CELL_MAX } from './raw-cells.ts'
import type { OnRead } from './text-encoding.ts'
import { readSmallXml, readXml, type XmlHandlers } from './xml-reader.ts'
import { type Archive, openArchive } from './zip-archive.ts'

export interface SheetInfo {
  name: string
  isHidden: boolean
  /** Path of the sheet in the archive. */
  path: string
}

/** A workbook with the parts that its cells refer to. */
export interface Workbook {
  archive: Archive
  sheets: readonly SheetInfo[]
  /** Whether days are counted from 1904 instead of 1900. */
  is1904: boolean
  /** Number format of each cell style. */
  formats: readonly CellFormat[]
  /** Path of the table of shared texts; it is read with the first sheet. */
  sharedPath: string | null
}

const PART_MAX_BYTES = 16 * 2 ** 20
const SHEETS_MAX = 1000
/** Maximum length of a sheet name that a call can choose. */
const NAME_MAX = 80
/** Maximum number of formats, as in spreadsheet programs. */
const FORMAT_MAX = 255
const STYLES_MAX = 65_536
/** Maximum size of the shared texts in memory, in characters. */
const SHARED_MAX = 48 * 2 ** 20
/** Size of a text in memory besides its characters, in characters. */
const SHARED_EACH = 4
const makeWorkbookError = () => new CommandError('不是 Excel 工作簿（.xlsx），请用表格软件另存为 .xlsx 或 CSV')

/** @throws CommandError for an archive that is no workbook */
export async function openWorkbook(path: string, onRead?: OnRead): Promise<Workbook> {
  const archive = await openArchive(path, onRead)
  try {
    if (!archive.has('_rels/.rels')) throw makeWorkbookError()
    const main = (await readRelations(archive, '_rels/.rels', '')).findByType('officeDocument')
    if (!main || !archive.has(main) || !/^xl\/|workbook/i.test(main)) throw makeWorkbookError()
    const links = await readPartRelations(archive, main)
    const { sheets, is1904 } = await readSheets(archive, main, links)
    if (sheets.length === 0) throw makeWorkbookError()
    const [styles, shared] = [links.findByType('styles'), links.findByType('sharedStrings')]
    const formats = styles && archive.has(styles) ? await readFormats(archive, styles) : []
    return { archive, sheets, is1904, formats, sharedPath: shared && archive.has(shared) ? shared : null }
  } catch (error) {
    archive.close()
    throw error
  }
}

interface Relations {
  byId: ReadonlyMap<string, { type: string; target: string }>
  /** Finds the path of the first part of a type. */
  findByType(type: string): string | undefined
}

async function readRelations(archive: Archive, path: string, base: string): Promise<Relations> {
  const byId = new Map<string, { type: string; target: string }>()
  const ofType = (wantedType: string) => [...byId.values()].find(({ type }) => type.endsWith(`/${wantedType}`))?.target
  if (!archive.has(path)) return { byId, findByType: ofType }
  const open: XmlHandlers['open'] = ({ name, getAttribute: attribute }) => {
    if (name !== 'Relationship') return
    const [id = '', type = '', target = ''] = ['Id', 'Type', 'Target'].map(attribute)
    byId.set(id, { type, target: target.startsWith('/') ? target.slice(1) : posix.join(base, target) })
  }
  await readSmallXml(archive.read(path), { open }, PART_MAX_BYTES)
  return { byId, findByType: ofType }
}

function readPartRelations(archive: Archive, part: string): Promise<Relations> {
  const base = posix.dirname(part)
  return readRelations(archive, `${base}/_rels/${posix.basename(part)}.rels`, base)
}

/** Counts the pictures that lie above the cells of a sheet, where they belong to no row. */
export async function countPictures({ archive }: Workbook, { path }: SheetInfo): Promise<number> {
  const drawing = (await readPartRelations(archive, path)).findByType('drawing')
  if (drawing === undefined) return 0
  const { byId } = await readPartRelations(archive, drawing)
  return [...byId.values()].filter(({ type }) => type.endsWith('/image')).length
}

async function readSheets(archive: Archive, path: string, { byId }: Relations) {
  const sheets: SheetInfo[] = []
  let is1904 = false
  const open: XmlHandlers['open'] = ({ name, getAttribute: attribute }) => {
    if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attribute('date1904') ?? '')
    if (name !== 'sheet') return
    const link = byId.get(attribute('id') ?? '')
    // A sheet with a chart has no cells.
    if (!link?.type.endsWith('/worksheet')) return
    if (sheets.length === SHEETS_MAX) throw new CommandError('工作簿超过 1,000 张工作表，请另存需要的一张后再导入')
    const isHidden = (attribute('state') ?? 'visible') !== 'visible'
    sheets.push({ name: (attribute('name') ?? '').slice(0, NAME_MAX), isHidden, path: link.target })
  }
  await readSmallXml(archive.read(path), { open }, PART_MAX_BYTES)
  return { sheets, is1904 }
}

/**
 * Built-in formats, which have a number and no text: days, and numbers with two decimals (ECMA-376 part 1, 18.8.30).
 */
const BUILT_IN: ReadonlyMap<string, CellFormat> = new Map(
  [
    { code: 'yyyy-mm-dd', ids: [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58] },
    { code: '0', ids: [1] },
    { code: '0.00', ids: [2, 4, 39, 40] },
    { code: '0%', ids: [9, 10] },
  ].flatMap(({ code, ids }) => ids.map((id) => [String(id), readFormat(code)] as const)),
)

async function readFormats(archive: Archive, path: string): Promise<CellFormat[]> {
  const ownFormats = new Map<string, CellFormat>()
  const formats: CellFormat[] = []
  let isInCells = false
  const handlers: XmlHandlers = {
    open({ name, getAttribute: attribute }) {
      const id = attribute('numFmtId') ?? '0'
      if (name === 'cellXfs') isInCells = true
      if (name === 'numFmt') {
        const code = attribute('formatCode') ?? ''
        if (code.length > FORMAT_MAX) {
          throw new CommandError('工作簿有超过 255 字的数字格式，请另存为 CSV 后再导入')
        }
        ownFormats.set(id, readFormat(code))
      }
      if (name !== 'xf' || !isInCells || formats.length === STYLES_MAX) return
      formats.push(ownFormats.get(id) ?? BUILT_IN.get(id) ?? GENERAL)
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  }
  await readSmallXml(archive.read(path), handlers, PART_MAX_BYTES)
  return formats
}

/**
 * Reads the texts that several cells share, by their place in the table. Each is cut to one character more than a cell
 * may have.
 * @throws CommandError when they would fill the memory
 */
export async function readShared({ archive, sharedPath }: Workbook): Promise<string[]> {
  const texts: string[] = []
  if (sharedPath === null) return texts
  let characters = 0
  let text = ''
  let isText = false
  // Phonetic readings above the characters are no part of the text.
  let isReading = false
  const reading = readXml(archive.read(sharedPath), {
    open({ name }) {
      if (name === 'si') text = ''
      if (name === 't') isText = true
      if (name === 'rPh') isReading = true
    },
    close(name) {
      if (name === 't') isText = false
      if (name === 'rPh') isReading = false
      if (name !== 'si') return
      characters += text.length + SHARED_EACH
      if (characters > SHARED_MAX) throw new CommandError('工作簿的文字过多，请另存为 CSV 后再导入')
      texts.push(copyText(decodeText(text)))
    },
    text(more) {
      if (isText && !isReading && text.length <= CELL_MAX) text += more.slice(0, CELL_MAX + 1)
    },
  })
  for await (const _bytes of reading);
  return texts
}

/** Copies a text, because a part of a longer string would keep the whole of it in memory. */
const copyText = (text: string) => Buffer.from(text, 'utf16le').toString('utf16le')

/** Decodes the escapes of spreadsheets: `_x000D_` is a line end. */
export function decodeText(text: string): string {
  const plain = text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
  return plain.includes('\r') ? plain.replace(/\r\n?/g, '\n') : plain
}
