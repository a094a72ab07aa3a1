/**
 * Numbers of certificates, orders and samples as people type them. The module loads no schemas: pages check a number before they
 * send anything.
 * ⏎ Every number is a prefix, digits and one check digit by the scheme of H. M. Damm (Total anti-symmetrische Quasigruppen, 2004),
 * which detects every single wrong digit and every swap of two neighbours. The check digit covers a digit of the kind, too, so
 * that the same digits are never a right number of two kinds.
 */

export type NumberKind = 'certificate' | 'order' | 'sample'

interface NumberForm {
  prefix: string
  /** Digit before all others in the computation of the check digit; not part of the number. */
  kindDigit: string
  /** Characters of the whole number. */
  length: number
}

/**
 * Certificate: day of registration `yyyymmdd` and serial number of that day, 5 digits. Order: day of its announcement and serial
 * number. Sample: the 13 digits of its order and the number of the item, 001 to 500.
 */
export const NUMBER_FORMS: Readonly<Record<NumberKind, NumberForm>> = {
  certificate: { prefix: 'SH', kindDigit: '', length: 16 },
  order: { prefix: 'WT', kindDigit: '1', length: 16 },
  sample: { prefix: 'YP', kindDigit: '2', length: 19 },
}

const KINDS = ['certificate', 'order', 'sample'] as const

/** Maximum number of items of an order. */
export const ORDER_ITEMS_MAX = 500

/** Start and end of the day in a number. */
export const NUMBER_DAY = [2, 10] as const

/** Likely fault of a number. `kind`: it is a number of another kind. `check`: the check digit does not fit. */
export type NumberFault = 'kind' | 'characters' | 'prefix' | 'short' | 'long' | 'letters' | 'date' | 'check'

export interface WrongNumber {
  kind: 'wrong'
  fault: NumberFault
  /** The typed text, normalised to the form of a number. */
  text: string
  /** Positions in `text` that look wrong, from 0; empty when they cannot be located. */
  at: readonly number[]
  /** Valid numbers of the kind that differ by one typing error, likeliest first; at most 6, none with a future day. */
  suggestions: readonly string[]
}

export type TypedNumber = { kind: 'empty' } | { kind: 'right'; number: string } | WrongNumber

const SUGGESTIONS_MAX = 6
/** Maximum length of the typed text, longer than any number or its address; the rest is ignored. */
export const TYPED_MAX = 400

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

/** @param digits the digits between the prefix and the check digit */
export function makeNumber(kind: NumberKind, digits: string): string {
  const { prefix, kindDigit } = NUMBER_FORMS[kind]
  return prefix + digits + computeCheckDigit(kindDigit + digits)
}

/**
 * Finds the kind of a typed number: by its prefix, and by its digits when it has none. @returns `undefined` when neither tells
 * the kind, e.g. because a digit is wrong
 */
export function findNumberKind(typed: string): NumberKind | undefined {
  return findKind(normalise(typed))
}

/**
 * Reads a number of a kind as typed or pasted: full-width or lower case, with spaces or dashes, after other words, or inside the
 * address of a QR code. Typing errors are found without a request.
 * @param nowMs time of the lookup, epoch ms: no suggestion has a later day
 */
export function readNumber(kind: NumberKind, typed: string, nowMs = Date.now()): TypedNumber {
  const { prefix, length } = NUMBER_FORMS[kind]
  const text = normalise(typed)
  if (text === '') return { kind: 'empty' }
  const foundKind = findKind(text)
  if (foundKind && foundKind !== kind) return { kind: 'wrong', fault: 'kind', text, at: [], suggestions: [] }
  // The check digit proves the kind of a number without its prefix.
  if (foundKind && /^\d+$/.test(text)) return { kind: 'right', number: prefix + text }
  const createFaultyReading = (fault: NumberFault, at: readonly number[]) =>
    ({ kind: 'wrong', fault, text, at, suggestions: listSuggestions(kind, text, nowMs) }) as const

  const invalid = findPositions(text, (character) => !/[A-Z0-9]/.test(character))
  if (invalid.length > 0) return createFaultyReading('characters', invalid)
  const begin = text.slice(0, prefix.length)
  if (begin !== prefix) {
    return createFaultyReading(
      'prefix',
      findPositions(begin, (character, index) => character !== prefix[index]),
    )
  }
  const letters = findPositions(text, (character, index) => index >= prefix.length && /[A-Z]/.test(character))
  if (letters.length > 0) return createFaultyReading('letters', letters)
  if (text.length < length) return createFaultyReading('short', [])
  if (text.length > length) return createFaultyReading('long', [])
  if (!isDay(text.slice(...NUMBER_DAY))) return createFaultyReading('date', listIndexes(...NUMBER_DAY))
  if (!isRight(kind, text)) return createFaultyReading('check', [])
  return { kind: 'right', number: text }
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

function normalise(typed: string): string {
  return toPlainText(extractNumber(typed.slice(0, TYPED_MAX)))
}

/** Converts a text to half-width capitals without spaces, dashes, dots and invisible characters. */
export function toPlainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Pd}._·・—–−]/gu, '')
    .toUpperCase()
}

/** @param text a normalised text */
function findKind(text: string): NumberKind | undefined {
  const named = KINDS.find((kind) => text.startsWith(NUMBER_FORMS[kind].prefix))
  const digits = text.replace(/^[A-Z]{2}/, '')
  return named ?? KINDS.find((kind) => isRight(kind, NUMBER_FORMS[kind].prefix + digits))
}

function isRight(kind: NumberKind, text: string): boolean {
  const { prefix, length } = NUMBER_FORMS[kind]
  const digits = text.slice(prefix.length, -1)
  const item = kind === 'sample' ? Number(digits.slice(-3)) : 1
  return (
    text.length === length &&
    /^\d+$/.test(text.slice(prefix.length)) &&
    isDay(text.slice(...NUMBER_DAY)) &&
    item >= 1 &&
    item <= ORDER_ITEMS_MAX &&
    makeNumber(kind, digits) === text
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

function listSuggestions(kind: NumberKind, text: string, nowMs: number): string[] {
  const { prefix, length } = NUMBER_FORMS[kind]
  const body = removePrefix(text, prefix)
  const digits = [...body].map((character) => DIGIT_FOR[character] ?? character).join('')
  const written = prefix + digits
  const lastDay = formatCompactDay(nowMs)
  const isPossible = (no: string) => isRight(kind, no) && no.slice(...NUMBER_DAY) <= lastDay
  if (isPossible(written)) return [written]
  if (!/^\d+$/.test(digits) || written.length !== length) return []
  const listPossibleNumbers = (others: Iterable<string>) =>
    [...others].map((other) => prefix + other).filter(isPossible)
  const errors = [
    listPossibleNumbers(listSwaps(digits)),
    listPossibleNumbers(listOneDigitChanges(digits)),
    listPossibleNumbers(listMisreadings(digits)),
  ]
  // Each kind of typing error contributes its likeliest first.
  const found = new Set(Array.from(digits).flatMap((_, place) => errors.flatMap((numbers) => numbers[place] ?? [])))
  return [...found].slice(0, SUGGESTIONS_MAX)
}

/** Formats an instant as `yyyymmdd` in China, where the day begins before it does in the other places of lookup. */
function formatCompactDay(instantMs: number): string {
  return new Date(instantMs + CHINA_OFFSET_MS).toISOString().slice(0, 10).replaceAll('-', '')
}

/** Removes the prefix, also when it is misread, as in `5H` for `SH`, or missing. */
function removePrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text.replace(/^(?:5H|[A-Z]{0,2})(?=\d)/, '')
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

/** Makes the number of an item of an order. @param item number within the order, from 1 */
export const makeSampleNo = (orderNo: string, item: number): string =>
  makeNumber('sample', orderNo.slice(2, -1) + String(item).padStart(3, '0'))
