import { findNumberKind, makeNumber, type NumberKind, readNumber } from '@portal/contract/numbers/typed-numbers.ts'
import { toTrayCode } from '@portal/contract/orders/order-rules.ts'

export type Scan = { kind: NumberKind; number: string } | { kind: 'unread' }

/** Reads the number in a scanned or typed text. Nothing is guessed: a wrong check digit makes it unread. */
export function readScan(text: string): Scan {
  const kind = findNumberKind(text)
  const reading = kind && readNumber(kind, text)
  return kind && reading?.kind === 'right' ? { kind, number: reading.number } : { kind: 'unread' }
}

/** Finds the number of a sample's order, which the number of the sample contains. */
export function findOrderNo(sampleNo: string): string {
  return makeNumber('order', sampleNo.slice(2, 15))
}

/** Finds the tray whose code was scanned or typed: its name, whatever its spaces and capitals. */
export function findTray(trays: readonly string[], text: string): string | undefined {
  return trays.find((tray) => toTrayCode(tray) === toTrayCode(text))
}
