import { readCertificateNo } from '../certificate-number.ts'
import type { StoredCertificateState } from '../certificate-states.ts'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '../certificate-states.ts'

/** Error of a value that cannot be read; the reason is Chinese and names the column. */
export class CellFault extends Error {
  override name = 'CellFault'
}

/** A picture that a row names. */
export interface PictureRef {
  file: string
  caption?: string
  widthMm?: number
}

const TEXT_MAX = 2000
const STANDARDS_MAX = 12
const STANDARD_MAX = 80
const PICTURES_MAX = 8
const STATES: Record<string, StoredCertificateState> = {
  published: 'published',
  valid: 'published',
  有效: 'published',
  已签发: 'published',
  reissued: 'reissued',
  已换发: 'reissued',
  换发: 'reissued',
  withdrawn: 'withdrawn',
  已撤销: 'withdrawn',
  撤销: 'withdrawn',
  examination: 'examination',
  检验中: 'examination',
  在检: 'examination',
  draft: 'draft',
  未发布: 'draft',
  草稿: 'draft',
}
const CATEGORIES = new Map<string, CertificateCategory>(
  Object.entries(CERTIFICATE_CATEGORIES).flatMap(([name, title]) => {
    const category = name as CertificateCategory
    return [
      [name, category],
      [title, category],
    ]
  }),
)

/** Reads the trimmed text of a cell; `undefined` for an empty one. */
export function readTextCell(value: unknown, title: string, most = TEXT_MAX): string | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw new CellFault(`${title}应为文字`)
  }
  const text = String(value).trim()
  if (text === '') return undefined
  if (text.length > most) throw new CellFault(`${title}不超过 ${most} 字，现为 ${text.length} 字`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/.test(text))
    throw new CellFault(`${title}含有无法显示的字符`)
  return text
}

/** @returns the number; `readDigits` gives its digits */
export function readNumberCell(value: unknown, title: string): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  const text = readTextCell(value, title)?.normalize('NFKC')
  if (text === undefined) return undefined
  if (!/^-?\d{1,9}(?:\.\d{1,6})?$/.test(text)) throw new CellFault(`${title}应为数，现为“${text}”`)
  return Number(text)
}

/** Reads the digits of a number as typed, e.g. `12.50`; `undefined` when the cell is no text. */
export function readDigits(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return value
    .trim()
    .normalize('NFKC')
    .replace(/^(-?)0+(?=\d)/, '$1')
}

/**
 * Reads a day in the forms that spreadsheets and people write: `2026-11-03`, `2026/11/3`, `2026年11月3日`, `20261103`. @returns
 * `yyyy-MM-dd`
 */
export function readDayCell(value: unknown, title: string): string | undefined {
  const text = readTextCell(value, title)?.normalize('NFKC')
  if (text === undefined) return undefined
  const match = /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2}))$/.exec(text)
  if (!match) throw new CellFault(`${title}应如 2026-11-03，现为“${text}”`)
  const [, year = '', apartMonth, apartDay, month = apartMonth ?? '', day = apartDay ?? ''] = match
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  if (!isReal || Number(year) < 2000 || Number(year) > 2099) throw new CellFault(`${title}“${text}”不是真实日期`)
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

export function readCertificateNoCell(value: unknown, title: string): string | undefined {
  const text = readTextCell(value, title, 400)
  if (text === undefined) return undefined
  const reading = readCertificateNo(text)
  if (reading.kind === 'right') return reading.certificateNo
  const fault = reading.kind === 'wrong' ? reading.fault : 'characters'
  const reasons = {
    kind: '是委托单或样品的编号',
    characters: '含有编号中不会出现的字符',
    prefix: '应以 SH 开头',
    short: '位数不足 16 位',
    long: '超过 16 位',
    letters: 'SH 之后应全为数字',
    date: '中的日期不是真实日期',
    check: '校验位不符',
  }
  throw new CellFault(`${title}“${text}”${reasons[fault]}`)
}

export function readStateCell(value: unknown, title: string): StoredCertificateState | undefined {
  const text = readTextCell(value, title)
  if (text === undefined) return undefined
  const state = Object.hasOwn(STATES, text) ? STATES[text] : undefined
  if (!state) throw new CellFault(`${title}应为有效、已换发、已撤销、检验中、未发布之一，现为“${text}”`)
  return state
}

export function readCategoryCell(value: unknown, title: string): CertificateCategory | undefined {
  const text = readTextCell(value, title)
  if (text === undefined) return undefined
  const category = CATEGORIES.get(text)
  if (!category) {
    throw new CellFault(`${title}应为${Object.values(CERTIFICATE_CATEGORIES).join('、')}之一，现为“${text}”`)
  }
  return category
}

/** Reads the standards of a cell: an array, or a text like `GB/T 16552、GB/T 16553`. */
export function readStandardsCell(value: unknown, title: string): string[] | undefined {
  const parts = Array.isArray(value) ? value : readTextCell(value, title)?.split(/[、;；,，\n]/)
  const standards = parts?.map((part) => readTextCell(part, title, STANDARD_MAX)).filter((part) => part !== undefined)
  if (!standards?.length) return undefined
  if (standards.length > STANDARDS_MAX) throw new CellFault(`${title}不超过 ${STANDARDS_MAX} 项`)
  return standards
}

/** Reads the pictures of a cell: an array of `{ file, caption, widthMm }`, or a text like `正面.jpg|正面|18.2；背面.jpg`. */
export function readPicturesCell(value: unknown, title: string): PictureRef[] | undefined {
  if (value === null || value === undefined) return undefined
  const pictures = Array.isArray(value)
    ? value.map((one) => (typeof one === 'string' ? { file: one } : Object(one)))
    : readTextCell(value, title)
        ?.split(/[;；\n]/)
        .filter((part) => part.trim() !== '')
        .map((part) => {
          const [file, caption, widthMm] = part.split('|')
          return { file, caption, widthMm }
        })
  if (!pictures?.length) return undefined
  if (pictures.length > PICTURES_MAX) throw new CellFault(`${title}不超过 ${PICTURES_MAX} 张`)
  return pictures.map((picture) => {
    const file = readTextCell(picture.file, title, 200)
    // The name must lie inside the folder, so it may not be a path.
    if (file === undefined || /[\\/]|^\.+$/.test(file)) throw new CellFault(`${title}应写图片文件名，不含路径`)
    const caption = readTextCell(picture.caption, title, 80)
    const widthMm = readNumberCell(picture.widthMm, `${title}的宽度（mm）`)
    if (widthMm !== undefined && !(widthMm > 0 && widthMm <= 2000)) {
      throw new CellFault(`${title}的宽度应在 0–2000 mm 之间，现为 ${widthMm}`)
    }
    return { file, ...(caption !== undefined && { caption }), ...(widthMm !== undefined && { widthMm }) }
  })
}

/** Reads `18.2×13.4×6.1`: digits of length, width and, when given, height, mm. */
export function readSizesCell(value: unknown, title: string): [string, string, string?] | undefined {
  const text = readTextCell(value, title)?.normalize('NFKC').replace(/\s|mm/gi, '')
  if (text === undefined) return undefined
  const match = /^(\d+(?:\.\d+)?)[×xX*](\d+(?:\.\d+)?)(?:[×xX*](\d+(?:\.\d+)?))?$/.exec(text)
  if (!match) throw new CellFault(`${title}应如 18.20×13.40×6.10，现为“${text}”`)
  const [, length, width, height] = match
  return [length, width, ...(height === undefined ? [] : [height])] as [string, string, string?]
}
