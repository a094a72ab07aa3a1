/**
 * Certificate numbers and check codes as people type them. The module loads no schemas: the page checks a number before it sends
 * anything, the import before it stores anything.
 * ⏎ A number is `SH` + day of registration `yyyymmdd` + serial number of that day, 5 digits + 1 check digit, e.g.
 * `SH20261103001285`. The check digit follows the scheme of H. M. Damm (Total anti-symmetrische Quasigruppen, 2004): it detects
 * every single wrong digit and every swap of two neighbours.
 */

export const NUMBER_PREFIX = 'SH'
export const NUMBER_LENGTH = 16
/** JSON Schema pattern of a number. It checks the form alone, not the day and the check digit. */
export const NUMBER_PATTERN = `^${NUMBER_PREFIX}\\d{14}$`

/** Characters of the code under the scratch panel: no 0, O, 1, I or L, because people confuse them. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const CODE_LENGTH = 6
export const CODE_PATTERN = `^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`

/** Start and end of each part of a number. */
export const NUMBER_PARTS = {
  prefix: [0, 2],
  date: [2, 10],
  serial: [10, 15],
  check: [15, 16],
} as const

/** Likely fault of a number. `check`: its parts are well formed, but the check digit does not fit them. */
export type NumberFault = 'characters' | 'prefix' | 'short' | 'long' | 'letters' | 'date' | 'check'

export type NumberReading =
  | { kind: 'empty' }
  | { kind: 'right'; certificateNo: string }
  | {
      kind: 'wrong'
      fault: NumberFault
      /** The typed text, normalised to the form of a number. */
      text: string
      /** Positions in `text` that look wrong, from 0; empty when they cannot be located. */
      at: readonly number[]
      /** Valid numbers that differ by one typing error, likeliest first; at most 6, none with a future day. */
      suggestions: readonly string[]
    }

export type CodeReading = { kind: 'empty' } | { kind: 'right'; checkCode: string } | { kind: 'wrong'; text: string }

const SUGGESTIONS_MAX = 6
/** Maximum length of the typed text, longer than any certificate number or its address; the rest is ignored. */
const TYPED_MAX = 400

const CHINA_OFFSET_MS = 8 * 60 * 60 * 1000

/** The quasigroup of order 10 that the scheme is named after. */
const DAMM = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
]

/** Computes the check digit of `digits`: the day and the serial number. @returns one digit */
export function computeCheckDigit(digits: string): string {
  let interim = 0
  for (const digit of digits) interim = Number(DAMM[interim]?.[Number(digit)])
  return String(interim)
}

/**
 * @param day `yyyymmdd`
 * @param serial serial number of that day, 0 to 99999
 */
export function makeCertificateNo(day: string, serial: number): string {
  const digits = day + String(serial).padStart(5, '0')
  return NUMBER_PREFIX + digits + computeCheckDigit(digits)
}

/**
 * Reads a number as typed or pasted: full-width or lower case, with spaces or dashes, after other words, or inside the address of
 * a QR code. Typing errors are found without a request.
 * @param nowMs time of the lookup, epoch ms: no suggestion has a later day of registration
 */
export function readCertificateNo(typed: string, nowMs = Date.now()): NumberReading {
  const text = toPlainText(extractNumber(typed.slice(0, TYPED_MAX)))
  if (text === '') return { kind: 'empty' }
  const createFaultyReading = (fault: NumberFault, at: readonly number[]) =>
    ({ kind: 'wrong', fault, text, at, suggestions: listSuggestions(text, nowMs) }) as const

  const invalid = findPositions(text, (character) => !/[A-Z0-9]/.test(character))
  if (invalid.length > 0) return createFaultyReading('characters', invalid)
  const prefix = text.slice(0, NUMBER_PREFIX.length)
  if (prefix !== NUMBER_PREFIX) {
    return createFaultyReading(
      'prefix',
      findPositions(prefix, (character, index) => character !== NUMBER_PREFIX[index]),
    )
  }
  const letters = findPositions(text, (character, index) => index >= NUMBER_PREFIX.length && /[A-Z]/.test(character))
  if (letters.length > 0) return createFaultyReading('letters', letters)
  if (text.length < NUMBER_LENGTH) return createFaultyReading('short', [])
  if (text.length > NUMBER_LENGTH) return createFaultyReading('long', [])
  if (!isDay(text.slice(...NUMBER_PARTS.date))) return createFaultyReading('date', listIndexes(...NUMBER_PARTS.date))
  if (!isRight(text)) return createFaultyReading('check', [])
  return { kind: 'right', certificateNo: text }
}

/** Reads a check code as typed: full-width or lower case, with spaces or dashes. */
export function readCheckCode(typed: string): CodeReading {
  const text = toPlainText(typed.slice(0, TYPED_MAX))
  if (text === '') return { kind: 'empty' }
  return new RegExp(CODE_PATTERN).test(text) ? { kind: 'right', checkCode: text } : { kind: 'wrong', text }
}

/** Extracts the `no` of an address or the number after words like 证书编号：; returns any other text unchanged. */
function extractNumber(typed: string): string {
  const address = /(?:[?&#]no=|\/c\/)([^?&#\s]*)/i.exec(typed.normalize('NFKC'))
  if (address?.[1] !== undefined) {
    try {
      return decodeURIComponent(address[1])
    } catch {
      return address[1]
    }
  }
  return typed.normalize('NFKC').replace(/^[\s\p{Script=Han}]+[:\s]*/u, '')
}

/** Converts a text to half-width capitals without spaces, dashes, dots and invisible characters. */
function toPlainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Pd}._·・—–−]/gu, '')
    .toUpperCase()
}

function isRight(text: string): boolean {
  return (
    text.length === NUMBER_LENGTH &&
    text.startsWith(NUMBER_PREFIX) &&
    /^\d+$/.test(text.slice(2)) &&
    isDay(text.slice(...NUMBER_PARTS.date)) &&
    computeCheckDigit(text.slice(2, -1)) === text.at(-1)
  )
}

/** Whether `yyyymmdd` is a day of this century. */
function isDay(text: string): boolean {
  const match = /^(20\d\d)(\d\d)(\d\d)$/.exec(text)
  if (!match) return false
  const [, year, month, day] = match
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/** Letters that are mistaken for a digit. */
const DIGIT_FOR: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  '|': '1',
  '!': '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
}
/** Pairs of digits that are mistaken for each other. */
const SIMILAR_DIGITS = ['08', '17', '38', '56', '68', '06', '27', '49', '69', '35']

function listSuggestions(text: string, nowMs: number): string[] {
  const body = addPrefix(text)
  const digits = [...body].map((character) => DIGIT_FOR[character] ?? character).join('')
  const written = NUMBER_PREFIX + digits
  const lastDay = formatCompactDay(nowMs)
  const isPossible = (no: string) => isRight(no) && no.slice(...NUMBER_PARTS.date) <= lastDay
  if (isPossible(written)) return [written]
  if (!/^\d{14}$/.test(digits)) return []
  const listPossibleNumbers = (others: Iterable<string>) =>
    [...others].map((other) => NUMBER_PREFIX + other).filter(isPossible)
  const kinds = [
    listPossibleNumbers(listSwaps(digits)),
    listPossibleNumbers(listOneDigitChanges(digits)),
    listPossibleNumbers(listMisreadings(digits)),
  ]
  // Each kind contributes its likeliest typing error first.
  const found = new Set(Array.from(digits).flatMap((_, place) => kinds.flatMap((kind) => kind[place] ?? [])))
  return [...found].slice(0, SUGGESTIONS_MAX)
}

/** Formats an instant as `yyyymmdd` in China, where the day begins before it does in the other places of lookup. */
function formatCompactDay(instantMs: number): string {
  return new Date(instantMs + CHINA_OFFSET_MS).toISOString().slice(0, 10).replaceAll('-', '')
}

/** Adds the prefix to the digits, also when it is missing or written `5H`. */
function addPrefix(text: string): string {
  const normalised = text.replace(/^5H/, NUMBER_PREFIX)
  return normalised.startsWith(NUMBER_PREFIX)
    ? normalised.slice(NUMBER_PREFIX.length)
    : normalised.replace(/^[A-Z]{0,2}(?=\d)/, '')
}

function* listSwaps(digits: string): Generator<string> {
  for (let at = 0; at + 1 < digits.length; at += 1) {
    if (digits[at] === digits[at + 1]) continue
    yield digits.slice(0, at) + digits[at + 1] + digits[at] + digits.slice(at + 2)
  }
}

function* listMisreadings(digits: string): Generator<string> {
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits[at] ?? ''
    for (const pair of SIMILAR_DIGITS) {
      if (!pair.includes(digit)) continue
      yield digits.slice(0, at) + pair.replace(digit, '') + digits.slice(at + 1)
    }
  }
}

/** Yields every number with one other digit, starting at the end with the check digit. */
function* listOneDigitChanges(digits: string): Generator<string> {
  for (let at = digits.length - 1; at >= 0; at -= 1) {
    for (let digit = 0; digit <= 9; digit += 1) yield digits.slice(0, at) + digit + digits.slice(at + 1)
  }
}

function findPositions(text: string, isWrong: (character: string, index: number) => boolean): number[] {
  return [...text].flatMap((character, index) => (isWrong(character, index) ? [index] : []))
}

function listIndexes(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index)
}
