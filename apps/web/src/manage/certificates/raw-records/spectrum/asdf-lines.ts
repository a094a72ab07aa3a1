import { requireRoom, SpectrumFault, shorten, toFinite } from './spectrum.ts'

/* Lines of `##XYDATA=(X++(Y..Y))`: an abscissa, then ordinates in any mixture of the forms of JCAMP-DX 4.24, section 5. */

/** Where a line begins: its abscissa as printed, and the index of the point that it belongs to. */
export interface LineStart {
  x: string
  index: number
  line: number
}

/**
 * An ordinate: `?` for a missing one, a number with or without sign (AFFN, PAC), or a pseudo-digit with more digits.
 * A sign after E makes an exponent; without it, E is the pseudo-digit 5.
 */
const ORDINATE = /[\s,]*(?:(\?)|([+-]?(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]\d{1,3}(?![\d.]))?)|([@%A-Za-s])(\d*\.?\d*))/y
const ABSCISSA = /\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]\d{1,3}(?![\d.]))?)/y

/** Pseudo-digits of the forms, at the place of their digit. */
const SQUEEZED = ['@ABCDEFGHI', ' abcdefghi'] as const
const DIFFERENCE = ['%JKLMNOPQR', ' jklmnopqr'] as const
const REPEATED = ' STUVWXYZs'

/** Reads a squeezed or difference form; `null` if the pseudo-digit belongs to another form. */
function readSigned([positive, negative]: readonly [string, string], letter: string, digits: string, line: number) {
  const [plus, minus] = [positive.indexOf(letter), negative.indexOf(letter)]
  if (plus < 0 && minus < 0) return null
  return plus >= 0 ? toFinite(`${plus}${digits}`, line) : toFinite(`-${minus}${digits}`, line)
}

/** Reads the ordinates of all lines, without factors. Lines are added in order. */
export function createOrdinateReader() {
  const ys: number[] = []
  const starts: LineStart[] = []
  /** Difference of the last ordinate, which a repetition repeats; `null` after an absolute one. */
  let difference: number | null = null

  function push(y: number) {
    requireRoom(ys.length + 1)
    ys.push(y)
  }

  /** Compares the first ordinate of a line after differences with the sum, which catches lost and altered lines. */
  function check(y: number, line: number) {
    const expected = ys.at(-1) as number
    if (Math.abs(y - expected) > 1e-6 * Math.max(1, Math.abs(expected)))
      throw new SpectrumFault(`开头的校验值是 ${y}，应为 ${expected}：可能缺了一行，或内容被改动。`, line)
  }

  function repeat(count: number, line: number) {
    const last = ys.at(-1)
    if (last === undefined) throw new SpectrumFault('的重复次数之前没有数值。', line)
    requireRoom(ys.length + count - 1)
    for (let nth = 1; nth < count; nth += 1) push((ys.at(-1) as number) + (difference ?? 0))
  }

  /** Adds one ordinate, or a repetition of the one before. @param isCheck the ordinate repeats that of the line before */
  function add(match: RegExpExecArray, line: number, isCheck: boolean) {
    const [, missing, number, letter = '', digits = ''] = match
    const absolute =
      number !== undefined ? toFinite(number, line) : missing ? Number.NaN : readSigned(SQUEEZED, letter, digits, line)
    if (isCheck && (absolute === null || missing)) throw new SpectrumFault('开头缺少校验值。', line)
    if (absolute !== null) {
      if (isCheck) check(absolute, line)
      else push(absolute)
      difference = null
      return
    }
    const step = readSigned(DIFFERENCE, letter, digits, line)
    if (step === null) {
      repeat(toFinite(`${REPEATED.indexOf(letter)}${digits}`, line), line)
      return
    }
    const last = ys.at(-1)
    if (last === undefined || Number.isNaN(last)) throw new SpectrumFault('的差值之前没有数值。', line)
    difference = step
    push(last + step)
  }

  return {
    ys,
    starts,
    addLine(text: string, line: number) {
      ABSCISSA.lastIndex = 0
      const [whole, x] = ABSCISSA.exec(text) ?? []
      if (whole === undefined || x === undefined) throw new SpectrumFault(`开头不是横坐标：“${shorten(text)}”。`, line)
      let isCheck = difference !== null
      starts.push({ x, index: isCheck ? ys.length - 1 : ys.length, line })
      ORDINATE.lastIndex = whole.length
      let end = whole.length
      for (let match = ORDINATE.exec(text); match; match = ORDINATE.exec(text)) {
        add(match, line, isCheck)
        isCheck = false
        end = ORDINATE.lastIndex
      }
      if (text.slice(end).trim() !== '')
        throw new SpectrumFault(`有不能识别的内容：“${shorten(text.slice(end))}”。`, line)
      if (end === whole.length) throw new SpectrumFault('只有横坐标，没有纵坐标。', line)
    },
  }
}
