import { MASS_PATTERN } from '@portal/contract/orders/mass-tolerance.ts'
import { ORDER_MAX } from '@portal/contract/orders/order-rules.ts'

/* Numbers and names as customers type them. */

const MASS_MIN_G = 0.0001
const MASS_MAX_G = 100_000

/** Reads a number of pieces; `null` for anything but an integer from 1 to the limit. */
export function readCount(typed: string): number | null {
  const text = typed.normalize('NFKC').trim()
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= ORDER_MAX.count ? count : null
}

/** A typed mass; both are `null` when nothing is typed. */
interface MassReading {
  massG: string | null
  fault: string | null
}

/** Reads a mass in grams, with or without its unit. */
export function readMass(typed: string): MassReading {
  const text = typed
    .normalize('NFKC')
    .replace(/\s*(?:g|克)\s*$/i, '')
    .trim()
  const refuse = (fault: string) => ({ massG: null, fault })
  if (text === '') return { massG: null, fault: null }
  if (/^\d+,\d+$/.test(text)) return refuse('小数点请用 .')
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return refuse('请填数字，例如 4.82')
  const isInRange = Number(text) >= MASS_MIN_G && Number(text) <= MASS_MAX_G
  if (!isInRange || !new RegExp(MASS_PATTERN).test(text)) return refuse('质量为 0.0001–100000 g，至多 4 位小数')
  return { massG: text, fault: null }
}

/** Reads an amount in CNY as cents, with or without separators; `null` for anything else. */
export function readCents(typed: string): number | null {
  const plain = toPlainAmount(typed)
  return findCentsFault(typed) === undefined ? Math.round(Number(plain) * 100) : null
}

/** Says why a text is no amount in CNY from 0 to the limit of a declared value; `undefined`: it is one. */
export function findCentsFault(typed: string): string | undefined {
  const plain = toPlainAmount(typed)
  if (/^\d+,\d{1,2}$/.test(plain)) return '小数点请用 .'
  if (!/^-?\d+(?:\.\d+)?$/.test(plain)) return '请填数字，单位元，例如 45000'
  if (plain.startsWith('-') || Number(plain) * 100 > ORDER_MAX.declaredCents) return '价值为 0–100000000（1 亿）元'
  return /\.\d{3}/.test(plain) ? '小数至多两位，单位元' : undefined
}

function toPlainAmount(typed: string): string {
  const text = typed.normalize('NFKC').replaceAll(/[\s¥元]/g, '')
  return /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
}

/** Whether a text is a valid telephone number of an order. */
export const isPhone = (typed: string): boolean => /^[0-9 +-]{5,20}$/.test(typed.normalize('NFKC').trim())

/** Splits names at commas and enumeration marks. */
export function splitNames(typed: string): string[] {
  return typed
    .split(/[、,，;；\n]/)
    .map((name) => name.trim())
    .filter(Boolean)
}
