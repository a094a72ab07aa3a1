import type { CertificateCategory } from '../certificate-states.ts'
import { CellFault, readDayCell } from './cell-values.ts'
import type { Fault } from './value-faults.ts'

/** A standard by which the laboratory tests. */
export interface Standard {
  /** Code with its year, `GB/T 16552—2017`; one without a year means every edition. */
  code: string
  title: string
  /** First day of validity, `yyyy-MM-dd`; empty: not known. */
  from: string
  /** Last day of validity; empty: in force. */
  until: string
  /** Categories whose form offers it. */
  categories: CertificateCategory[]
}

const ALL: CertificateCategory[] = ['gemstone', 'jade', 'turquoise', 'diamond', 'organic', 'metal']

type Line = [code: string, title: string, categories: CertificateCategory[], from?: string]

/**
 * Standards that a laboratory of this kind names. Editions are listed where the day is known from which they apply; the others
 * are undated.
 */
const LINES: readonly Line[] = [
  ['GB/T 16552—2017', '珠宝玉石 名称', ALL, '2018-05-01'],
  ['GB/T 16553—2017', '珠宝玉石 鉴定', ALL, '2018-05-01'],
  ['GB/T 16554—2017', '钻石分级', ['diamond'], '2018-05-01'],
  ['GB/T 18781', '珍珠分级', ['organic']],
  ['GB/T 23885', '翡翠分级', ['jade']],
  ['GB/T 32862', '蓝宝石分级', ['gemstone']],
  ['GB/T 32863', '红宝石分级', ['gemstone']],
  ['GB/T 34545', '祖母绿分级', ['gemstone']],
  ['GB/T 36169', '绿松石 分级', ['turquoise']],
  ['GB/T 38821', '和田玉 鉴定与分类', ['jade']],
  ['GB 11887', '首饰 贵金属纯度的规定及命名方法', ALL],
  ['GB/T 18043', '首饰 贵金属含量的测定 X 射线荧光光谱法', ALL],
]

export const DEFAULT_STANDARDS: readonly Standard[] = LINES.map(([code, title, categories, from = '']) => ({
  code,
  title,
  from,
  until: '',
  categories,
}))

interface ReadCode {
  /** Code without the year, e.g. `GB/T 16552`. */
  name: string
  number: string
  /** Empty: undated. */
  year: string
}

/** Reads `GB/T 16552—2017` or `gb/t16552-2017`; `undefined` for a text without letters and a number. */
export function readStandardCode(text: string): ReadCode | undefined {
  const typed = text.normalize('NFKC').trim().toUpperCase()
  const match = /^([A-Z]+(?:\/[A-Z]+)?)\s*(\d+(?:\.\d+)*)(?:\s*[-—–]\s*(\d{4}))?$/.exec(typed)
  if (!match) return undefined
  const [, letters = '', number = '', year = ''] = match
  return { name: `${letters} ${number}`, number, year }
}

/** Splits the standards of a certificate, which are a typed text or already read. */
export const splitStandards = (standards: unknown): string[] =>
  (Array.isArray(standards) ? standards.map(String) : String(standards ?? '').split(/[、;；,，\n]/))
    .map((one) => one.trim())
    .filter((one) => one !== '')

const isValidOn = ({ from, until }: Standard, day: string) =>
  (from === '' || from <= day) && (until === '' || day <= until)

/** Lists the standards of a category that are valid on a day. */
export const listValidStandards = (
  table: readonly Standard[],
  category: CertificateCategory,
  day: string,
): readonly Standard[] => table.filter((one) => one.categories.includes(category) && isValidOn(one, day))

/**
 * Finds standards of a certificate that are not in the table, or not valid on the day of the test.
 * @param values texts as typed or as read
 * @param today day of the check, for a certificate without a day of the test
 */
export function findWrongStandards(
  table: readonly Standard[],
  values: Readonly<Record<string, unknown>>,
  today: string,
): Fault[] {
  const day = readDay(values.testedOn) ?? readDay(values.issuedOn) ?? today
  return splitStandards(values.standards).flatMap((typed) => {
    const text = findFault(table, typed, day)
    return text === undefined ? [] : [{ member: 'standards', text }]
  })
}

function readDay(value: unknown): string | undefined {
  try {
    return readDayCell(value, '')
  } catch (error) {
    if (error instanceof CellFault) return undefined
    throw error
  }
}

function findFault(table: readonly Standard[], typed: string, day: string): string | undefined {
  const cited = readStandardCode(typed)
  const rows = cited ? table.filter(({ code }) => readStandardCode(code)?.name === cited.name) : []
  if (!cited || rows.length === 0) {
    const meant = cited && table.find(({ code }) => isMisspelling(cited, readStandardCode(code)))
    return `标准表中没有“${typed}”${meant ? `，是否为 ${meant.code}` : ''}`
  }
  const getYear = ({ code }: Standard) => readStandardCode(code)?.year ?? ''
  const valid = rows.find((one) => isValidOn(one, day))
  const named = cited.year === '' ? valid : rows.find((one) => ['', cited.year].includes(getYear(one)))
  if (named && isValidOn(named, day)) return undefined
  const instead = valid ? `，${day} 有效的是 ${valid.code}` : ''
  if (named) {
    return named.from > day
      ? `${named.code} 自 ${named.from} 起实施，晚于检验日期 ${day}`
      : `${named.code} 有效至 ${named.until}，早于检验日期 ${day}${instead}`
  }
  if (valid) return `标准表中没有“${typed}”这一版${instead}`
  // Before the first edition of the table nothing is known.
  const ended = rows.find(({ until }) => until !== '' && until < day)
  return ended ? `${ended.code} 有效至 ${ended.until}，早于检验日期 ${day}` : undefined
}

/** Whether the letters or one digit differ, or the same digits stand in another order. */
function isMisspelling(typed: ReadCode, meant: ReadCode | undefined): boolean {
  if (!meant || typed.number.length !== meant.number.length) return false
  if (typed.number === meant.number) return true
  const [one, other] = [[...typed.number], [...meant.number]]
  const differing = one.filter((digit, at) => digit !== other[at]).length
  return differing === 1 || (differing === 2 && one.sort().join() === other.sort().join())
}
