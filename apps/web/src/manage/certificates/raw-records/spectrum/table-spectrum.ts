import { requireRoom, type Spectrum, SpectrumFault, shorten, toFinite } from './spectrum.ts'

const POINT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]?\d+)?$/
const COMMA = /^[+-]?(?:\d+,?\d*|,\d+)(?:[Ee][+-]?\d+)?$/
/** Lines that decide about the separator. */
const LINES_TRIED = 2000
/** Fields that are looked at: the third one shows that there are more. */
const FIELDS_READ = 3

interface Separator {
  by: string | RegExp
  hasDecimalComma: boolean
}

const SEPARATORS: readonly Separator[] = [
  { by: '\t', hasDecimalComma: true },
  { by: ';', hasDecimalComma: true },
  { by: ',', hasDecimalComma: false },
  { by: /\s+/, hasDecimalComma: true },
]

/**
 * Reads a spectrum from the first two columns of a text: values separated by tabs, semicolons, commas or blanks, after any
 * header. Text after the last value does not count.
 * @throws SpectrumFault when a line between values has none, or the positions are in no order
 */
export function readTableSpectrum(text: string): Spectrum {
  const lines = text.split(/\r\n|\r|\n/)
  const separator = chooseSeparator(lines)
  const points = createPoints()
  const header: string[] = []
  let hasMore = false
  /** First line of text after values: a fault if more values follow. */
  let interruption: { line: number; text: string } | null = null
  for (const [at, content] of lines.entries()) {
    if (content.trim() === '') continue
    const fields = splitFields(content, separator)
    const pair = readPair(fields, separator)
    if (pair) {
      if (interruption) throw toLineFault(interruption)
      points.add(toFinite(pair[0], at + 1), toFinite(pair[1], at + 1), at + 1)
      hasMore ||= fields.length > 2 && fields[2] !== ''
    } else if (points.count === 0) header.push(content)
    else if (isNumber(fields[0], separator)) throw toLineFault({ line: at + 1, text: content })
    else interruption ??= { line: at + 1, text: content }
  }
  if (points.count < 2) throw new SpectrumFault('文件中没有两列数值。')
  const titles = splitFields(header.at(-1) ?? '', separator)
  return {
    title: '',
    measurement: '',
    ...points.finish(),
    xLabel: titles.length > 1 ? (titles[0] ?? '') : '',
    yLabel: titles[1] ?? '',
    header: header.join('\n').slice(0, 4000),
    isPeakTable: false,
    hasMore,
  }
}

const toLineFault = ({ line, text }: { line: number; text: string }) =>
  new SpectrumFault(`不是两列数值：“${shorten(text)}”。`, line)

/** Chooses the separator that finds the most pairs of numbers. */
function chooseSeparator(lines: readonly string[]): Separator {
  const tried = lines.filter((line) => line.trim() !== '').slice(0, LINES_TRIED)
  const counts = SEPARATORS.map(
    (separator) => tried.filter((line) => readPair(splitFields(line, separator), separator)).length,
  )
  const most = Math.max(...counts)
  if (most === 0) throw new SpectrumFault('文件中没有两列数值。')
  return SEPARATORS[counts.indexOf(most)] as Separator
}

function splitFields(line: string, { by }: Separator): string[] {
  return line
    .trim()
    .split(by, FIELDS_READ)
    .map((field) => field.trim().replace(/^"|"$/g, '').trim())
}

function isNumber(field: string | undefined, { hasDecimalComma }: Separator): field is string {
  return field !== undefined && (POINT.test(field) || (hasDecimalComma && COMMA.test(field)))
}

function readPair([x, y]: readonly string[], separator: Separator): [string, string] | null {
  return isNumber(x, separator) && isNumber(y, separator) ? [x.replace(',', '.'), y.replace(',', '.')] : null
}

/** Collects points whose positions ascend or descend. */
function createPoints() {
  const xs: number[] = []
  const ys: number[] = []
  let direction = 0
  return {
    get count() {
      return xs.length
    },
    /** @throws SpectrumFault when the direction changes */
    add(x: number, y: number, line: number) {
      const change = Math.sign(x - (xs.at(-1) ?? x))
      if (direction === 0) direction = change
      else if (change === -direction)
        throw new SpectrumFault(`的横坐标 ${x} 没有依次${direction > 0 ? '增大' : '减小'}。`, line)
      requireRoom(xs.length + 1)
      xs.push(x)
      ys.push(y)
    },
    finish() {
      if (direction === 0) throw new SpectrumFault('横坐标全部相同，不能绘图。')
      return { xs: Float64Array.from(xs), ys: Float64Array.from(ys) }
    },
  }
}
