import {
  CALIBRATION_MAX,
  type Calibration,
  NO_CALIBRATION,
  PRINT_MAX,
} from '@portal/contract/certificates/desk/print-rules.ts'
import { readLocalItem, writeLocalItem } from '#lib/browser-storage.ts'

/** A printer that is used from this browser. */
export interface Printer {
  name: string
  calibration: Calibration
  /** First free label of the sheet in the printer, from 1. */
  nextLabel: number
}

/** Storage key of the printers: their corrections belong to this computer. */
const KEY = 'manage:printers'
export const PRINTERS_MAX = 8
export const NEW_PRINTER: Printer = { name: '本机打印机', calibration: NO_CALIBRATION, nextLabel: 1 }

/** Reads the printers of this browser, the chosen one first; there is at least one. */
export function readPrinters(): Printer[] {
  try {
    const stored: unknown = JSON.parse(readLocalItem(KEY) ?? '[]')
    const printers = Array.isArray(stored) ? stored.filter(isPrinter).slice(0, PRINTERS_MAX) : []
    return printers.length > 0 ? printers : [NEW_PRINTER]
  } catch {
    return [NEW_PRINTER]
  }
}

export function writePrinters(printers: readonly Printer[]): void {
  writeLocalItem(KEY, JSON.stringify(printers.slice(0, PRINTERS_MAX)))
}

const isWithin = (value: unknown, from: number, to: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to

function isPrinter(value: unknown): value is Printer {
  if (typeof value !== 'object' || value === null) return false
  const { name, calibration, nextLabel } = value as Partial<Printer>
  const { offset, scale } = CALIBRATION_MAX
  const { offsetX, offsetY, scaleX, scaleY } = calibration ?? {}
  return (
    typeof name === 'string' &&
    isWithin(nextLabel, 1, PRINT_MAX) &&
    [offsetX, offsetY].every((shift) => isWithin(shift, -offset, offset)) &&
    [scaleX, scaleY].every((factor) => isWithin(factor, 1000 - scale, 1000 + scale))
  )
}
