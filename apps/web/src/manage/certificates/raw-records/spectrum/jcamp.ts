import { createOrdinateReader, type LineStart } from './asdf-lines.ts'
import { requireRoom, type Spectrum, SpectrumFault, shorten, toFinite } from './spectrum.ts'

/* JCAMP-DX 4.24 (R. S. McDonald, P. A. Wilks, Appl. Spectrosc. 42, 1988, 151) and 5.01 (P. Lampen et al., Pure Appl. Chem. 71, 1999, 1549). */

interface Value {
  text: string
  line: number
}
/** Labelled values of a block. */
type Labels = ReadonlyMap<string, Value>

const TABLES = ['XYDATA', 'XYPOINTS', 'PEAKTABLE']
const PAIR_NUMBER = /[\s,;]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]?\d+)?)/y

/**
 * Reads the first spectrum of a JCAMP-DX file.
 * @throws SpectrumFault for a file that breaks the standard, or has forms that are not drawn
 */
export function readJcamp(text: string): Spectrum {
  const lines = text.split(/\r\n|\r|\n/)
  let labels = new Map<string, Value>()
  for (let at = 0; at < lines.length; at += 1) {
    const record = readRecord(lines[at])
    if (!record) continue
    const [label, value] = record
    // A block begins with its title; blocks of links contain further blocks.
    if (label === 'TITLE') labels = new Map()
    if (label === 'NTUPLES' || label === 'DATATABLE')
      throw new SpectrumFault('是多变量数据（NTUPLES），不能绘图。', at + 1)
    if (TABLES.includes(label)) return readTable(lines, at, { label, value, labels })
    labels.set(label, { text: value, line: at + 1 })
  }
  throw new SpectrumFault('文件中没有 ##XYDATA、##XYPOINTS 或 ##PEAK TABLE。')
}

/** Reads `##LABEL= value`, without its comment. Blanks and `-/_` in labels do not count, nor does case. */
function readRecord(line = ''): [string, string] | null {
  const text = removeComment(line).trim()
  const equals = text.indexOf('=')
  if (!text.startsWith('##') || equals < 0) return null
  const label = text.slice(2, equals).replace(/[\s\-/_]/g, '')
  return [label.toUpperCase(), text.slice(equals + 1).trim()]
}

function removeComment(line: string): string {
  const at = line.indexOf('$$')
  return at < 0 ? line : line.slice(0, at)
}

function readTable(
  lines: readonly string[],
  at: number,
  { label, value, labels }: { label: string; value: string; labels: Labels },
): Spectrum {
  const end = lines.findIndex((line, nth) => nth > at && line.trimStart().startsWith('##'))
  const rows = lines
    .slice(at + 1, end < 0 ? lines.length : end)
    .map((line, nth) => ({ text: removeComment(line).trim(), line: at + 2 + nth }))
    .filter(({ text }) => text !== '')
  const form = value.replace(/\s/g, '').toUpperCase()
  const isPeakTable = label === 'PEAKTABLE'
  const { xs, ys } = readPoints(rows, form, labels, at + 1)
  requireCount(xs.length, labels, isPeakTable)
  if (isPeakTable) sortPoints(xs, ys)
  const getText = (name: string) => labels.get(name)?.text ?? ''
  const isLast = !lines.slice(end < 0 ? lines.length : end).some((line) => TABLES.includes(readRecord(line)?.[0] ?? ''))
  return {
    title: getText('TITLE'),
    measurement: getText('DATATYPE'),
    xs,
    ys,
    xLabel: getText('XUNITS'),
    yLabel: getText('YUNITS'),
    header: getText('SPECTROMETERDATASYSTEM'),
    isPeakTable,
    hasMore: !isLast,
  }
}

type Rows = readonly Value[]

function readPoints(rows: Rows, form: string, labels: Labels, line: number) {
  const [xFactor, yFactor] = [readNumber(labels, 'XFACTOR') ?? 1, readNumber(labels, 'YFACTOR') ?? 1]
  if (form === '(X++(Y..Y))') return readEvenPoints(rows, labels, xFactor, yFactor)
  const width = { '(XY..XY)': 2, '(XYW..XYW)': 3 }[form]
  if (!width) throw new SpectrumFault(`的数据形式“${shorten(form)}”不能绘图。`, line)
  return readPairs(rows, width, xFactor, yFactor)
}

/** Reads points at equal distances. */
function readEvenPoints(rows: Rows, labels: Labels, xFactor: number, yFactor: number) {
  const reader = createOrdinateReader()
  for (const { text, line } of rows) reader.addLine(text, line)
  const { ys, starts } = reader
  const [start] = starts
  if (!start) return { xs: new Float64Array(), ys: new Float64Array() }
  const first = readNumber(labels, 'FIRSTX') ?? toFinite(start.x, start.line) * xFactor
  const step = readStep(labels, first, readNumber(labels, 'NPOINTS') ?? ys.length)
  checkStarts(starts, { first, step, xFactor })
  return {
    xs: Float64Array.from(ys, (_y, index) => first + index * step),
    ys: Float64Array.from(ys, (y) => y * yFactor),
  }
}

/** Distance of two points: from both ends, which are more precise than DELTAX, else DELTAX. */
function readStep(labels: Labels, first: number, count: number): number {
  const last = readNumber(labels, 'LASTX')
  const step = last !== undefined && count > 1 ? (last - first) / (count - 1) : readNumber(labels, 'DELTAX')
  if (step === undefined) throw new SpectrumFault('文件没有写明横坐标的范围（##LASTX 或 ##DELTAX）。')
  if (step === 0) throw new SpectrumFault('横坐标的范围（##FIRSTX 至 ##LASTX）为 0。')
  return step
}

/** Compares the abscissa of each line with the computed one, to one point or one unit of its last digit. */
function checkStarts(
  starts: readonly LineStart[],
  { first, step, xFactor }: Record<'first' | 'step' | 'xFactor', number>,
) {
  for (const { x, index, line } of starts) {
    const printed = toFinite(x, line) * xFactor
    const expected = first + index * step
    const tolerance = Math.max(Math.abs(step), getLastDigit(x) * Math.abs(xFactor)) * 1.001
    if (Math.abs(printed - expected) > tolerance)
      throw new SpectrumFault(`的横坐标是 ${round(printed)}，应为 ${round(expected)}：可能缺了一行。`, line)
  }
}

/** Weight of the last digit of a number: 0.01 for `12.34`, 10 for `1.2E+02`. */
function getLastDigit(text: string): number {
  const [, decimals = '', exponent = '0'] = /^[^.Ee]*\.?(\d*)(?:[Ee](.*))?$/.exec(text) ?? []
  return 10 ** (Number(exponent) - decimals.length)
}

const round = (value: number) => Number(value.toPrecision(8))

/** Reads groups of numbers; the first two of each are a point. */
function readPairs(rows: Rows, width: number, xFactor: number, yFactor: number) {
  const xs: number[] = []
  const ys: number[] = []
  for (const { text, line } of rows) {
    const numbers: number[] = []
    PAIR_NUMBER.lastIndex = 0
    let end = 0
    for (let match = PAIR_NUMBER.exec(text); match; match = PAIR_NUMBER.exec(text)) {
      numbers.push(toFinite(match[1] as string, line))
      end = PAIR_NUMBER.lastIndex
      requireRoom(xs.length + numbers.length / width)
    }
    if (/[^\s,;]/.test(text.slice(end)) || numbers.length % width !== 0)
      throw new SpectrumFault(`不是成组的数值：“${shorten(text)}”。`, line)
    for (let at = 0; at < numbers.length; at += width) {
      xs.push((numbers[at] as number) * xFactor)
      ys.push((numbers[at + 1] as number) * yFactor)
    }
  }
  return { xs: Float64Array.from(xs), ys: Float64Array.from(ys) }
}

function requireCount(count: number, labels: Labels, isPeakTable: boolean) {
  const stated = readNumber(labels, 'NPOINTS')
  if (stated !== undefined && stated !== count)
    throw new SpectrumFault(`文件写明有 ${stated} 个点（##NPOINTS），读到 ${count} 个：文件可能不完整。`)
  if (count < (isPeakTable ? 1 : 2)) throw new SpectrumFault('文件中没有数据点。')
}

function readNumber(labels: Labels, name: string): number | undefined {
  const value = labels.get(name)
  if (!value || value.text === '') return undefined
  return toFinite(value.text, value.line)
}

/** Sorts points by position; tables of peaks may be sorted by height. */
function sortPoints(xs: Float64Array, ys: Float64Array) {
  const points = Array.from(xs, (x, index) => [x, ys[index] as number] as const).sort(([a], [b]) => a - b)
  for (const [index, [x, y]] of points.entries()) {
    xs[index] = x
    ys[index] = y
  }
}
