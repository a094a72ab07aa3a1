import { posix } from 'node:path'
import { CommandError } from '#commands/command-error.ts'
import { xmlPieces, xmlTokens } from './xml-tokens.ts'
import { type Archive, openArchive } from './zip-directory.ts'

export interface SheetInfo {
  name: string
  isHidden: boolean
  /** Of its part in the archive. */
  path: string
}

/** A workbook with what its cells refer to. */
export interface Workbook {
  archive: Archive
  sheets: readonly SheetInfo[]
  /** Days are counted from 1904 and not from 1900. */
  is1904: boolean
  /** Number format of each cell style, e.g. `0.00`. */
  formats: readonly string[]
  /** Where cells look up their texts; read with the first sheet. */
  sharedPath: string | null
}

const PART_MAX_BYTES = 16 * 2 ** 20
/** Texts of the shared table that are held in memory, characters. */
const SHARED_MAX = 32 * 2 ** 20
const notWorkbook = () => new CommandError('不是 Excel 工作簿（.xlsx），请用表格软件另存为 .xlsx 或 CSV')

/** @throws CommandError for an archive that is no workbook */
export async function openWorkbook(path: string): Promise<Workbook> {
  const archive = await openArchive(path)
  try {
    if (!archive.has('_rels/.rels')) throw notWorkbook()
    const root = await relations(archive, '_rels/.rels', '')
    const main = root.find(({ type }) => type.endsWith('/officeDocument'))?.target
    if (!main || !archive.has(main) || !/^xl\/|workbook/i.test(main)) throw notWorkbook()
    const base = posix.dirname(main)
    const links = await relations(archive, `${base}/_rels/${posix.basename(main)}.rels`, base)
    const { sheets, is1904 } = sheetsOf(await archive.text(main, PART_MAX_BYTES), links)
    if (sheets.length === 0) throw notWorkbook()
    const styles = links.find(({ type }) => type.endsWith('/styles'))?.target
    const shared = links.find(({ type }) => type.endsWith('/sharedStrings'))?.target
    const formats = styles && archive.has(styles) ? formatsOf(await archive.text(styles, PART_MAX_BYTES)) : []
    return { archive, sheets, is1904, formats, sharedPath: shared && archive.has(shared) ? shared : null }
  } catch (error) {
    await archive.close()
    throw error
  }
}

interface Relation {
  id: string
  type: string
  target: string
}

async function relations(archive: Archive, path: string, base: string): Promise<Relation[]> {
  if (!archive.has(path)) return []
  const found: Relation[] = []
  for (const token of xmlTokens(await archive.text(path, PART_MAX_BYTES))) {
    if (token.kind === 'text' || token.kind === 'close' || token.name !== 'Relationship') continue
    const [id, type, target] = ['Id', 'Type', 'Target'].map((name) => token.attribute(name) ?? '') as [
      string,
      string,
      string,
    ]
    found.push({ id, type, target: target.startsWith('/') ? target.slice(1) : posix.join(base, target) })
  }
  return found
}

function sheetsOf(xml: string, links: readonly Relation[]) {
  const sheets: SheetInfo[] = []
  let is1904 = false
  for (const token of xmlTokens(xml)) {
    if (token.kind === 'text' || token.kind === 'close') continue
    if (token.name === 'workbookPr') is1904 = /^(?:1|true)$/.test(token.attribute('date1904') ?? '')
    if (token.name !== 'sheet') continue
    const link = links.find(({ id }) => id === token.attribute('id'))
    // Sheets of charts have no cells.
    if (!link?.type.endsWith('/worksheet')) continue
    const isHidden = (token.attribute('state') ?? 'visible') !== 'visible'
    sheets.push({ name: token.attribute('name') ?? '', isHidden, path: link.target })
  }
  return { sheets, is1904 }
}

/** Formats that have a number and no text: days, and numbers with two decimals (ECMA-376 part 1, 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  ...Object.fromEntries(
    [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'yyyy-mm-dd']),
  ),
  ...Object.fromEntries([18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56].map((id) => [id, 'h:mm:ss'])),
  ...{
    1: '0',
    2: '0.00',
    3: '#,##0',
    4: '#,##0.00',
    9: '0%',
    10: '0.00%',
    37: '#,##0',
    38: '#,##0',
    39: '#,##0.00',
    40: '#,##0.00',
  },
}

function formatsOf(xml: string): string[] {
  const own = new Map<number, string>()
  const formats: string[] = []
  let isInCells = false
  for (const token of xmlTokens(xml)) {
    if (token.kind === 'text') continue
    if (token.name === 'cellXfs') isInCells = token.kind === 'open'
    if (token.kind === 'close') continue
    if (token.name === 'numFmt') own.set(Number(token.attribute('numFmtId')), token.attribute('formatCode') ?? '')
    if (token.name !== 'xf' || !isInCells) continue
    const id = Number(token.attribute('numFmtId') ?? 0)
    formats.push(own.get(id) ?? BUILT_IN[id] ?? '')
  }
  return formats
}

/** Texts that several cells share, by their place in the table. @throws CommandError when they fill the memory */
export async function readShared({ archive, sharedPath }: Workbook): Promise<string[]> {
  const texts: string[] = []
  if (sharedPath === null) return texts
  let characters = 0
  for await (const piece of xmlPieces(archive.read(sharedPath), 'si')) {
    let text: string | null = null
    let isText = false
    // Readings above the characters are no part of the text.
    let isReading = false
    for (const token of xmlTokens(piece)) {
      if (token.kind === 'text') {
        if (isText && !isReading && text !== null) text += token.text
        continue
      }
      if (token.name === 'si') {
        if (token.kind === 'open') text = ''
        else {
          characters += text?.length ?? 0
          texts.push(plainText(text ?? ''))
          text = null
        }
      }
      if (token.name === 't') isText = token.kind === 'open'
      if (token.name === 'rPh') isReading = token.kind === 'open'
    }
    if (characters > SHARED_MAX) throw new CommandError('工作簿的文字过多，请另存为 CSV 后再导入')
  }
  return texts
}

/** A text without the escapes of spreadsheets: `_x000D_` is a line end. */
export function plainText(text: string): string {
  const plain = text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
  return plain.includes('\r') ? plain.replace(/\r\n?/g, '\n') : plain
}
