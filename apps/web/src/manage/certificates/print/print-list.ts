import { readCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { PRINT_MAX } from '@portal/contract/certificates/desk/print-rules.ts'
import { readSessionItem, writeSessionItem } from '#lib/browser-storage.ts'

/** Storage key of the numbers of a long print in this tab, because an address cannot contain 500 of them. */
const LIST_KEY = 'manage:print-list'
/** Maximum number of certificates in the address itself. */
const IN_ADDRESS = 50

/** Builds the address of the page that prints the certificates. */
export function buildPrintAddress(numbers: readonly string[]): string {
  if (numbers.length <= IN_ADDRESS) return `/certificates/print?no=${numbers.join(',')}`
  writeSessionItem(LIST_KEY, numbers.join(','))
  return `/certificates/print?list=${numbers.length}`
}

/** Reads the numbers of an address of this tab, without duplicates. */
export function readNumbersToPrint(query: URLSearchParams): string[] {
  const text = query.get('list') === null ? query.get('no') : readSessionItem(LIST_KEY)
  return splitNumbers(text ?? '').numbers
}

/** Splits a text with one number on each line, or with commas; `wrong` has the parts that are none. */
export function splitNumbers(text: string): { numbers: string[]; wrong: string[] } {
  const parts = text.split(/[\s,，;；、]+/).filter(Boolean)
  const readings = parts.map((part) => ({ part, reading: readCertificateNo(part) }))
  const right = readings.flatMap(({ reading }) => (reading.kind === 'right' ? [reading.certificateNo] : []))
  const wrong = readings.flatMap(({ part, reading }) => (reading.kind === 'right' ? [] : [part]))
  return { numbers: [...new Set(right)].slice(0, PRINT_MAX), wrong }
}
